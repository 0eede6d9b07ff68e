import type { SearchableDocument } from '../../../../server/search/searchable-document.ts';
import type { BenchQuery } from '../../search/query-sets.ts';

export interface PeerAnswer {
  /** Best first. */
  ids: string[];
  /** How many documents match; null where the engine does not tell. */
  total: number | null;
}

/** An index as it is written to disk: text or bytes. */
export type Saved = string | Uint8Array;

/** Who asks: somebody who sees everything, somebody who sees no drafts, somebody who narrows by a filter. */
export type Audience = 'everything' | 'published' | 'filtered';

/** A search engine that others are compared with. Documents are given as they are stored: Markdown. */
export interface SearchPeer {
  /** Takes in all documents; called once. */
  build(documents: readonly SearchableDocument[]): void;
  /** Answers with the best `limit` documents; null where the engine has no such query. */
  search(query: BenchQuery, limit: number, audience: Audience): PeerAnswer | null | Promise<PeerAnswer>;
  /** Replaces one document; absent where the engine can't. */
  replace?(document: SearchableDocument): void;
  /** What would be written to disk, and the same index made from it again. */
  save?(): Saved;
  load?(saved: Saved): void;
}

export const tagLine = ({ tags }: SearchableDocument): string => tags.join(' ');
