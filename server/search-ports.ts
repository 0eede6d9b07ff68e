import type { DocumentFilter, VisibleSpace } from './domain/document-filter.ts';
import type { SearchQuery } from './domain/search-query.ts';

/** Why a document was found: by words, a phrase, the beginning of a word, a word with one typo, or its meaning. */
export type MatchReason = 'words' | 'phrase' | 'prefix' | 'typo' | 'meaning';

export interface SearchHit {
  id: string;
  score: number;
  match: 'keyword' | 'semantic' | 'both';
  reasons: readonly MatchReason[];
  snippet: string;
  /** Heading of the section that the snippet comes from, or null. */
  section: string | null;
  /** The heading's anchor within the page, without `#`, or null. */
  anchor: string | null;
}

export interface SearchResult {
  hits: SearchHit[];
  total: number;
  /** True when nothing held every word and the answer holds documents with some of them. */
  relaxed: boolean;
  /** True while the index is still being built. */
  partial: boolean;
}

export interface SearchRequest {
  query: SearchQuery;
  visible: readonly VisibleSpace[];
  filter: DocumentFilter;
  limit: number;
  offset: number;
  /** Set while the query is being typed: quick answers count for more, and meaning is not asked for. */
  asYouType?: boolean;
}

/** What the owner is told about the index (diagnostics, `index check`). */
export interface SearchStatus {
  /** `ready`: every document is in; `building`: results are partial; `off`: switched off, or no server runs; `unavailable`: being restarted. */
  state: 'ready' | 'building' | 'off' | 'unavailable';
  /** Documents in the index, and documents that belong in it. */
  indexed: number;
  documents: number;
  /** How far the building is that is under way, at a start or by `rebuild`; null while there is none. */
  progress: BuildProgress | null;
  /** Size of the saved index on disk, or null when there is none yet. */
  saved_bytes: number | null;
  saved_at: string | null;
  /** What went wrong with the saved index at this start, or null. */
  problem: string | null;
  semantic: SemanticStatus;
}

/** Documents that were read for an index that is being built, and all that it is built of. */
export interface BuildProgress {
  done: number;
  total: number;
}

export interface SemanticStatus {
  state: 'off' | 'ready' | 'building' | 'failing';
  model: string | null;
  /** Documents with vectors of the current model, and documents that need them. */
  embedded: number;
  documents: number;
  /** Why the provider does not answer, in words for the owner, and when it is tried next; null when all is well. */
  problem: string | null;
  retry_at: string | null;
}

/** How the index compares with the documents. */
export interface IndexCheck {
  documents: number;
  indexed: number;
  /** Ids of documents that are not in the index, are in it in another state, or should not be in it. At most 100 each. */
  missing: string[];
  stale: string[];
  surplus: string[];
  /** Whether the saved file is whole; null when there is none. */
  file_is_whole: boolean | null;
}

/**
 * Full-text search, fused with meaning where an embeddings provider is configured. A query without words and
 * phrases lists newest first. Rights and filters are applied before anything is ranked or counted (security A3).
 */
export interface SearchIndex {
  search(request: SearchRequest & { signal?: AbortSignal }): Promise<SearchResult>;
  /** Documents like this one, best first; only what the reader may see, never the document itself. */
  similarDocuments(request: {
    id: string;
    visible: readonly VisibleSpace[];
    limit: number;
  }): Promise<{ id: string; score: number }[]>;
  /** Documents whose titles come closest to a text, typos forgiven, for "did you mean". */
  closestTitles(request: {
    text: string;
    visible: readonly VisibleSpace[];
    limit: number;
  }): Promise<{ id: string }[]>;
  status(): Promise<SearchStatus>;
  /** Compares the index with the documents and the saved file with its checksum; changes nothing. */
  check(): Promise<IndexCheck>;
  /** Builds the index anew in the background; searches are answered from the old one until then. Resolves when done. */
  rebuild(signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
