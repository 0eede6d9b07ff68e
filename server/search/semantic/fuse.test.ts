import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuse } from './fuse.ts';

const never = () => false;
const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key);

describe('reciprocal rank fusion', () => {
  it('puts what both lists hold above what one holds, and says which list that was', () => {
    expect(fuse(['a', 'b', 'c'], ['c', 'd'], never)).toEqual([
      { key: 'c', score: 1 / 63 + 1 / 61, match: 'both' },
      { key: 'a', score: 1 / 61, match: 'keyword' },
      { key: 'b', score: 1 / 62, match: 'keyword' },
      { key: 'd', score: 1 / 62, match: 'semantic' },
    ]);
  });

  it('says both of a document that the words find further down', () => {
    expect(fuse(['a'], ['z'], (key) => key === 'z')).toMatchObject([
      { key: 'a', match: 'keyword' },
      { key: 'z', match: 'both', score: 1 / 61 },
    ]);
  });

  it('keeps the order of the words when nothing is close in meaning, and the other way round', () => {
    expect(keys(fuse(['b', 'a', 'c'], [], never))).toEqual(['b', 'a', 'c']);
    expect(keys(fuse([], ['b', 'a', 'c'], never))).toEqual(['b', 'a', 'c']);
  });

  it('takes the best hundred of each list', () => {
    const words = Array.from({ length: 150 }, (_, number) => `w${number}`);
    const meaning = Array.from({ length: 150 }, (_, number) => `m${number}`);
    const fused = keys(fuse(words, meaning, never));
    expect(fused).toHaveLength(200);
    expect(fused).not.toContain('w100');
    expect(fused).not.toContain('m100');
  });

  it('holds every document once, and never puts one below another that is behind it in both lists', () => {
    const list = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 30 });
    fc.assert(
      fc.property(list, list, (words, meaning) => {
        const fused = fuse(words, meaning, never).map(({ key }) => key);
        expect(fused).toHaveLength(new Set(fused).size);
        expect(new Set(fused)).toEqual(new Set([...words, ...meaning]));
        const rank = (from: readonly number[], key: number) =>
          from.includes(key) ? from.indexOf(key) : Infinity;
        for (const [place, key] of fused.entries()) {
          for (const behind of fused.slice(place + 1)) {
            const isBetter =
              rank(words, behind) < rank(words, key) && rank(meaning, behind) < rank(meaning, key);
            expect(isBetter).toBe(false);
          }
        }
      }),
    );
  });
});
