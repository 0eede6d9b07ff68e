import { describe, expect, it } from 'vitest';
import type { PageFields } from '../editing/page-fields.ts';
import { mergedPage, mergePage, undecided } from './merge-fields.ts';

const base: PageFields = {
  title: 'Bread',
  content: 'Flour\nWater\nSalt\n\nBake.\n',
  summary: '',
  tags: ['food'],
  type: 'knowledge',
  space: 'notes',
  parent: null,
};

describe('merging two people’s changes of a page', () => {
  it('takes of each field and passage what only one of them changed', () => {
    const theirs = {
      ...base,
      title: 'Rye bread',
      content: base.content.replace('Bake.', 'Bake for an hour.'),
    };
    const mine = { ...base, tags: ['food', 'baking'], content: base.content.replace('Flour', 'Rye flour') };
    const merge = mergePage(base, theirs, mine);
    expect(undecided(merge, { passages: [], fields: {} })).toBe(0);
    expect(mergedPage(merge, { passages: [], fields: {} })).toEqual({
      ...base,
      title: 'Rye bread',
      tags: ['food', 'baking'],
      content: 'Rye flour\nWater\nSalt\n\nBake for an hour.\n',
    });
  });

  it('leaves to decide what both changed differently, and nothing that both changed alike', () => {
    const theirs = {
      ...base,
      title: 'Their name',
      type: 'sop' as const,
      content: base.content.replace('Flour', 'Spelt'),
    };
    const mine = {
      ...base,
      title: 'My name',
      type: 'sop' as const,
      content: base.content.replace('Flour', 'Rye'),
    };
    const merge = mergePage(base, theirs, mine);
    expect(merge.fields).toEqual(['title']);
    expect(undecided(merge, { passages: [undefined], fields: {} })).toBe(2);
    const decisions = { passages: ['both' as const], fields: { title: 'live' as const } };
    expect(undecided(merge, decisions)).toBe(0);
    expect(mergedPage(merge, decisions)).toMatchObject({
      title: 'Their name',
      type: 'sop',
      content: 'Spelt\nRye\nWater\nSalt\n\nBake.\n',
    });
  });
});
