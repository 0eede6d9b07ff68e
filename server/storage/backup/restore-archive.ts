import { dirname, join, resolve } from 'node:path';
import { timestamp, type Clock } from '../../clock.ts';
import type { AuditEntry } from '../../domain/audit-entry.ts';
import { AppError, badRequest } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { MISSING_ENTRY, type AuditVerdict } from '../audit-verify.ts';
import { writeFully } from '../durable-file.ts';
import { unlessMissing, type FileSystem } from '../file-system.ts';
import { layoutOf } from '../layout.ts';
import { openStore } from '../store.ts';
import { readWorkspaceFile } from '../workspace-file.ts';
import { refuseFolder } from './refuse-file.ts';
import { isAuditPath } from './archive-paths.ts';
import { SPARE_BYTES } from './backup-room.ts';
import type { Manifest } from './manifest.ts';
import { openArchive, type OpenArchive } from './read-archive.ts';
import { requireEmpty, requireOutside } from './restore-place.ts';
import { removeLeftStagings, throughStaging } from './restore-staging.ts';

/** Files that are written at a time: each waits for the disk, and the disk takes them together. */
const PARALLEL_FILES = 16;
/** What is waiting to be written at most; a file that is longer goes through alone, in pieces. */
const SHORT_BYTES = 1024 * 1024;

/** What a file may take on the disk beyond its length. */
const BLOCK_BYTES = 4096;

export interface RestoreOptions {
  fileSystem: FileSystem;
  clock: Clock;
  log: Logger;
  /** Path of the archive. */
  archive: string;
  /** A folder that is not there, or empty. */
  target: string;
  /** Who restores, for the audit log. */
  by: Pick<AuditEntry, 'user_id' | 'username' | 'via' | 'request_id'>;
  /** Free bytes of the disk that a folder is or would be on; undefined when the system does not say. */
  freeBytes?: (folder: string) => Promise<number | undefined>;
  signal?: AbortSignal | undefined;
  onProgress?: (progress: { files: number; total: number }) => void;
}

export interface RestoredFolder {
  folder: string;
  manifest: Manifest;
  /** Number of the audit entry that says so: the chain of the backup goes on with it. */
  auditSeq: number;
  /** What restores that were killed had left in the same place. */
  removed: readonly string[];
}

/**
 * Makes a new workspace folder of a backup: everything or nothing (security X13, Z2). The archive is unpacked beside
 * the target (in it, where it is an empty folder), every byte is checked, the workspace is opened and its audit chain
 * walked; then the folder gets its name.
 *
 * The chain is anchored anew: its entries keep their numbers and codes, and the first entry behind them says which
 * backup they came from and where the chain of that moment ended, so that a restore can never pass for an unbroken log
 * (security L1).
 *
 * What earlier tries left in the same place, because they were killed, is removed first.
 *
 * @throws {AppError} bad_request for a damaged archive, conflict for a target that is not empty, storage_full
 * @throws the reason of `signal`; nothing is left of the try
 */
export async function restoreArchive(options: RestoreOptions): Promise<RestoredFolder> {
  const { fileSystem, archive } = options;
  const target = resolve(options.target);
  await requireEmpty(fileSystem, target);
  await requireOutside(fileSystem, target);
  const opened = await openArchive(fileSystem, archive);
  try {
    const removed: string[] = [];
    for (const where of [dirname(target), target])
      removed.push(...(await removeLeftStagings(options, where)));
    if (removed.length > 0)
      options.log.info({ removed }, 'What restores that were cut off had left is removed');
    await requireRoom(options, target, opened);
    const auditSeq = await throughStaging(options, target, async (staging) => {
      await unpack(options, opened, staging);
      options.signal?.throwIfAborted();
      const seq = await openAndAnchor(options, opened.manifest, staging);
      await requireEmpty(fileSystem, target);
      options.signal?.throwIfAborted();
      return seq;
    });
    return { folder: target, manifest: opened.manifest, auditSeq, removed };
  } finally {
    await opened.close();
  }
}

async function requireRoom(
  { freeBytes }: RestoreOptions,
  target: string,
  { unpackedBytes, manifest }: OpenArchive,
): Promise<void> {
  const free = await freeBytes?.(target);
  const needed = unpackedBytes + manifest.files.length * BLOCK_BYTES + SPARE_BYTES;
  if (free === undefined || free >= needed) return;
  throw new AppError(
    'storage_full',
    `The backup needs ${Math.ceil(needed / 1e6)} MB, and the disk has ${Math.floor(free / 1e6)} MB left.`,
    { hint: 'Free some space, or choose a folder on another disk.' },
  );
}

