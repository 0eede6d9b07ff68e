import type { ChainedAuditEntry } from '../domain/audit-entry.ts';
import type { AuditFiled } from './audit-log.ts';
import { auditFilesAsTheyAre, auditKeyOf, readAuditKeys, recoverAudit } from './audit-recovery.ts';
import { createDatabases } from './collection-file.ts';
import { describeProblem } from './damage-log.ts';
import { readFiled, type Filed } from './filed.ts';
import {
  damagedCollections,
  rebuildFromFiles,
  renewCollections,
  type FilesContext,
  type FilesReach,
} from './files-recovery.ts';
import type { JournalPosition } from './journal.ts';
import { readJournal, type JournalHole, type JournalRead } from './journal-recovery.ts';
import { createMemory, type Memory } from './memory.ts';
import type { FiledName } from '../ports.ts';
import { missingRecords, recordFiles } from './record-folders.ts';
import type { JournalRecord, RecordChange } from './records.ts';
import { readSnapshot, snapshotsOf, type SnapshotContent } from './snapshot.ts';
import { createUnfiled, type Unfiled } from './unfiled.ts';

/** Everything that a start found on disk. Nothing was changed yet; `repairs` are done when writing is allowed. */
export interface Recovered {
  memory: Memory;
  unfiled: Unfiled;
  auditKey: Buffer | undefined;
  auditFiled: AuditFiled;
  auditTail: ChainedAuditEntry[];
  /** What `filed.json` said. */
  filed: Filed | undefined;
  /** Last record that is known. */
  seq: number;
  /** Where the journal goes on; undefined when a new segment has to be made. */
  position: JournalPosition | undefined;
  tornBytes: number;
  unfiledJournal: { records: number; bytes: number };
  snapshotBytes: number;
  /** Records whose file has to be recovered. */
  missing: { collection: FiledName; id: string }[];
  /** Documents that the journal names: only they can have half-written version files. */
  touched: Set<string>;
  repairs: (() => Promise<void>)[];
}

/** Snapshot, journal behind it, and the files as the twin of both (security X6). */
export async function recover(context: FilesContext): Promise<Recovered> {
  const { fileSystem, layout, damage } = context;
  const memory = createMemory(createDatabases(fileSystem, layout));
  const unfiled = createUnfiled();
  const repairs: (() => Promise<void>)[] = [];
  // What needs nothing of the snapshot is read while that is.
  const [[filed, recordsOnDisk], snapshot, collections, keys] = await Promise.all([
    loadFiled(context, repairs).then(
      async (found) => [found, await recordFiles(context, (found?.closed && found.whole) || {})] as const,
    ),
    loadSnapshot(context, repairs),
    damagedCollections(context, memory),
    readAuditKeys(fileSystem, layout),
  ]);
  const journal = await readJournal(fileSystem, layout, snapshot?.place);
  const end = journal.records.at(-1)?.seq ?? snapshot?.place.seq ?? 0;
  const holes = [
    ...journal.holes,
    ...cutOff(journal, end, filed, layout.segment(journal.position?.segment ?? end + 1)),
  ];

  const intact = holes.length === 0;
  const filesCover = !intact && holes.every((hole) => isFiled(hole, filed));
  reportHoles(context, holes, filesCover);
  if (snapshot) fill(context, memory, snapshot);
  const files = snapshot && intact ? undefined : await rebuildFromFiles(context, memory);
  const filedSeq = filed?.seq ?? 0;
  // Behind a hole older records would take the files back to what they were before it.
  const records = intact ? journal.records : journal.records.filter(({ seq }) => seq > filedSeq);
  applyJournal(context, { memory, unfiled, records, filedSeq, files });
  repairs.push(...renewCollections(context, unfiled, collections), ...keepDamagedSegments(context, holes));

  const key = auditKeyOf(keys, damage, fileSystem);
  repairs.push(key.repair);
  const missing = missingRecords(recordsOnDisk, memory, unfiled);
  for (const { collection, id } of missing)
    repairs.push(() => damage.setAside(layout.record(collection, id)));
  const candidates = [filed?.audit, snapshot?.audit].filter((candidate) => candidate !== undefined);
  const journalled = journal.records.flatMap((record) => record.audit);
  const isCovered = intact && candidates.length > 0;
  const asTheyAre = isCovered ? undefined : await auditFilesAsTheyAre(fileSystem, layout);
  const audit = await recoverAudit({ fileSystem, layout, damage, candidates, journalled, asTheyAre });
  repairs.push(audit.repair);
  return {
    memory,
    unfiled,
    auditKey: key.key,
    auditFiled: audit.filed,
    auditTail: audit.tail,
    filed,
    seq: Math.max(end, filedSeq, files?.seq ?? 0),
    position: intact ? journal.position : undefined,
    tornBytes: journal.tornBytes,
    unfiledJournal: journal.unfiled,
    snapshotBytes: snapshot?.bytes ?? 0,
    missing,
    touched: new Set(
      journal.records.flatMap((record) => record.versions.map((version) => version.document_id)),
    ),
    repairs,
  };
}

