import type { DocumentHead } from '../domain/document.ts';
import type { DocumentFilter, VisibleSpace } from '../domain/document-filter.ts';
import type { SearchQuery } from '../domain/search-query.ts';
import type { SearchHit } from '../ports.ts';

/** A document as the index takes it in: what is searched, filtered and ordered by. */
export interface SearchableDocument extends Pick<
  DocumentHead,
  'id' | 'title' | 'summary' | 'tags' | 'type' | 'status' | 'space_id' | 'author_id' | 'updated_at'
> {
  content: string;
}

export interface SearchRequest {
  query: SearchQuery;
  visible: readonly VisibleSpace[];
  filter: DocumentFilter;
  limit: number;
  offset: number;
}

export interface Found {
  hits: SearchHit[];
  total: number;
  relaxed: boolean;
}

/** What the worker is told, in order: a search sees every document that was put before it. */
export type ToWorker =
  | { kind: 'put'; document: SearchableDocument }
  | { kind: 'remove'; id: string }
  | { kind: 'search'; number: number; request: SearchRequest };

/** What the worker answers. `taken` answers each `put`, in order. */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'taken' }
  | { kind: 'searching'; number: number }
  | { kind: 'found'; number: number; found: Found }
  | { kind: 'failed'; number: number; reason: string };
