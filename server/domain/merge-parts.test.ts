import { describe, expect, it } from 'vitest';
import { mergeText } from './merge.ts';
import { mergeParts, settledText } from './merge-parts.ts';

const base = 'one\ntwo\nthree\nfour\nfive\n';

describe('the parts of a merged text', () => {
  it('are one settled part when the sides changed different passages', () => {
    const { text } = mergeText(base, 'ONE\ntwo\nthree\nfour\nfive\n', 'one\ntwo\nthree\nfour\nFIVE\n');
    expect(mergeParts(text)).toEqual([{ lines: ['ONE', 'two', 'three', 'four', 'FIVE', ''] }]);
  });

  it('name both sides and the base of each passage that both changed', () => {
    const { text } = mergeText(base, 'one\nTWO\nthree\nfour\nfive\n', 'one\nzwei\nthree\nfour\n5\n');
    expect(mergeParts(text)).toEqual([
      { lines: ['one'] },
      { conflict: { live: ['TWO'], base: ['two'], proposed: ['zwei'] } },
      { lines: ['three', 'four', '5', ''] },
    ]);
  });

  it.each([
    ['live', 'one\nTWO\nthree\nfour\n5\n'],
    ['proposed', 'one\nzwei\nthree\nfour\n5\n'],
    ['both', 'one\nTWO\nzwei\nthree\nfour\n5\n'],
  ] as const)('become one text by choosing %s', (choice, expected) => {
    const { text } = mergeText(base, 'one\nTWO\nthree\nfour\nfive\n', 'one\nzwei\nthree\nfour\n5\n');
    expect(settledText(mergeParts(text), [choice])).toBe(expected);
  });

  it('lose nothing of a passage that nobody has decided', () => {
    const { text } = mergeText('a\n', 'b\n', 'c\n');
    expect(settledText(mergeParts(text), [])).toBe('b\nc\n');
  });

  it('leave a marker that belongs to no conflict in the text', () => {
    const text = 'before\n<<<<<<< live\nafter\n';
    expect(settledText(mergeParts(text), [])).toBe(text);
  });

  it('may be a passage that one side took away', () => {
    const { text, conflicts } = mergeText('a\nb\nc\n', 'a\nc\n', 'a\nB\nc\n');
    expect(conflicts).toBe(1);
    expect(settledText(mergeParts(text), ['live'])).toBe('a\nc\n');
  });
});
