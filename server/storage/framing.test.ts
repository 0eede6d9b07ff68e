import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frame, frameAt, nextFrame } from './framing.ts';

const json = fc.json({ maxDepth: 3 });
const lineOf = (text: string) => Buffer.concat(frame([Buffer.from(text)]).line);

describe('a journal line', () => {
  it('gives back what was framed, whatever the text holds', () => {
    fc.assert(
      fc.property(json, json, (first, second) => {
        const bytes = Buffer.concat([lineOf(first), lineOf(second)]);
        const one = frameAt(bytes, 0);
        expect(one?.json).toBe(first);
        expect(one && frameAt(bytes, one.end)?.json).toBe(second);
        expect(one && frameAt(bytes, one.end)?.end).toBe(bytes.length);
      }),
    );
  });

  it('is the same whatever pieces its text comes in', () => {
    fc.assert(
      fc.property(json, fc.nat(), (text, cut) => {
        const bytes = Buffer.from(text);
        const pieces = [bytes.subarray(0, cut % bytes.length), bytes.subarray(cut % bytes.length)];
        expect(Buffer.concat(frame(pieces).line)).toEqual(lineOf(text));
      }),
    );
  });

  it('that was cut anywhere, or has any bit flipped, is not taken for whole', () => {
    fc.assert(
      fc.property(json, fc.nat(), fc.nat(7), (text, position, bit) => {
        const bytes = lineOf(text);
        const at = position % bytes.length;
        expect(frameAt(bytes.subarray(0, at), 0)).toBeUndefined();
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        expect(frameAt(bytes, 0)).toBeUndefined();
      }),
    );
  });

  it('behind a damaged one is found again', () => {
    const [bad, good] = [lineOf('{"a":1}'), lineOf('{"b":2}')];
    bad.write('2', bad.indexOf('1}'));
    const found = nextFrame(Buffer.concat([bad, good]), 0);
    expect(found).toMatchObject({ start: bad.length, frame: { json: '{"b":2}' } });
  });
});
