import { pause } from '../sliced-work.ts';
import { isChained, CHAIN_START } from './audit-chain.ts';
import type { AuditLog } from './audit-log.ts';
import { parseEntry } from './audit-query.ts';
import { linesForward } from './audit-reading.ts';
import type { FileSystem } from './file-system.ts';
import type { Layout } from './layout.ts';

export interface AuditVerdict {
  entries: number;
  broken: { seq: number; problem: string }[];
}

/** The problem of a number that no entry has. */
export const MISSING_ENTRY = 'the entry is missing';

/** So many entries are checked without a pause. */
const SLICE_ENTRIES = 500;

/** More findings than this say nothing new. */
const MOST_FINDINGS = 1000;

/**
 * Walks the whole chain and names every entry that was altered, dropped, moved or cut off (security L1).
 * Behind a problem it goes on from what the next entry says, so that one bad line is one finding.
 */
export async function verifyAuditChain(
  fileSystem: FileSystem,
  layout: Layout,
  audit: AuditLog,
  key: Buffer,
): Promise<AuditVerdict> {
  const broken: AuditVerdict['broken'] = [];
  const { filed } = audit;
  const tail = audit.tail.slice();
  const last = tail.at(-1)?.seq ?? filed.seq;
  let entries = 0;
  let expected = 1;
  /** Null when the entry before is not known, so that the link to it cannot be checked. */
  let previousMac: string | null = CHAIN_START.mac;

  const find = (seq: number, problem: string) => {
    if (broken.length < MOST_FINDINGS) broken.push({ seq, problem });
  };
  const missing = (until: number) => {
    for (; expected < until && broken.length < MOST_FINDINGS; expected += 1) find(expected, MISSING_ENTRY);
    if (expected < until) expected = until;
  };

  for await (const line of allLines(
    fileSystem,
    layout,
    filed.files,
    tail.map((entry) => JSON.stringify(entry)),
  )) {
    const entry = parseEntry(line);
    entries += 1;
    if (entries % SLICE_ENTRIES === 0) await pause();
    if (!entry) {
      find(expected, 'the line cannot be read');
      expected += 1;
      previousMac = null;
      continue;
    }
    if (entry.seq < expected || entry.seq > last) {
      find(entry.seq, 'the entry is not in its place');
      continue;
    }
    if (entry.seq > expected) {
      missing(entry.seq);
      previousMac = null;
    }
    if (previousMac !== null && !isChained(key, previousMac, entry)) find(entry.seq, 'the entry was altered');
    previousMac = entry.mac;
    expected = entry.seq + 1;
  }
  missing(last + 1);
  return { entries, broken };
}

async function* allLines(
  fileSystem: FileSystem,
  layout: Layout,
  files: Record<string, number>,
  tail: readonly string[],
): AsyncGenerator<string> {
  for (const name of Object.keys(files).toSorted())
    yield* linesForward(fileSystem, layout.auditFile(name), files[name] ?? 0);
  yield* tail;
}
