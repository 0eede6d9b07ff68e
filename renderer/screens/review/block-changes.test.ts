import { describe, expect, it } from 'vitest';
import { blockChanges } from './block-changes.ts';

describe('two texts block by block', () => {
  it('equal texts have no changes', () => {
    expect(blockChanges('# A\n\nText.', '# A\n\nText.')).toEqual([]);
  });

  it('shows what goes and what comes with one block around it', () => {
    const before = '# A\n\nOne.\n\nTwo.\n\nThree.\n\nFour.';
    expect(blockChanges(before, before.replace('Three.', 'Third.'))).toEqual([
      { kind: 'skipped', count: 2 },
      { kind: 'kept', markdown: 'Two.' },
      { kind: 'removed', markdown: 'Three.' },
      { kind: 'added', markdown: 'Third.' },
      { kind: 'kept', markdown: 'Four.' },
    ]);
  });

  it('a rich block is one block', () => {
    const before = ':::details[Why]\nBecause.\n\nReally.\n:::';
    expect(blockChanges(before, before.replace('Really', 'Truly'))).toEqual([
      { kind: 'removed', markdown: before },
      { kind: 'added', markdown: before.replace('Really', 'Truly') },
    ]);
  });

  it('shows a block between two changes once', () => {
    expect(blockChanges('a\n\nb\n\nc', 'A\n\nb\n\nC')).toEqual([
      { kind: 'removed', markdown: 'a' },
      { kind: 'added', markdown: 'A' },
      { kind: 'kept', markdown: 'b' },
      { kind: 'removed', markdown: 'c' },
      { kind: 'added', markdown: 'C' },
    ]);
  });
});
