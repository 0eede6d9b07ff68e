import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { timestamp, type Clock } from '../clock.ts';
import { CHAIN_START } from './audit-chain.ts';
import { createAuditKey } from './audit-recovery.ts';
import { createDatabases } from './collection-file.ts';
import { describeProblem, type DamageLog } from './damage-log.ts';
import { errorCode, type FileSystem } from './file-system.ts';
import { writeFiled } from './filed.ts';
import { backUpFolder, removeTree, restoreFolder } from './folder-backup.ts';
import { createSegment, FIRST_PLACE } from './journal.ts';
import { RESIDENT_NAMES, type Layout } from './layout.ts';
import { SCHEMA_VERSION } from './migrations.ts';
import {
  existingWorkspace,
  fileInTheWay,
  FolderIsNewer,
  foreignFiles,
  missingWorkspace,
} from './open-errors.ts';
import { readSnapshot, snapshotsOf, writeSnapshot } from './snapshot.ts';
import {
  readWorkspaceFile,
  writeWorkspaceFile,
  type Workspace,
  type WorkspaceFile,
} from './workspace-file.ts';

export interface WorkspaceContext {
  fileSystem: FileSystem;
  layout: Layout;
  clock: Clock;
}

/** What `workspace.json` holds, or why it cannot be used; neither when it is not there. */
export interface FoundWorkspace {
  file?: WorkspaceFile;
  problem?: string;
}

/**
 * Looks at a folder before anything in it is touched, its lock included; once more behind the lock.
 *
 * @throws {AppError} when there is nothing to open, {FolderIsNewer} when a newer program wrote it.
 */
export async function inspectFolder(
  { fileSystem, layout }: WorkspaceContext,
  create: boolean,
): Promise<FoundWorkspace> {
  const found = await tryRead(fileSystem, layout);
  const unfinished = found.file?.step?.kind === 'creating';
  const present =
    !unfinished &&
    (found.problem !== undefined || found.file !== undefined || (await hasData(fileSystem, layout)));
  if (create && present) throw existingWorkspace(layout.root);
  if (!create && !present) throw missingWorkspace(layout.root);
  if (create && !unfinished) await refuseForeignFiles(fileSystem, layout);
  if (found.file && found.file.schema_version > SCHEMA_VERSION) {
    throw new FolderIsNewer(layout.root, found.file.schema_version, SCHEMA_VERSION);
  }
  return found;
}

/** Makes an empty workspace. Until its last step the folder counts as having none, so a crash costs nothing. */
export async function createWorkspace({ fileSystem, layout, clock }: WorkspaceContext): Promise<void> {
  const workspace: Workspace = {
    schema_version: SCHEMA_VERSION,
    instance_id: randomUUID(),
    created_at: timestamp(clock),
  };
  await writeWorkspaceFile(fileSystem, layout, workspace, { kind: 'creating' });
  for (const folder of Object.values(layout.folders)) {
    await removeTree(fileSystem, folder);
    await fileSystem.makeFolder(folder);
  }
  await createAuditKey(fileSystem, layout);
  const databases = createDatabases(fileSystem, layout);
  for (const name of RESIDENT_NAMES) await databases[name].write();
  await fileSystem.syncFolder(layout.folders.collections);
  const audit = { ...CHAIN_START, files: {} };
  await createSegment(fileSystem, layout, FIRST_PLACE);
  // Not closed: whoever makes it may be killed at the last step, and the next start sees to what that left.
  await writeFiled(fileSystem, layout, { seq: 0, closed: false, audit });
  await writeSnapshot(fileSystem, layout, { place: FIRST_PLACE, workspace, audit, records: [] });
  await fileSystem.syncFolder(layout.root);
  await fileSystem.syncFolder(dirname(layout.root));
  await writeWorkspaceFile(fileSystem, layout, workspace);
}

/**
 * What the workspace is, by the newest snapshot when `workspace.json` is damaged. A folder with an older schema is
 * backed up and marked first; one whose migration was interrupted is put back to what it was.
 *
 * @param found what `inspectFolder` has just found behind the lock.
 * @returns the workspace as it is on disk, schema of the data included.
 */
