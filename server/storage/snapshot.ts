import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { CollectionName } from '../ports.ts';
import type { AuditFiled } from './audit-log.ts';
import { checksum, checksumText } from './checksum.ts';
import { DamagedFile } from './checksummed-json.ts';
import { replaceFileDurably } from './durable-file.ts';
import { listIfPresent, unlessMissing, type FileSystem } from './file-system.ts';
import { auditFiledSchema } from './filed.ts';
import type { JournalPlace } from './journal.ts';
import { FILED_NAMES, numberOf, RESIDENT_NAMES, type Layout } from './layout.ts';
import type { Memory } from './memory.ts';
import { checked } from './record-file.ts';
import { packRecords, unpackRecords, type PackedRecords } from './packed-records.ts';
import type { AnyRecord } from './records.ts';
import type { Workspace } from './workspace-file.ts';
import { trusted } from './trusted.ts';

const FORMAT = 'commonplace-snapshot';
/** Records made into text at a time: well under a millisecond. */
const SLICE = 200;
const LINE_FEED = 0x0a;
const COLLECTIONS: readonly CollectionName[] = [...RESIDENT_NAMES, ...FILED_NAMES];

/** All heads and resident records as they were after one journal record. */
export interface SnapshotContent {
  place: JournalPlace;
  workspace: Workspace;
  audit: AuditFiled;
  records: [CollectionName, readonly AnyRecord[]][];
}

const headerSchema = z.object({
  format: z.literal(FORMAT),
  seq: z.int().min(0),
  checksum: z.string(),
  workspace: z.object({ schema_version: z.int(), instance_id: z.string(), created_at: z.string() }),
  audit: auditFiledSchema,
});
const footerSchema = z.object({ end: z.literal(true), checksum: z.string() });

/** The committed records at this moment. They never change, so they may be written at leisure. */
export function recordsOf(memory: Memory): [CollectionName, AnyRecord[]][] {
  return COLLECTIONS.map((name) => [name, [...memory.map(name).values()]]);
}

/** Writes `snapshot/<seq>.jsonl`; when it returns, the journal up to `seq` is no longer needed. Answers its bytes. */
export async function writeSnapshot(
  fileSystem: FileSystem,
  layout: Layout,
  content: SnapshotContent,
): Promise<number> {
  return replaceFileDurably(fileSystem, layout.snapshot(content.place.seq), chunksOf(content));
}

function* chunksOf({ place, workspace, audit, records }: SnapshotContent): Iterable<Uint8Array> {
  let running = 0;
  const line = (value: unknown) => {
    const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
    running = crc32(bytes, running);
    return bytes;
  };
  yield line({ format: FORMAT, seq: place.seq, checksum: place.checksum, workspace, audit });
  for (const [collection, all] of records) {
    for (let start = 0; start < all.length; start += SLICE) {
      yield line({ collection, ...packRecords(all.slice(start, start + SLICE)) });
    }
  }
  yield Buffer.from(`${JSON.stringify({ end: true, checksum: checksumText(running) })}\n`);
}

/** @throws {DamagedFile} or a system error when the file cannot be used. */
export async function readSnapshot(
  fileSystem: FileSystem,
  path: string,
): Promise<SnapshotContent & { bytes: number }> {
  const bytes = await fileSystem.readFile(path);
  const footerStart = bytes.lastIndexOf('\n', bytes.length - 2) + 1;
  const body = bytes.subarray(0, footerStart);
  const footer = checked(footerSchema, parseLine(bytes.toString('utf8', footerStart)));
  if (checksum(body) !== footer.checksum) throw new DamagedFile('the content does not fit its checksum');
  const [first, ...rows] = parseLines(body);
  const header = checked(headerSchema, first);
  return {
    place: { seq: header.seq, checksum: header.checksum },
    workspace: header.workspace,
    audit: header.audit,
    records: rows.map(rowsOf),
    bytes: bytes.length,
  };
}

/**
 * One line after another, each text gone before the next is made: a start does not wait for the garbage of a text of
 * all, which takes two bytes a character as soon as one stands beyond ASCII.
 */
function parseLines(body: Buffer): unknown[] {
  const values: unknown[] = [];
  for (let start = 0; start < body.length;) {
    const end = body.indexOf(LINE_FEED, start);
    if (end === -1) throw new DamagedFile('the file was cut or altered');
    values.push(parseLine(body.toString('utf8', start, end)));
    start = end + 1;
  }
  return values;
}

/** The checksum vouches for the rows: these are records that this program wrote. */
function rowsOf(value: unknown): [CollectionName, readonly AnyRecord[]] {
  const { collection, ...packed } = trusted<{ collection: CollectionName } & PackedRecords>(value);
  return [collection, unpackRecords(packed)];
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new DamagedFile('the file was cut or altered');
  }
}

/** Numbers of the snapshots on disk, newest first. */
export async function snapshotsOf(fileSystem: FileSystem, layout: Layout): Promise<number[]> {
  const entries = await listIfPresent(fileSystem, layout.folders.snapshot);
  const numbers = entries.map((entry) => numberOf(entry.name)).filter((seq) => seq !== undefined);
  return numbers.toSorted((a, b) => b - a);
}

/** Removes the snapshots that a newer one has replaced. */
export async function dropOlderSnapshots(
  fileSystem: FileSystem,
  layout: Layout,
  newest: number,
): Promise<void> {
  const older = (await snapshotsOf(fileSystem, layout)).filter((seq) => seq < newest);
  for (const seq of older) await unlessMissing(fileSystem.unlink(layout.snapshot(seq)));
  if (older.length > 0) await fileSystem.syncFolder(layout.folders.snapshot);
}
