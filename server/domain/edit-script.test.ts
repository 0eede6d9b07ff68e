import { diffArrays } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortestEdit, type EditRun } from './edit-script.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 });

/** The same from a library that many use. */
function expected(before: string[], after: string[], most: number): EditRun[] | undefined {
  return diffArrays(before, after, { maxEditLength: most })?.map(({ count, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'kept',
    count,
  }));
}

describe('the shortest way from one list of lines to another', () => {
  it('removes, keeps and adds', () => {
    expect(shortestEdit(['a', 'b', 'c'], ['a', 'x', 'c'], 2)).toEqual([
      { kind: 'kept', count: 1 },
      { kind: 'removed', count: 1 },
      { kind: 'added', count: 1 },
      { kind: 'kept', count: 1 },
    ]);
  });

  it('is none when it takes more edits than allowed', () => {
    expect(shortestEdit(['a', 'b'], ['c', 'd'], 3)).toBeUndefined();
    expect(shortestEdit(['a', 'b'], ['c', 'd'], 4)).toHaveLength(2);
  });

  it('is for any two lists and any bound the one that the library `diff` finds', () => {
    fc.assert(
      fc.property(lines, lines, fc.integer({ min: 1, max: 60 }), (before, after, most) => {
        expect(shortestEdit(before, after, most)).toEqual(expected(before, after, most));
      }),
      { numRuns: 3000 },
    );
  });

  it('is the same for long lists with changes here and there', () => {
    const before = Array.from({ length: 3000 }, (_, index) => `line ${index % 700}`);
    const after = before.flatMap((line, index) => {
      if (index % 31 === 0) return [];
      return index % 17 === 0 ? [`new ${index}`, line] : [line];
    });
    expect(shortestEdit(before, after, 500)).toEqual(expected(before, after, 500));
  });
});
