import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinPieces, lengthOf } from './pieces.ts';

it('pieces are joined as far as the limit allows, and stay the same bytes', () => {
  const piece = fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes));
  fc.assert(
    fc.property(fc.array(piece), fc.integer({ min: 1, max: 20 }), (pieces, most) => {
      const joined = [...joinPieces(pieces, most)];
      expect(Buffer.concat(joined)).toEqual(Buffer.concat(pieces));
      expect(lengthOf(joined)).toBe(lengthOf(pieces));
      const longest = Math.max(0, ...pieces.map((each) => each.length));
      for (const [index, each] of joined.entries()) {
        expect(each.length).toBeLessThanOrEqual(Math.max(most, longest));
        const next = joined[index + 1]?.length ?? Infinity;
        expect(each.length + next).toBeGreaterThan(most);
      }
    }),
  );
});
