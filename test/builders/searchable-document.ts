import type { SearchableDocument } from '../../server/search/searchable-document.ts';

/** A published document of the space `spc_a` as the search index takes it in, with the given parts. */
export function searchableDocument(parts: Partial<SearchableDocument> = {}): SearchableDocument {
  return {
    id: 'doc_a',
    title: '',
    summary: '',
    tags: [],
    type: 'knowledge',
    status: 'published',
    space_id: 'spc_a',
    author_id: 'usr_ada',
    updated_at: '2026-01-02T03:04:05.000Z',
    content: '',
    stamp: '1',
    ...parts,
  };
}
