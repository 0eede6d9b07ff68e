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
      [
        'one',
        '<<<<<<< live',
        'ZWEI',
        '||||||| base',
        'two',
        '=======',
        'DEUX',
        '>>>>>>> proposed',
        'three',
      ].join('\n'),
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

  it('what one side changed far from what the other changed is all there, for any two changes', () => {
    const block = fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 4 });
    const keep = ['k1', 'k2', 'k3', 'k4'];
    fc.assert(
      fc.property(block, block, block, block, (top, newTop, end, newEnd) => {
        const join = (first: string[], last: string[]) => [...first, ...keep, ...last].join('\n');
        const { text, conflicts } = mergeText(join(top, end), join(newTop, end), join(top, newEnd));
        expect({ text, conflicts }).toEqual({ text: join(newTop, newEnd), conflicts: 0 });
      }),
    );
  });

  it('changes of neighbouring lines are a conflict: they may belong together', () => {
    expect(mergeText('one\ntwo', 'ONE\ntwo', 'one\nTWO').conflicts).toBe(1);
  });

  it('two texts added at the same place are a conflict, for their order is not ours to choose', () => {
    expect(mergeText('one\ntwo', 'one\nA\ntwo', 'one\nB\ntwo').conflicts).toBe(1);
  });

  it('texts that have little in common conflict where they differ, and lose nothing', () => {
    const many = (name: string) =>
      ['same', ...Array.from({ length: 3000 }, (_, index) => name + index)].join('\n');
    const { conflicts, text } = mergeText(many('base'), many('live'), many('proposed'));
    expect(conflicts).toBe(1);
    for (const part of ['live0', 'live2999', 'proposed0', 'proposed2999', 'base0'])
      expect(text).toContain(part);
  });

  describe('of texts with more lines than are compared one by one', () => {
    const filler = 'same\n'.repeat(50_000);

    it('takes both changes when they are near each other', () => {
      const text = (first: string, last: string) => `${filler}${first}\nkept\n${last}\n${filler}`;
      expect(mergeText(text('a', 'b'), text('A', 'b'), text('a', 'B'))).toEqual({
        text: text('A', 'B'),
        conflicts: 0,
      });
    });

    it('shows both sides and the base whole when they are far from each other: nothing is overwritten', () => {
      const text = (first: string, last: string) => `head\n${first}\n${filler}${last}\ntail`;
      const { text: merged, conflicts } = mergeText(text('a', 'b'), text('A', 'b'), text('a', 'B'));
      expect(conflicts).toBe(1);
      const [live, base, proposed] = [text('A', 'b'), text('a', 'b'), text('a', 'B')].map((whole) =>
        whole.slice('head\n'.length, -'\ntail'.length),
      );
      const block = `<<<<<<< live\n${live}\n||||||| base\n${base}\n=======\n${proposed}\n>>>>>>> proposed`;
      expect(merged).toBe(`head\n${block}\ntail`);
    });
  });
});
