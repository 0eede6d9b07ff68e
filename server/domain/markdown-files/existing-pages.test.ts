import { describe, expect, it } from 'vitest';
import { findExistingPages, withoutExisting } from './existing-pages.ts';
import type { PlannedPage } from './import-plan.ts';

function page(id: string, title: string, parent?: string, content = ''): PlannedPage {
  const nesting = parent === undefined ? {} : { parent };
  return { id, title, content, tags: [], type: 'knowledge', summary: '', ...nesting };
}

describe('pages that a space has already', () => {
  const planned = [page('doc_1', 'Guide'), page('doc_2', 'Overview', 'doc_1'), page('doc_3', 'Overview')];

  it('have the same title at the same place', () => {
    const existing = [
      { id: 'doc_a', title: 'Guide', parent: null },
      { id: 'doc_b', title: 'Overview', parent: 'doc_a' },
    ];
    expect(findExistingPages(planned, existing)).toEqual(
      new Map([
        ['doc_1', 'doc_a'],
        ['doc_2', 'doc_b'],
      ]),
    );
  });

  it('stand for one page each: of two of one title and place one is still missing', () => {
    const twins = [page('doc_1', 'Note'), page('doc_2', 'Note')];
    expect(findExistingPages(twins, [{ id: 'doc_a', title: 'Note', parent: null }]).size).toBe(1);
  });

  it('are none where the title stands elsewhere, also when parents go round in a circle', () => {
    const existing = [
      { id: 'doc_a', title: 'Overview', parent: 'doc_b' },
      { id: 'doc_b', title: 'Elsewhere', parent: 'doc_a' },
    ];
    expect(findExistingPages(planned, existing).size).toBe(0);
  });
});

it('the other pages go under the existing ones and link to them', () => {
  const planned = [
    page('doc_1', 'Guide'),
    page('doc_2', 'New', 'doc_1', 'See [it](/documents/doc_1#top) and [me](/documents/doc_2).'),
  ];
  expect(withoutExisting(planned, new Map([['doc_1', 'doc_a']]))).toEqual([
    page('doc_2', 'New', 'doc_a', 'See [it](/documents/doc_a#top) and [me](/documents/doc_2).'),
  ]);
});
