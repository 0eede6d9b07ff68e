import { describe, expect, it } from 'vitest';
import { wishOf, type ChangeRequestSummary } from './change-request.ts';

describe('what a change request wants, in words', () => {
  it.each<[Pick<ChangeRequestSummary, 'proposed' | 'changes_content'>, string]>([
    [{ proposed: {}, changes_content: true }, 'Change the text'],
    [{ proposed: { status: 'published' }, changes_content: false }, 'Publish'],
    [{ proposed: { status: 'draft' }, changes_content: false }, 'Unpublish'],
    [
      { proposed: { status: 'published', tags: [] }, changes_content: true },
      'Publish, change the text and tags',
    ],
    [
      { proposed: { parent: null, space: 'notes' }, changes_content: false },
      'Change the space and place in the tree',
    ],
  ])('%j is “%s”', (request, wish) => {
    expect(wishOf(request as ChangeRequestSummary)).toBe(wish);
  });
});
