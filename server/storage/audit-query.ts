import { isAboutSitting, type ChainedAuditEntry } from '../domain/audit-entry.ts';
import type { AuditQuery } from '../ports.ts';
import type { AuditLog } from './audit-log.ts';
import { linesBackward } from './audit-reading.ts';
import type { FileSystem } from './file-system.ts';
import type { Layout } from './layout.ts';
import { trusted } from './trusted.ts';

/** Entries that a query asks for, newest first. Reads no file that is older than what it asks for. */
export async function queryAudit(
  fileSystem: FileSystem,
  layout: Layout,
  audit: AuditLog,
  query: AuditQuery,
): Promise<ChainedAuditEntry[]> {
  const found: ChainedAuditEntry[] = [];
  for await (const entry of newestFirst(fileSystem, layout, audit, query)) {
    if (matches(entry, query)) found.push(entry);
    if (found.length >= query.limit) break;
  }
  return found;
}

async function* newestFirst(
  fileSystem: FileSystem,
  layout: Layout,
  audit: AuditLog,
  { since, sittings, credential_id }: AuditQuery,
): AsyncGenerator<ChainedAuditEntry> {
  // Taken together, so that entries which are filed meanwhile come once.
  const { filed } = audit;
  yield* audit.tail.toReversed();
  for (const name of Object.keys(filed.files).toSorted().toReversed()) {
    // A file holds no entry that is younger than its month.
    if (since !== undefined && name < `${since.slice(0, 7)}.jsonl`) return;
    for await (const line of linesBackward(fileSystem, layout.auditFile(name), filed.files[name] ?? 0)) {
      // Most lines are not about these: looking for the id is much quicker than reading the line.
      if (sittings && !sittings.some((id) => line.includes(id))) continue;
      if (credential_id !== undefined && !line.includes(credential_id)) continue;
      const entry = parseEntry(line);
      if (entry) yield entry;
    }
  }
}

/** An entry as it stands in a line; undefined for a line that was damaged, which `verifyAudit` reports. */
export function parseEntry(line: string): ChainedAuditEntry | undefined {
  try {
    const entry = trusted<Partial<ChainedAuditEntry> | null>(JSON.parse(line));
    return typeof entry?.seq === 'number' && typeof entry.mac === 'string'
      ? trusted<ChainedAuditEntry>(entry)
      : undefined;
  } catch {
    return undefined;
  }
}

function matches(entry: ChainedAuditEntry, query: AuditQuery): boolean {
  return (
    (query.since === undefined || entry.at >= query.since) &&
    (query.until === undefined || entry.at <= query.until) &&
    (query.user_id === undefined || entry.user_id === query.user_id) &&
    (query.action === undefined || entry.action === query.action) &&
    (query.via === undefined || entry.via === query.via) &&
    (query.credential_id === undefined || entry.credential_id === query.credential_id) &&
    (query.sittings === undefined || query.sittings.some((id) => isAboutSitting(entry, id))) &&
    (query.before_seq === undefined || entry.seq < query.before_seq)
  );
}
