import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unifiedDiff } from './diff.ts';

const NAMES = { before: 'version 1', after: 'version 2' };
const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 }).map((lines) => lines.join('\n'));

/** Applies a unified diff, as `patch` would. */
function apply(before: string, diff: string): string {
  if (diff === '') return before;
  const lines = before === '' ? [] : before.split('\n');
  const result: string[] = [];
  let at = 0;
  for (const line of diff.split('\n').slice(2, -1)) {
    const [, start, count] = /^@@ -(\d+),(\d+)/.exec(line) ?? [];
    if (start !== undefined) {
      const next = count === '0' ? Number(start) : Number(start) - 1;
      result.push(...lines.slice(at, next));
      at = next;
    } else if (line.startsWith('+')) {
      result.push(line.slice(1));
    } else {
      if (lines[at] !== line.slice(1)) throw new Error(`The diff does not fit at line ${at}.`);
      if (line.startsWith(' ')) result.push(line.slice(1));
      at += 1;
    }
  }
  return [...result, ...lines.slice(at)].join('\n');
}

describe('unified diff of two texts', () => {
  it('shows changes with three lines around them', () => {
    const before = Array.from({ length: 9 }, (_, index) => `line ${index}`);
    const after = before.with(4, 'changed');
    expect(unifiedDiff(before.join('\n'), after.join('\n'), NAMES)).toBe(
      [
        '--- version 1',
        '+++ version 2',
        '@@ -2,7 +2,7 @@',
        ' line 1',
        ' line 2',
        ' line 3',
        '-line 4',
        '+changed',
        ' line 5',
        ' line 6',
        ' line 7',
        '',
      ].join('\n'),
    );
  });

  it('says nothing of equal texts', () => expect(unifiedDiff('same', 'same', NAMES)).toBe(''));

  it.each([
    ['', 'one\ntwo', '@@ -0,0 +1,2 @@\n+one\n+two\n'],
    ['one\ntwo', '', '@@ -1,2 +0,0 @@\n-one\n-two\n'],
    ['\n', 'one\n', '@@ -1,2 +1,2 @@\n-\n+one\n \n'],
  ])('of a text without lines only adds or removes: %j to %j', (before, after, hunk) => {
    expect(unifiedDiff(before, after, NAMES)).toBe(`--- version 1\n+++ version 2\n${hunk}`);
  });

  it('of a long text that was just created only adds', () => {
    const lines = unifiedDiff('', 'new\n'.repeat(50_000), NAMES).split('\n');
    expect(lines.slice(2, 4)).toEqual(['@@ -0,0 +1,50001 @@', '+new']);
    expect(lines.filter((line) => line.startsWith('-'))).toEqual(['--- version 1']);
  });

  it('leads from the one text to the other, whatever they are', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(apply(before, unifiedDiff(before, after, NAMES))).toBe(after);
      }),
    );
  });

  it('of texts that differ in thousands of lines is still right', () => {
    const [before, after] = ['a', 'b'].map((name) =>
      Array.from({ length: 3000 }, (_, index) => name + index).join('\n'),
    );
    expect(apply(before ?? '', unifiedDiff(before ?? '', after ?? '', NAMES))).toBe(after);
  });

  it('of texts with more lines than are compared one by one is one hunk between their equal ends', () => {
    const filler = 'same\n'.repeat(45_000);
    const diff = unifiedDiff(`${filler}old\nend`, `${filler}new\nmore\nend`, { before: 'a', after: 'b' });
    expect(diff).toBe('--- a\n+++ b\n@@ -45001,1 +45001,2 @@\n-old\n+new\n+more\n');
  });

  it('of texts with more lines than anybody reads shows the first 1,000 of each and says how many there are', () => {
    const [old, changed] = ['old\n'.repeat(50_000), 'new\n'.repeat(50_000)];
    const lines = unifiedDiff(old, changed, { before: 'a', after: 'b' }).split('\n');
    expect(lines[2]).toBe('@@ -1,50000 +1,50000 @@');
    expect(lines.filter((line) => line === '-old')).toHaveLength(1000);
    expect(lines.filter((line) => line === '+new')).toHaveLength(1000);
    expect(lines.filter((line) => line === '\\ 49000 more lines are not shown')).toHaveLength(2);
  });
});
