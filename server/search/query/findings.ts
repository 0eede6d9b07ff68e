import type { SearchQuery } from '../../domain/search-query.ts';
import type { MatchReason } from '../../search-ports.ts';
import type { DocumentSet, IndexReader } from '../index/index-reader.ts';

export interface FindRequest {
  query: SearchQuery;
  /** What the reader may see: its statistics rank. */
  readable: DocumentSet;
  /** What the reader asked for: a subset of `readable`; only its documents are found and counted. */
  wanted: DocumentSet;
  limit: number;
  offset: number;
}

export interface FoundDocument {
  document: number;
  score: number;
  reasons: readonly MatchReason[];
}

/** What the words of a query became, so that a passage that holds them can be shown. All folded and bounded. */
export interface Highlights {
  /** Terms (as `termKey` of analysis gives them), spellings that a typo was taken for included. */
  terms: readonly string[];
  /** Beginnings of words. */
  prefixes: readonly string[];
  /** Each phrase as its terms in order. */
  phrases: readonly (readonly string[])[];
}

export interface Findings {
  /** The page asked for: best first; equal scores newest first, then by id. */
  documents: readonly FoundDocument[];
  /** Exact. */
  total: number;
  /**
   * True when documents are among the results that hold only some of the words: instead of those that hold all,
   * where there are none, or behind them, where a sentence or many words found a few.
   */
  relaxed: boolean;
  highlights: Highlights;
}

export type FindDocuments = (index: IndexReader, request: FindRequest) => Findings;
