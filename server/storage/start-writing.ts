import { join } from 'node:path';
import { AppError } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { Contents } from './contents.ts';
import type { DamageLog } from './damage-log.ts';
import type { FileSystem } from './file-system.ts';
import { writeFiled } from './filed.ts';
import { removeTemporaries, type FilesContext } from './files-recovery.ts';
import { createSegment, FIRST_PLACE, openJournal, type Journal, type JournalPosition } from './journal.ts';
import { FILED_NAMES, RESIDENT_NAMES, type Layout } from './layout.ts';
import type { Memory } from './memory.ts';
import { keyOf } from './records.ts';
import type { Recovered } from './recovery.ts';
import { SCHEMA_VERSION } from './migrations.ts';
import type { Unfiled } from './unfiled.ts';
import { writeWorkspaceFile, type Workspace } from './workspace-file.ts';
import type { Writer } from './writer.ts';

/**
 * Takes the text of records whose file is missing from its twin; with `acceptLoss` a lost text becomes empty.
 *
 * @returns those whose text became empty
 */
export async function recoverMissing(
  found: Recovered,
  contents: Contents,
  acceptLoss: boolean,
): Promise<Recovered['missing']> {
  const emptied: Recovered['missing'] = [];
  for (const { collection, id } of found.missing) {
    try {
      await contents.read(collection, id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (!acceptLoss) continue;
      found.unfiled.records.set(keyOf(collection, id), { collection, id, seq: found.seq, content: '' });
      emptied.push({ collection, id });
    }
  }
  return emptied;
}

/** Does what recovery left to do on disk, and opens the journal where it goes on. */
export async function prepareJournal(context: FilesContext, found: Recovered, log: Logger): Promise<Journal> {
  const { fileSystem, layout } = context;
  await makeMissingFolders(fileSystem, layout);
  const wasKilled = !found.filed?.closed;
  if (wasKilled || found.tornBytes > 0) await makeDurable(context, found, log);
  if (wasKilled) await removeTemporaries(context, found.touched);
  for (const repair of found.repairs) await repair();
  const position = found.position ?? (await startAfresh(fileSystem, layout, found.seq));
  return openJournal(fileSystem, layout, position, found.unfiledJournal);
}

/**
 * What a killed program left, names as well as bytes, may be in the system's memory only. Before anything stands on
 * it, it has to be as durable as it looks: a power cut would take what is acknowledged from now on with it.
 */
async function makeDurable(
  { fileSystem, layout }: FilesContext,
  { position, tornBytes }: Recovered,
  log: Logger,
): Promise<void> {
  if (tornBytes > 0)
    log.warn(
      { bytes: tornBytes },
      'A change that was being written when the program stopped was never confirmed; its remains are removed',
    );
  if (position) await settleSegment(fileSystem, layout, position, tornBytes > 0);
  const folders = [layout.root, ...Object.values(layout.folders)];
  await Promise.all(folders.map((folder) => fileSystem.syncFolder(folder)));
}

/** New records must not stand behind the remains of a write that a crash cut off. */
async function settleSegment(
  fileSystem: FileSystem,
  layout: Layout,
  { segment, length }: JournalPosition,
  isTorn: boolean,
): Promise<void> {
  const file = await fileSystem.open(layout.segment(segment), 'update');
  try {
    if (isTorn) await file.truncate(length);
    await file.datasync();
  } finally {
    await file.close();
  }
}

async function makeMissingFolders(fileSystem: FileSystem, layout: Layout): Promise<void> {
  const present = new Set((await fileSystem.list(layout.root)).map((entry) => join(layout.root, entry.name)));
  const missing = Object.values(layout.folders).filter((folder) => !present.has(folder));
  for (const folder of missing) await fileSystem.makeFolder(folder);
  if (missing.length > 0) await fileSystem.syncFolder(layout.root);
}

async function startAfresh(fileSystem: FileSystem, layout: Layout, seq: number): Promise<JournalPosition> {
  const place = { seq, checksum: FIRST_PLACE.checksum };
  const length = await createSegment(fileSystem, layout, place);
  return { ...place, segment: seq + 1, length };
}

export interface UpToDateOptions {
  fileSystem: FileSystem;
  layout: Layout;
  memory: Memory;
  unfiled: Unfiled;
  damage: DamageLog;
  writer: Writer;
  /** The workspace as it was found, old schema included. */
  onDisk: Workspace;
  workspace: Workspace;
  found: Recovered;
  acceptLoss: boolean;
}

/** Before the first commit: whatever was migrated or repaired stands on disk whole, or the start fails. */
export async function bringUpToDate(options: UpToDateOptions): Promise<void> {
  const { fileSystem, layout, damage, writer, onDisk, workspace, found, acceptLoss } = options;
  const migrated = onDisk.schema_version < SCHEMA_VERSION;
  const repaired = damage.reports.length > 0 || !found.position;
  if (migrated || acceptLoss) markEverything(options);
  if (migrated || repaired || acceptLoss) {
    await writer.checkpoints.checkpoint();
    if (!damage.reports.some((report) => report.file === 'workspace.json')) {
      if (migrated) await writeWorkspaceFile(fileSystem, layout, workspace);
      return;
    }
    await damage.setAside(layout.workspace);
    await writeWorkspaceFile(fileSystem, layout, workspace);
  } else if (found.filed?.closed) {
    await writeFiled(fileSystem, layout, { ...found.filed, closed: false });
  }
}

/** Has every file written anew. */
function markEverything({ memory, unfiled, found }: UpToDateOptions): void {
  for (const collection of FILED_NAMES) {
    for (const id of memory.map(collection).keys()) {
      const key = keyOf(collection, id);
      if (!unfiled.records.has(key))
        unfiled.records.set(key, { collection, id, seq: found.seq, content: undefined });
    }
  }
  for (const name of RESIDENT_NAMES) unfiled.residents.add(name);
}