export async function loadWorkspace(
  context: WorkspaceContext,
  { file, problem }: FoundWorkspace,
  damage: DamageLog,
): Promise<Workspace> {
  const { fileSystem, layout } = context;
  if (!file) return recoverWorkspace(context, damage, problem ?? 'the file is missing');
  if (file.step?.kind === 'migrating') {
    await restoreFolder(fileSystem, layout, file.step.backup);
    await markMigration(context, { ...file, schema_version: file.step.from }, file.step.backup);
    return { ...file, schema_version: file.step.from };
  }
  if (file.schema_version < SCHEMA_VERSION) {
    const backup = `before-schema-${SCHEMA_VERSION}-${timestamp(context.clock).replaceAll(/[:.]/g, '-')}`;
    await backUpFolder(fileSystem, layout, backup);
    await markMigration(context, file, backup);
  }
  return file;
}

/** The mark has the new schema version, so that an older program refuses a folder that is half way. */
async function markMigration(
  { fileSystem, layout }: WorkspaceContext,
  old: Workspace,
  backup: string,
): Promise<void> {
  const next = { ...old, schema_version: SCHEMA_VERSION };
  await writeWorkspaceFile(fileSystem, layout, next, { kind: 'migrating', from: old.schema_version, backup });
}

async function recoverWorkspace(
  { fileSystem, layout, clock }: WorkspaceContext,
  damage: DamageLog,
  problem: string,
): Promise<Workspace> {
  const [newest] = await snapshotsOf(fileSystem, layout);
  try {
    const { workspace } = await readSnapshot(fileSystem, layout.snapshot(newest ?? 0));
    if (workspace.schema_version > SCHEMA_VERSION) {
      throw new FolderIsNewer(layout.root, workspace.schema_version, SCHEMA_VERSION);
    }
    damage.report(layout.workspace, { problem, action: 'written anew from the snapshot', lost: false });
    return workspace;
  } catch (error) {
    if (error instanceof FolderIsNewer) throw error;
    damage.report(layout.workspace, {
      problem: `${problem}, and ${describeProblem(error)} for the snapshot that has a copy`,
      action: 'the identity of this workspace could not be recovered',
      lost: true,
    });
    return { schema_version: SCHEMA_VERSION, instance_id: 'unknown', created_at: timestamp(clock) };
  }
}

async function tryRead(fileSystem: FileSystem, layout: Layout): Promise<FoundWorkspace> {
  try {
    return { file: await readWorkspaceFile(fileSystem, layout) };
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return {};
    return { problem: describeProblem(error) };
  }
}

/** To make a workspace clears its folders; what is in them before there is one is somebody else's. */
async function refuseForeignFiles(fileSystem: FileSystem, layout: Layout): Promise<void> {
  await refuseFileInTheWay(fileSystem, layout.root);
  for (const folder of Object.values(layout.folders)) {
    const found = await fileSystem.stat(folder);
    if (found === undefined) continue;
    if (found.kind !== 'folder' || (await fileSystem.list(folder)).length > 0) throw foreignFiles(folder);
  }
}

/** A folder can be made only where everything above it is a folder, or not there yet. */
async function refuseFileInTheWay(fileSystem: FileSystem, path: string): Promise<void> {
  const found = await fileSystem.stat(path);
  if (found !== undefined && found.kind !== 'folder') throw fileInTheWay(path);
  if (found === undefined && dirname(path) !== path) await refuseFileInTheWay(fileSystem, dirname(path));
}

/** Whether a folder without `workspace.json` holds parts of a workspace: then the file was lost (security X6). */
async function hasData(fileSystem: FileSystem, layout: Layout): Promise<boolean> {
  for (const folder of [layout.folders.journal, layout.folders.snapshot, layout.folders.documents]) {
    if ((await fileSystem.stat(folder)) !== undefined) return true;
  }
  return false;
}
