/** What a caller knows of one document: the last state that was acknowledged, and what may have happened since. */
export interface DocumentFact {
  id: string;
  content: string;
  isTrashed: boolean;
  /** Set while a request is on its way; after a crash it may have happened or not, but not half. */
  unknown?: { content?: string; isTrashed?: boolean } | undefined;
}

export interface TokenFact {
  id: string;
  secret: string;
  isRevoked: boolean;
  unknown?: { isRevoked: true } | undefined;
}

export interface RequestFact {
  id: string;
  document: DocumentFact;
  proposed: string;
  state: 'pending' | 'approved';
  unknown?: { state: 'approved' } | undefined;
}

/**
 * Everything that was acknowledged over all cycles: the client's side of the story, which the data must match.
 * Counts are by operation name, as the audit log has them.
 */
export interface Ledger {
  documents: DocumentFact[];
  tokens: TokenFact[];
  requests: RequestFact[];
  acknowledged: Map<string, number>;
  /** Requests that were on their way when the process was killed, by operation name. */
  unknown: Map<string, number>;
}

export function createLedger(): Ledger {
  return { documents: [], tokens: [], requests: [], acknowledged: new Map(), unknown: new Map() };
}

export function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

export function total(counts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const value of counts.values()) sum += value;
  return sum;
}