async function loadFiled(
  { fileSystem, layout, damage }: FilesContext,
  repairs: (() => Promise<void>)[],
): Promise<Filed | undefined> {
  try {
    return await readFiled(fileSystem, layout);
  } catch (error) {
    damage.report(layout.filed, { problem: describeProblem(error), action: 'written anew', lost: false });
    repairs.push(() => damage.setAside(layout.filed));
    return undefined;
  }
}

async function loadSnapshot(
  { fileSystem, layout, damage }: FilesContext,
  repairs: (() => Promise<void>)[],
): Promise<(SnapshotContent & { bytes: number }) | undefined> {
  const [newest] = await snapshotsOf(fileSystem, layout);
  const path = newest === undefined ? layout.folders.snapshot : layout.snapshot(newest);
  try {
    return await readSnapshot(fileSystem, path);
  } catch (error) {
    damage.report(path, {
      problem: describeProblem(error),
      action: 'rebuilt from the files of the records',
      lost: false,
    });
    if (newest !== undefined) repairs.push(() => damage.setAside(path));
    return undefined;
  }
}

/** A journal that ends before what was filed has lost its end. */
function cutOff(journal: JournalRead, end: number, filed: Filed | undefined, path: string): JournalHole[] {
  if (!filed || journal.holes.length > 0 || end >= filed.seq) return [];
  return [
    { path, problem: 'the journal ends too early', from: end + 1, to: filed.closed ? filed.seq : null },
  ];
}

/** Whether all that is missing stands in the files. */
function isFiled(hole: JournalHole, filed: Filed | undefined): boolean {
  if (!filed) return false;
  return filed.closed || (hole.to !== null && hole.to <= filed.seq);
}

function reportHoles({ damage }: FilesContext, holes: readonly JournalHole[], filesCover: boolean): void {
  for (const { path, problem, from, to } of holes) {
    const which = to === null ? `changes from number ${from} on` : `changes ${from} to ${to}`;
    const action = filesCover
      ? 'rebuilt from the files of the records'
      : `of ${which}, what was in no other file yet could not be recovered; nothing was deleted`;
    damage.report(path, { problem, action, lost: !filesCover });
  }
}

/** Older segments are removed once a snapshot covers them; of damaged ones the owner keeps a copy. */
function keepDamagedSegments(
  { fileSystem, damage }: FilesContext,
  holes: readonly JournalHole[],
): (() => Promise<void>)[] {
  const paths = new Set(holes.map((hole) => hole.path));
  return [...paths].map((path) => async () => {
    const found = await fileSystem.stat(path);
    if (found?.kind === 'folder') await damage.setAside(path);
    else await damage.keepCopy(path);
  });
}

function fill({ upgrade }: FilesContext, memory: Memory, snapshot: SnapshotContent): void {
  for (const [name, records] of snapshot.records) {
    const map = memory.map(name);
    for (const record of records) map.set(record.id, upgrade(name, record));
  }
}

interface JournalApplication {
  memory: Memory;
  unfiled: Unfiled;
  records: readonly JournalRecord[];
  /** Up to here the files hold everything: texts need not be kept in memory. */
  filedSeq: number;
  /** What the memory was rebuilt from, when it was. */
  files: FilesReach | undefined;
}

function applyJournal(
  { upgrade }: FilesContext,
  { memory, unfiled, records, filedSeq, files }: JournalApplication,
): void {
  for (const record of records) {
    const changes = record.changes
      .filter(({ collection, id }) => !files?.hold(collection, id, record.seq))
      .map((change) => upgraded(upgrade, change));
    for (const change of changes) memory.apply(change);
    if (record.seq > filedSeq) unfiled.note({ ...record, changes }, record.seq);
  }
}

function upgraded(upgrade: FilesContext['upgrade'], change: RecordChange): RecordChange {
  return change.record === null ? change : { ...change, record: upgrade(change.collection, change.record) };
}
