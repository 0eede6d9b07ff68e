import type { SearchableDocument } from '../searchable-document.ts';
import type { MatchReason, SearchRequest } from '../../search-ports.ts';
import type { VisibleSpace } from '../../domain/document-filter.ts';
import type { Highlights } from '../query/findings.ts';
import type { SemanticHit } from '../semantic/vectors/rank-documents.ts';

/** What a search worker is told when it starts. */
export interface WorkerOptions {
  /** Folder of the saved index, or null: nothing is opened and nothing saved. */
  folder: string | null;
  /** The workspace that the saved index must belong to. */
  instanceId: string;
  /** Whether the saved index is opened; not when opening it has ended a worker before. */
  opensSaved: boolean;
  /** Whether the index may be saved. */
  saves: boolean;
}

/** Which index takes a document in: `both` is the current one and, during a rebuild, the new one too. */
export type PutTarget = 'both' | 'rebuilt';

/** What the worker is told, in order: an answer knows every document that was put before its question. */
export type ToWorker =
  | { kind: 'put'; document: SearchableDocument; target: PutTarget }
  | { kind: 'remove'; id: string }
  /** Every document has been put once. */
  | { kind: 'complete' }
  | { kind: 'rebuild'; step: 'begin' | 'cancel' }
  | { kind: 'ask'; number: number; question: Question };

export type FindRequest = Omit<SearchRequest, 'signal'>;

export type Question =
  /** `semantic`: what is close in meaning, best first, or null when meaning is not asked. */
  | { about: 'find'; request: FindRequest; semantic: readonly SemanticHit[] | null }
  | { about: 'excerpts'; highlights: Highlights; texts: readonly { markdown: string; summary: string }[] }
  | { about: 'similar'; id: string; visible: readonly VisibleSpace[]; limit: number }
  | { about: 'titles'; text: string; visible: readonly VisibleSpace[]; limit: number }
  | { about: 'count' }
  | ComparisonQuestion
  /** Whether the saved file is whole. */
  | { about: 'file' }
  /** The rebuilt index takes the place of the current one and is saved. */
  | { about: 'rebuilt' }
  /** Saves what is not saved yet, when that takes no longer than the budget. Nothing is answered after it. */
  | { about: 'close'; budgetMs: number };

/**
 * The documents compared with the index, a slice at a time: `begin`, `slice`…, `end`. With `repairs` what differs
 * is taken out at once, so that nothing out of date is ever found.
 */
export type ComparisonQuestion =
  | { about: 'comparison'; step: 'begin'; repairs: boolean }
  | { about: 'comparison'; step: 'slice'; ids: readonly string[]; stamps: readonly (string | null)[] }
  | { about: 'comparison'; step: 'end' };

export interface FoundHit {
  id: string;
  score: number;
  reasons: readonly MatchReason[];
  match: 'keyword' | 'semantic' | 'both';
  /** Where in the document the meaning is closest; null when it was found by words only. */
  closest: Pick<SemanticHit, 'section' | 'anchor'> | null;
}

export interface Excerpt {
  snippet: string;
  section: string | null;
  anchor: string | null;
}

export interface Difference {
  missing: string[];
  stale: string[];
  surplus: string[];
}

export type Answer =
  | { about: 'find'; hits: FoundHit[]; total: number; relaxed: boolean; highlights: Highlights }
  | { about: 'excerpts'; excerpts: Excerpt[] }
  | { about: 'similar'; documents: { id: string; score: number }[] }
  | { about: 'titles'; documents: { id: string }[] }
  | { about: 'count'; documents: number }
  | { about: 'comparison'; difference: Difference }
  | { about: 'file'; isWhole: boolean | null }
  | { about: 'rebuilt' }
  | { about: 'close' };

/** The saved index as it is on disk. */
export interface SavedState {
  bytes: number;
  /** ISO time. */
  at: string;
}

/** What the worker says. `taken` answers each `put`, in order. */
export type FromWorker =
  /** `problem` is why the saved index could not be used. */
  | { kind: 'ready'; documents: number; saved: SavedState | null; problem: string | null }
  | { kind: 'taken' }
  | { kind: 'begun'; number: number }
  | { kind: 'answer'; number: number; answer: Answer }
  | { kind: 'failed'; number: number; reason: string }
  /** What was asked is more work than one question may make. */
  | { kind: 'refused'; number: number }
  | { kind: 'saved'; saved: SavedState }
  /** The index works, but not its file: why, in words for the owner. */
  | { kind: 'unsaved'; problem: string }
  | { kind: 'log'; level: 'info' | 'warn' | 'error'; message: string; reason?: string };
