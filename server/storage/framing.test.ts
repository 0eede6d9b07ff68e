import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frame, frameAt, nextFrame } from './framing.ts';

const json = fc.json({ maxDepth: 3 });

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

  it('behind a damaged one is found again', () => {
    const [bad, good] = [frame('{"a":1}'), frame('{"b":2}')];
    bad.write('2', bad.indexOf('1}'));
    const found = nextFrame(Buffer.concat([bad, good]), 0);
    expect(found).toMatchObject({ start: bad.length, frame: { json: '{"b":2}' } });
  });
});
