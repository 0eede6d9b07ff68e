import type { AuditEntry, ChainedAuditEntry } from '../domain/audit-entry.ts';
import { chain, CHAIN_START, type ChainEnd } from './audit-chain.ts';
import { endOfLines } from './audit-reading.ts';
import { writeFully } from './durable-file.ts';
import type { FileSystem } from './file-system.ts';
import type { Layout } from './layout.ts';

/** How far the audit files go: last entry, and good bytes in each file. Kept in snapshots and `filed.json`. */
export interface AuditFiled extends ChainEnd {
  files: Record<string, number>;
}

export const NOTHING_FILED: AuditFiled = { ...CHAIN_START, files: {} };

/** The append-only audit log: entries are durable in the journal first and move to a file a month later on. */
export interface AuditLog {
  /** Last entry that was given its place. */
  readonly end: ChainEnd;
  readonly filed: AuditFiled;
  /** Entries that only the journal holds, oldest first. */
  readonly tail: readonly ChainedAuditEntry[];
  /** Gives entries their place. Undone with `rewind` when they did not reach the journal. */
  seal(entries: readonly AuditEntry[]): ChainedAuditEntry[];
  rewind(end: ChainEnd): void;
  /** Takes entries that are durable in the journal. */
  add(entries: readonly ChainedAuditEntry[]): void;
  /** Appends the tail to its files and flushes them; on failure everything is as before. */
  file(): Promise<void>;
}

export interface AuditLogOptions {
  fileSystem: FileSystem;
  layout: Layout;
  key: Buffer;
  filed: AuditFiled;
  tail: ChainedAuditEntry[];
}

export function createAuditLog({ fileSystem, layout, key, ...start }: AuditLogOptions): AuditLog {
  let filed = start.filed;
  let tail = start.tail;
  let end: ChainEnd = tail.at(-1) ?? filed;
  return {
    get end() {
      return end;
    },
    get filed() {
      return filed;
    },
    get tail() {
      return tail;
    },
    seal(entries) {
      return entries.map((entry) => {
        const chained = chain(key, end, entry);
        end = { seq: chained.seq, mac: chained.mac };
        return chained;
      });
    },
    rewind(to) {
      end = { seq: to.seq, mac: to.mac };
    },
    add(entries) {
      for (const entry of entries) tail.push(entry);
    },
    async file() {
      const taken = tail.slice();
      const last = taken.at(-1);
      if (!last) return;
      const files = { ...filed.files };
      for (const [name, lines] of linesByFile(taken, files)) {
        files[name] = await append(fileSystem, layout, name, files[name] ?? 0, lines);
      }
      filed = { seq: last.seq, mac: last.mac, files };
      tail = tail.slice(taken.length);
    },
  };
}

/**
 * A file for each month of the entries' times. When the clock goes back, entries stay with the newest file:
 * files in the order of their names hold the entries in the order of their numbers, whatever the clock does.
 */
function linesByFile(
  entries: readonly ChainedAuditEntry[],
  files: Record<string, number>,
): Map<string, string> {
  const lines = new Map<string, string>();
  let current = Object.keys(files).toSorted().at(-1) ?? '';
  for (const entry of entries) {
    const month = `${entry.at.slice(0, 7)}.jsonl`;
    if (month > current) current = month;
    lines.set(current, `${lines.get(current) ?? ''}${JSON.stringify(entry)}\n`);
  }
  return lines;
}

async function append(
  fileSystem: FileSystem,
  layout: Layout,
  name: string,
  position: number,
  lines: string,
): Promise<number> {
  const path = layout.auditFile(name);
  const isNew = (await fileSystem.stat(path)) === undefined;
  const file = await fileSystem.open(path, isNew ? 'create' : 'update');
  const bytes = Buffer.from(lines);
  try {
    // Usually `position`; where somebody has cut the file, no line may stand behind a gap or half a line.
    const start = await endOfLines(file, position);
    // What stands behind the recorded length was written by an attempt that did not come to its end.
    if ((await file.size()) > start) await file.truncate(start);
    await writeFully(file, bytes, start);
    await file.datasync();
    if (isNew) await fileSystem.syncFolder(layout.folders.audit);
    return start + bytes.length;
  } finally {
    await file.close();
  }
}