async function unpack(options: RestoreOptions, opened: OpenArchive, staging: string): Promise<void> {
  const { fileSystem, signal } = options;
  const folders = new Set<string>();
  const waiting = new Map<symbol, Promise<void>>();
  let failure: { error: unknown } | undefined;
  let files = 0;
  const total = opened.manifest.files.length;

  const start = (writing: Promise<void>) => {
    const key = Symbol('writing');
    const done = async () => {
      try {
        await writing;
      } catch (error) {
        failure ??= { error };
      } finally {
        waiting.delete(key);
      }
    };
    waiting.set(key, done());
  };
  try {
    await opened.eachFile(async (path, pieces) => {
      const file = join(staging, ...path.split('/'));
      await makeFolders(fileSystem, staging, dirname(file), folders);
      const [bytes, rest] = await firstPiece(pieces);
      if (rest) await writeNew(fileSystem, file, bytes, untilAborted(rest, signal));
      else start(writeNew(fileSystem, file, bytes));
      while (waiting.size >= PARALLEL_FILES) await Promise.race(waiting.values());
      if (failure) throw failure.error;
      files += 1;
      options.onProgress?.({ files, total });
    }, signal);
  } finally {
    await Promise.all(waiting.values());
  }
  if (failure) throw failure.error;
  for (const folder of folders) await fileSystem.syncFolder(folder);
  await fileSystem.syncFolder(staging);
}

/** A short file whole; of a long one the first piece, and the others to come. */
async function firstPiece(
  pieces: AsyncIterable<Uint8Array>,
): Promise<[Uint8Array, AsyncIterable<Uint8Array> | undefined]> {
  const iterator = pieces[Symbol.asyncIterator]();
  const collected: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const next = await iterator.next();
    if (next.done) return [Buffer.concat(collected, length), undefined];
    collected.push(next.value);
    length += next.value.length;
    if (length > SHORT_BYTES) {
      return [Buffer.concat(collected, length), { [Symbol.asyncIterator]: () => iterator }];
    }
  }
}

async function makeFolders(
  fileSystem: FileSystem,
  staging: string,
  folder: string,
  made: Set<string>,
): Promise<void> {
  if (folder === staging || made.has(folder)) return;
  await makeFolders(fileSystem, staging, dirname(folder), made);
  await fileSystem.makeFolder(folder).catch(refuseFolder);
  made.add(folder);
}

async function writeNew(
  fileSystem: FileSystem,
  path: string,
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array> = nothing(),
): Promise<void> {
  const file = await fileSystem.open(path, 'create').catch(refuseFolder);
  try {
    await writeFully(file, first, 0).catch(refuseFolder);
    let position = first.length;
    for await (const piece of rest) {
      await writeFully(file, piece, position).catch(refuseFolder);
      position += piece.length;
    }
    await file.sync().catch(refuseFolder);
  } finally {
    await file.close();
  }
}

async function* untilAborted(
  pieces: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    signal?.throwIfAborted();
    yield piece;
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Opens what was unpacked as a start would, and says in its audit log what it is. */
async function openAndAnchor(options: RestoreOptions, manifest: Manifest, folder: string): Promise<number> {
  const { fileSystem, clock, log, by } = options;
  // What was lost already when the backup was made is no reason to refuse the rest of it.
  const acceptLoss = manifest.missing.length > 0;
  if (await hasOpenStep(fileSystem, folder)) throw notWhole();
  const store = await openStore({ folder, clock, log, fileSystem, acceptLoss });
  try {
    const isWhole = store.readOnlyReason === null && (acceptLoss || !store.damage.some(({ lost }) => lost));
    if (!isWhole || !isLogOf(manifest, await store.verifyAudit())) throw notWhole();
    const tx = store.begin();
    tx.audit({
      at: timestamp(clock),
      client: null,
      credential_id: null,
      ip: null,
      ...by,
      action: 'backup.restore',
      target: { type: 'workspace', id: manifest.instance_id },
      result: 'ok',
      details: {
        taken_at: manifest.taken_at,
        chain_end: manifest.audit.seq,
        chain_mac: manifest.audit.mac,
        missing: manifest.missing.length,
      },
    });
    await tx.commit();
    const [entry] = await store.audit({ limit: 1 });
    return entry?.seq ?? 0;
  } finally {
    await store.close();
    await unlessMissing(fileSystem.unlink(layoutOf(folder).lock));
  }
}

/** A backup is of a workspace at rest: one that says otherwise would have a start clear it, or put other files there. */
async function hasOpenStep(fileSystem: FileSystem, folder: string): Promise<boolean> {
  try {
    return (await readWorkspaceFile(fileSystem, layoutOf(folder))).step !== null;
  } catch {
    // The start finds what it can do without this file.
    return false;
  }
}

/**
 * Whether every entry of the log is there and fits. Only those of a month that was lost already may be missing; a lost
 * picture is no reason to take less of the log, and nothing is one to take an entry that was altered.
 */
function isLogOf({ audit, missing }: Manifest, { entries, broken }: AuditVerdict): boolean {
  if (missing.some(isAuditPath)) return broken.every(({ problem }) => problem === MISSING_ENTRY);
  return entries === audit.seq && broken.length === 0;
}

function notWhole(): AppError {
  return badRequest(
    'The workspace in this backup is not whole, so it is not used at all. Nothing was changed.',
    {
      hint: 'Take an older backup.',
    },
  );
}
