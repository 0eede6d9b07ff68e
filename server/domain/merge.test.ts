import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeText } from './merge.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((list) => list.join('\n'));

describe('three-way merge of a proposed text with a live text that moved on', () => {
  it('takes both changes when they are in different places', () => {
    const base = 'Title\n\nFirst paragraph.\n\nMiddle.\n\nLast paragraph.';
    const live = base.replace('First', 'Changed first');
    const proposed = base.replace('Last', 'Changed last');
    expect(mergeText(base, live, proposed)).toEqual({
      text: 'Title\n\nChanged first paragraph.\n\nMiddle.\n\nChanged last paragraph.',
      conflicts: 0,
    });
  });

  it('shows both sides and the base where both changed the same passage', () => {
    const { text, conflicts } = mergeText('one\ntwo\nthree', 'one\nZWEI\nthree', 'one\nDEUX\nthree');
    expect(conflicts).toBe(1);
    expect(text).toBe(
      ['one', '<<<<<<< live', 'ZWEI', '||||||| base', 'two', '=======', 'DEUX', '>>>>>>> proposed', 'three'].join('\n'),
    );
  });

  it('a side that changed nothing never wins, and equal changes never conflict', () => {
    fc.assert(
      fc.property(lines, lines, (base, changed) => {
        expect(mergeText(base, base, changed)).toEqual({ text: changed, conflicts: 0 });
        expect(mergeText(base, changed, base)).toEqual({ text: changed, conflicts: 0 });
        expect(mergeText(base, changed, changed)).toEqual({ text: changed, conflicts: 0 });
      }),
    );
  });

  it('without conflicts every line comes from one of the three texts', () => {
    fc.assert(
      fc.property(lines, lines, lines, (base, live, proposed) => {
        const merged = mergeText(base, live, proposed);
        if (merged.conflicts > 0) return;
        const known = new Set([base, live, proposed].flatMap((text) => text.split('\n')));
        for (const line of merged.text.split('\n')) expect(known).toContain(line);
      }),
    );
  });

  it('texts made to be slow to compare conflict as a whole instead of blocking the process', () => {
    const many = (extra: string) => `${'same\n'.repeat(3000)}${extra}`;
    const { conflicts, text } = mergeText(many('base'), many('live'), many('proposed'));
    expect(conflicts).toBe(1);
    expect(text).toContain('live');
    expect(text).toContain('proposed');
  });
});
