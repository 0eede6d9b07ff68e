import type { Via } from './document.ts';

/** What happened, who did it, through what. Written in the same commit as the change (security L1). */
export interface AuditEntry {
  at: string;
  /** Null for the program itself. */
  user_id: string | null;
  username: string | null;
  via: Via;
  /** Name of the connected app or token, or null. */
  client: string | null;
  credential_id: string | null;
  ip: string | null;
  request_id: string;
  /** Name of the operation, e.g. `documents.update`. */
  action: string;
  target: { type: string; id: string } | null;
  /** `ok`, `queued`, or `refused: <error code>`. */
  result: string;
  details: Record<string, string | number | boolean> | null;
  /** The sitting that a write through an app or a token belongs to. */
  sitting?: string;
}

/** An entry as it stands in the log: numbered without gaps and chained (security L1). */
export interface ChainedAuditEntry extends AuditEntry {
  seq: number;
  /** HMAC-SHA-256 over the previous entry's `mac` and this entry, hex. */
  mac: string;
}

/** Whether an entry is a write of a sitting, or tells that somebody took the sitting's changes back. */
export function isAboutSitting({ sitting, target }: AuditEntry, id: string): boolean {
  return sitting === id || (target?.type === 'sitting' && target.id === id);
}
