import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import {
  isAccepted,
  keyOfLoss,
  lastingLosses,
  readAcceptedLoss,
  recordsAmong,
  settleAcceptedLoss,
  type AcceptedLoss,
} from './accepted-loss.ts';
import { assembleStore, type DurableStore } from './assembled-store.ts';
import { findLostAttachments } from './attachment-recovery.ts';
import { createAuditLog } from './audit-log.ts';
import type { AppliedListener } from './committer.ts';
import { createContents } from './contents.ts';
import { createDamageLog, type DamageLog } from './damage-log.ts';
import type { FileSystem } from './file-system.ts';
import type { FilesContext } from './files-recovery.ts';
import { lockFolder, type FolderLock } from './folder-lock.ts';
import { layoutOf } from './layout.ts';
import { collectionsIn, SCHEMA_VERSION, upgraderFrom } from './migrations.ts';
import { nodeFileSystem } from './node-file-system.ts';
import { recover } from './recovery.ts';
import { bringUpToDate, prepareJournal, recoverMissing } from './start-writing.ts';
import { createWorkspace, inspectFolder, loadWorkspace, type WorkspaceContext } from './workspace.ts';
import { createWriter } from './writer.ts';

export interface OpenStoreOptions {
  /** Data folder, absolute or relative to the working folder. */
  folder: string;
  clock: Clock;
  log: Logger;
  /** Makes a new workspace; refused where there is one. */
  create?: boolean;
  /** Stands in for the disk in tests. */
  fileSystem?: FileSystem;
  /** When the journal is cut; by default after 10,000 records or 16 MiB. */
  checkpointAfter?: { records: number; bytes: number };
  /** How long after the last commit files are brought up to date, in milliseconds; by default 2000. */
  idleCheckpointMs?: number;
  /** Goes on writing although something acknowledged could not be recovered: the owner has seen the damage. */
  acceptLoss?: boolean;
}

/**
 * Opens a data folder: lock, recovery, migration. Where something acknowledged could not be recovered the store
 * opens read-only and says why; it never opens empty (security X6).
 *
 * @throws {AppError} no workspace there, or one where a new one was to be made.
 * @throws {FolderInUse} another process has it open.
 * @throws {FolderIsNewer} a newer program wrote it; nothing was changed.
 */
export async function openStore(options: OpenStoreOptions): Promise<DurableStore> {
  const fileSystem = options.fileSystem ?? nodeFileSystem;
  const layout = layoutOf(options.folder);
  const context = { fileSystem, layout, clock: options.clock };
  const create = options.create ?? false;
  await inspectFolder(context, create);
  if (create) await fileSystem.makeFolder(layout.root);
  const lock = await lockFolder(fileSystem, layout.root);
  try {
    if (create) {
      await inspectFolder(context, create);
      await createWorkspace(context);
    }
    return await openLocked(options, context, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** How a folder is opened that its owner may have accepted the loss of something in. */
interface Acceptance {
  /** What the folder itself says was accepted. */
  noted: AcceptedLoss | undefined;
  /** Goes on without what is lost. */
  isGiven: boolean;
  /** Only finds out what is lost, and changes nothing. */
  isLook?: boolean;
}

/** Follows a note in the folder that its owner goes on without what was lost, unless more is lost by now. */
async function openLocked(
  options: OpenStoreOptions,
  context: WorkspaceContext,
  lock: FolderLock,
): Promise<DurableStore> {
  const noted = await readAcceptedLoss(context);
  const open = (acceptance: Omit<Acceptance, 'noted'>) =>
    openAccepting(options, context, lock, { ...acceptance, noted });
  if (!noted?.entry || options.acceptLoss) return open({ isGiven: options.acceptLoss ?? false });
  const { damage } = await open({ isGiven: false, isLook: true });
  if (!isAccepted(noted, damage)) return open({ isGiven: false });
  const store = await open({ isGiven: true });
  if (store.readOnlyReason !== null) return store;
  const tx = store.begin();
  tx.audit(noted.entry);
  await tx.commit();
  await settleAcceptedLoss(context, noted);
  return store;
}

async function openAccepting(
  options: OpenStoreOptions,
  context: WorkspaceContext,
  lock: FolderLock,
  { noted, isGiven, isLook = false }: Acceptance,
): Promise<DurableStore> {
  const { fileSystem, layout, clock } = context;
  const { log } = options;
  const accepted = lastingLosses(noted);
  const damage = createDamageLog({ fileSystem, root: layout.root, clock, log, accepted });
  const onDisk = await loadWorkspace(context, await inspectFolder(context, false), damage);
  const workspace = { ...onDisk, schema_version: SCHEMA_VERSION };
  const files: FilesContext = {
    fileSystem,
    layout,
    damage,
    upgrade: upgraderFrom(onDisk.schema_version),
    collections: collectionsIn(onDisk.schema_version),
  };
  const found = await recover(files);
  const { memory, unfiled, auditKey } = found;

  const state = { applied: found.seq, mayWrite: false };
  const appliedSeq = () => state.applied;
  const base = { fileSystem, layout, damage, memory, unfiled, appliedSeq };
  const contents = createContents({ ...base, writable: () => state.mayWrite });
  if (noted && isGiven) found.missing.push(...recordsAmong(noted, memory, layout));
  for (const { collection, id } of await recoverMissing(found, contents, isGiven))
    found.repairs.push(() => damage.setAside(layout.record(collection, id)));
  await findLostAttachments(base, isGiven);
  const key = auditKey ?? Buffer.alloc(0);
  const audit = createAuditLog({ fileSystem, layout, key, filed: found.auditFiled, tail: found.auditTail });
  const listeners: AppliedListener[] = [];
  const isLossAccepted = options.acceptLoss ?? false;
  const parts = { ...base, lock, workspace, contents, audit, auditKey, listeners, isLossAccepted };

  const lost = damage.reports.find((report) => report.lost);
  if (isLook || (lost && !(isGiven && auditKey))) {
    const reason = lost ? `${lost.file}: ${lost.problem}; ${lost.action}.` : 'it was only looked at.';
    return assembleStore({ ...parts, writer: null, readOnlyReason: reason });
  }
  state.mayWrite = true;
  const writer = createWriter({
    ...parts,
    log,
    journal: await prepareJournal(files, found, log),
    snapshotBytes: found.snapshotBytes,
    whole: found.filed?.whole ?? {},
    noteApplied: (seq) => void (state.applied = seq),
    checkpointAfter: options.checkpointAfter,
    idleMs: options.idleCheckpointMs,
  });
  await bringUpToDate({ ...parts, writer, onDisk, found, acceptLoss: isGiven });
  if (noted && isGiven) forgetAccepted(damage, noted);
  return assembleStore({ ...parts, writer, readOnlyReason: null });
}

/** What has been accepted is no news at the start that follows. */
function forgetAccepted(damage: DamageLog, { losses }: AcceptedLoss): void {
  const known = new Set(losses.map(keyOfLoss));
  damage.forget((report) => known.has(keyOfLoss(report)));
}
