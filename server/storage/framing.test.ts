import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineBuffer, frame, frameAt, nextFrame } from './framing.ts';
import type { EncodedJson } from './pieces.ts';

const json = fc.json({ maxDepth: 3 });

function inTwoPieces(text: string, cut: number, isLong: boolean): EncodedJson {
  const bytes = Buffer.from(text);
  if (!isLong) return [text.slice(0, cut % text.length), text.slice(cut % text.length)];
  return [bytes.subarray(0, cut % bytes.length), bytes.subarray(cut % bytes.length)];
}

describe('a journal line', () => {
  it('gives back what was framed, whatever the text holds', () => {
    fc.assert(
      fc.property(json, json, (first, second) => {
        const bytes = Buffer.concat([frame(first), frame(second)]);
        const one = frameAt(bytes, 0);
        expect(one?.json).toBe(first);
        expect(one && frameAt(bytes, one.end)?.json).toBe(second);
        expect(one && frameAt(bytes, one.end)?.end).toBe(bytes.length);
      }),
    );
  });

  it('is the same whatever pieces its text comes in, between other lines and after any number of them', () => {
    const lines = createLineBuffer(64);
    fc.assert(
      fc.property(fc.array(fc.tuple(json, fc.nat(), fc.boolean()), { minLength: 1 }), (texts) => {
        lines.clear();
        const checksums = texts.map(([text, cut, isLong]) => lines.add(inTwoPieces(text, cut, isLong)));
        const framed = texts.map(([text]) => frame(text));
        expect(Buffer.concat(lines.pieces())).toEqual(Buffer.concat(framed));
        expect(checksums).toEqual(framed.map((line) => frameAt(line, 0)?.checksum));
      }),
    );
  });

  it('that was cut anywhere, or has any bit flipped, is not taken for whole', () => {
    fc.assert(
      fc.property(json, fc.nat(), fc.nat(7), (text, position, bit) => {
        const bytes = frame(text);
        const at = position % bytes.length;
        expect(frameAt(bytes.subarray(0, at), 0)).toBeUndefined();
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        expect(frameAt(bytes, 0)).toBeUndefined();
      }),
    );
  });

  it.each([
    ['an altered one', (bad: Buffer) => void bad.write('2', bad.indexOf('1}'))],
    ['one of which nothing reached the disk', (bad: Buffer) => void bad.fill(0)],
  ])('behind %s is found again', (_what, damage) => {
    const [bad, good] = [frame('{"a":1}'), frame('{"b":2}')];
    damage(bad);
    const found = nextFrame(Buffer.concat([bad, good]), 0);
    expect(found).toMatchObject({ start: bad.length, frame: { json: '{"b":2}' } });
  });
});
