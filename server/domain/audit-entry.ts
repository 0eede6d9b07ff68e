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
}

/** An entry as it stands in the log: numbered without gaps and chained (security L1). */
export interface ChainedAuditEntry extends AuditEntry {
  seq: number;
  /** HMAC-SHA-256 over the previous entry's `mac` and this entry, hex. */
  mac: string;
}
