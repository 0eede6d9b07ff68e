import type { DocumentHead, Provenance } from '../../server/domain/document.ts';

/** Who changed the documents of tests that do not care. */
export const BY: Provenance = { user_id: 'usr_ada', via: 'app', client: null };

/** A published document in the space `spc_a`, for tests that care about a few of its fields only. */
export function documentHead(over: Partial<DocumentHead> & { id: string }): DocumentHead {
  return {
    space_id: 'spc_a',
    parent_id: null,
    title: 'Untitled',
    summary: '',
    tags: [],
    type: 'knowledge',
    status: 'published',
    version: 1,
    author_id: 'usr_ada',
    updated_by: BY,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    published_at: null,
    links: [],
    trashed: null,
    ...over,
  };
}
