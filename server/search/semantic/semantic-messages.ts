import type { EmbeddingsProvider } from '../../domain/embeddings.ts';
import type { DocumentFilter, VisibleSpace } from '../../domain/document-filter.ts';
import type { BackOff } from './provider/provider-health.ts';
import type { DocumentFacts } from './vectors/document-catalog.ts';
import type { SemanticHit } from './vectors/rank-documents.ts';

/** What a worker is started with: one provider for its whole life. */
export interface SemanticConfig {
  provider: EmbeddingsProvider;
  key: string | null;
  /** `embeddings/` of the data folder. */
  folder: string;
  instanceId: string;
  backOff: BackOff;
}

export interface DocumentText {
  id: string;
  stamp: string;
  title: string;
  summary: string;
  content: string;
}

export interface RankRequest {
  text: string;
  visible: readonly VisibleSpace[];
  filter: DocumentFilter;
}

export type ToSemanticWorker =
  | { kind: 'documents'; documents: readonly DocumentFacts[] }
  /** Every document was named: what is not known now is gone. */
  | { kind: 'all-known' }
  | { kind: 'removed'; id: string }
  /** Answers `need`. Documents that are gone are left out. */
  | { kind: 'texts'; texts: readonly DocumentText[] }
  | { kind: 'rank'; number: number; request: RankRequest };

export type FromSemanticWorker =
  | { kind: 'need'; ids: readonly string[] }
  | { kind: 'progress'; progress: SemanticProgress }
  /** Null when there is nothing to rank by. */
  | { kind: 'ranked'; number: number; hits: readonly SemanticHit[] | null }
  /** A fault of ours, for the log. */
  | { kind: 'fault'; reason: string };

export interface SemanticProgress {
  /** How many messages about documents have been received. */
  received: number;
  /** Whether rankings are given: every document had its turn once. */
  isReady: boolean;
  /** Documents with vectors of their present text, and documents that there are. */
  embedded: number;
  documents: number;
  /** Whether documents are waiting for their turn. */
  isBusy: boolean;
  /** What is wrong, in words for the owner, and when it is tried again (milliseconds since 1970). */
  problem: string | null;
  retryAt: number | null;
}
