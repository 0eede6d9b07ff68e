import { createHmac } from 'node:crypto';
import type { AuditEntry, ChainedAuditEntry } from '../domain/audit-entry.ts';

/** The last entry of the chain: what the next one is bound to. */
export interface ChainEnd {
  seq: number;
  mac: string;
}

export const CHAIN_START: ChainEnd = { seq: 0, mac: '0'.repeat(64) };

/** Numbers an entry and binds it to the one before: HMAC-SHA-256(key, previous mac + canonical JSON) (security L1). */
export function chain(key: Buffer, previous: ChainEnd, entry: AuditEntry): ChainedAuditEntry {
  const numbered = { ...entry, seq: previous.seq + 1 };
  return { ...numbered, mac: macOf(key, previous.mac, numbered) };
}

/** Whether an entry is the one that was chained behind `previousMac`. */
export function isChained(
  key: Buffer,
  previousMac: string,
  { mac, ...numbered }: ChainedAuditEntry,
): boolean {
  return mac === macOf(key, previousMac, numbered);
}

function macOf(key: Buffer, previousMac: string, numbered: AuditEntry & { seq: number }): string {
  return createHmac('sha256', key).update(previousMac).update(canonicalJson(numbered)).digest('hex');
}

/** JSON with members in the order of their names, so that the way a file was rewritten does not matter. */
function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members: Readonly<Record<string, unknown>> = { ...value };
  const names = Object.keys(members).filter((name) => members[name] !== undefined);
  // In the order of their UTF-16 units, which is that of a sort without a comparison of its own.
  const sorted = names.toSorted();
  return `{${sorted.map((name) => `${JSON.stringify(name)}:${canonicalJson(members[name])}`).join(',')}}`;
}
