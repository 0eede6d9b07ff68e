import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPositions, skipPositions, writePositions } from './positions.ts';
import { growingBytes } from './varint.ts';
import { forEachListedWord, writeWordList } from './word-lists.ts';

const ascending = fc
  .uniqueArray(fc.oneof(fc.nat(200), fc.nat(2 ** 28)), { maxLength: 20 })
  .map((numbers) => Uint32Array.from(numbers).toSorted());

describe('positions in bytes', () => {
  it('are read as they were written, one posting behind the other, and can be passed over', () => {
    fc.assert(
      fc.property(fc.array(ascending, { maxLength: 8 }), (postings) => {
        const stream = growingBytes(1);
        for (const positions of postings) writePositions(stream, positions, 0, positions.length);
        const bytes = stream.bytes.slice(0, stream.length);
        const found = { positions: new Uint32Array(1), count: 0 };
        let at = 0;
        for (const positions of postings) {
          const next = readPositions(bytes, at, found);
          expect(found.positions.subarray(0, found.count)).toEqual(positions);
          expect(skipPositions(bytes, at, 1)).toBe(next);
          at = next;
        }
        expect(at).toBe(bytes.length);
      }),
    );
  });
});

describe('words of a document in bytes', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(ascending, (words) => {
        const stream = growingBytes(1);
        writeWordList(stream, words);
        const read: number[] = [];
        forEachListedWord(stream.bytes, 0, stream.length, (word) => read.push(word));
        expect(read).toEqual([...words]);
      }),
    );
  });
});
