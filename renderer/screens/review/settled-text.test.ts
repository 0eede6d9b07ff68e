import { describe, expect, it } from 'vitest';
import { mergeParts, mergeText } from '../../../server/domain/merge.ts';
import { settledText, startOf, type Choice, type Conflict } from './settled-text.ts';

const BASE = 'one\ntwo\nthree\nfour\nfive';
const LIVE = 'one\nTWO\nthree\nfour\nFIVE';
const PROPOSED = 'ONE\n2\nthree\nfour\n5';

function settle(choices: readonly Choice[], base = BASE, live = LIVE, proposed = PROPOSED): string | null {
  const parts = mergeParts(base, live, proposed);
  const conflicts = parts.filter((part): part is Conflict => part.kind === 'conflict');
  return settledText(
    parts,
    conflicts.map((conflict, index) => {
      const choice = choices[index];
      return choice && { choice, text: startOf(conflict, choice) };
    }),
  );
}

describe('settling conflicts', () => {
  it('gives the live text when the page’s side is kept everywhere', () => {
    expect(settle(['live', 'live'])).toBe(LIVE);
  });

  it('gives the proposed text when that is taken everywhere', () => {
    expect(settle(['proposed', 'proposed'])).toBe(PROPOSED);
  });

  it('gives both, the page’s side first', () => {
    expect(settle(['live', 'both'])).toBe('one\nTWO\nthree\nfour\nFIVE\n5');
  });

  it('has no text while a passage is open', () => {
    expect(settle(['live'])).toBeNull();
  });

  it('keeps what only one side changed', () => {
    expect(settle(['live'], 'a\nb\nc\nd\ne', 'a\nB\nc\nd\ne', 'a\nβ\nc\nd\nE')).toBe('a\nB\nc\nd\nE');
  });

  it('leaves no empty line where a passage goes', () => {
    const parts = mergeParts('a\nb\nc', 'a\nB\nc', 'a\nβ\nc');
    expect(settledText(parts, [{ choice: 'live', text: '' }])).toBe('a\nc');
  });

  it('has as many conflicts as the merge that the server makes', () => {
    const parts = mergeParts(BASE, LIVE, PROPOSED);
    expect(parts.filter(({ kind }) => kind === 'conflict').length).toBe(
      mergeText(BASE, LIVE, PROPOSED).conflicts,
    );
  });

  it('has nothing to settle where only one side changed', () => {
    expect(mergeParts(BASE, BASE, PROPOSED)).toEqual([{ kind: 'settled', lines: PROPOSED.split('\n') }]);
  });
});
