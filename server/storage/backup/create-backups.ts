import { randomUUID } from 'node:crypto';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { BackupJob, BackupPreview, Backups, StartRestoreOptions } from '../../backup-ports.ts';
import { timestamp, type Clock } from '../../clock.ts';
import {
  backupName,
  backupsToDrop,
  parseBackupName,
  RESTORED_MARK,
  workspaceMark,
} from '../../domain/backup.ts';
import { AppError, badRequest, conflict } from '../../errors.ts';
import { freeBytesFor } from '../../free-bytes.ts';
import type { AttachmentFiles } from '../../image-ports.ts';
import type { Logger } from '../../log.ts';
import type { DurableStore } from '../assembled-store.ts';
import { unlessMissing, type FileSystem } from '../file-system.ts';
import { layoutOf } from '../layout.ts';
import { nodeFileSystem } from '../node-file-system.ts';
import { refuseArchive } from './refuse-file.ts';
import { requireBackupRoom, textsInArchive, type EarlierTexts } from './backup-room.ts';
import { backupPath, listBackups, noSuchBackup, removeBackup } from './backup-folder.ts';

/** Whoever watches is told this often, in milliseconds. */
const TELL_MS = 300;

export interface BackupsOptions {
  store: Pick<DurableStore, 'beginCopy' | 'instanceId' | 'tables'>;
  attachmentFiles: Pick<AttachmentFiles, 'hold'>;
  dataFolder: string;
  /** Where backups go: the setting; empty for `backups` in the data folder. */
  chosenFolder: () => string;
  programVersion: string;
  clock: Clock;
  log: Logger;
  /** Called when a job has come further, or the list has changed. */
  onChange: () => void;
  fileSystem?: FileSystem;
  /** Of the disk that a folder is or would be on; undefined when nobody can tell. */
  freeBytes?: (folder: string) => Promise<number | undefined>;
}

type Running = BackupJob & { state: 'running' };
type Progress = Partial<Pick<BackupJob, 'files' | 'total' | 'phase'>>;

/** Backups of a data folder that this process has open. */
export function createBackups(options: BackupsOptions): Backups {
  const { store, clock, log, fileSystem = nodeFileSystem, freeBytes = freeBytesFor } = options;
  const stopping = new AbortController();
  let job: BackupJob | null = null;
  let working: Promise<void> = Promise.resolve();
  let toldAt = -Infinity;

  const folderNow = () => options.chosenFolder() || layoutOf(resolve(options.dataFolder)).backups;

  // When it is first needed: a start waits for nothing that only backups use.
  const mark = () => workspaceMark(store.instanceId);
  const list = () => listBackups(fileSystem, folderNow(), mark());

  /** Always the same, so that the next backup finds what was left; not that of a copy of this workspace. */
  const temporaryName = () =>
    `.commonplace-${workspaceMark(`${store.instanceId} ${resolve(options.dataFolder)}`)}.part`;

  function tell(): void {
    toldAt = clock.monotonic();
    options.onChange();
  }

  function begin(kind: BackupJob['kind'], paths: Pick<BackupJob, 'archive' | 'folder'>): Running {
    const started: Running = {
      id: randomUUID(),
      kind,
      state: 'running',
      phase: 'copying',
      started_at: timestamp(clock),
      ended_at: null,
      files: 0,
      total: 0,
      problem: null,
      ...paths,
    };
    job = started;
    return started;
  }

  /** Runs the work of a job behind the answer; what becomes of it is in the job. */
  function work(started: Running, action: (progress: (more: Progress) => void) => Promise<void>): void {
    let current: BackupJob = started;
    const put = (more: Partial<BackupJob>) => void (job = current = { ...current, ...more });
    const progress = (more: Progress) => {
      put(more);
      if (clock.monotonic() - toldAt >= TELL_MS) tell();
    };
    working = (async () => {
      try {
        await action(progress);
        put({ state: 'done' });
      } catch (error) {
        log.error({ err: error }, `A ${started.kind} has failed`);
        put({ state: 'failed', problem: inWords(error) });
      } finally {
        put({ ended_at: timestamp(clock) });
        tell();
      }
    })();
    tell();
  }

  async function makeBackup(path: string, progress: (more: Progress) => void): Promise<void> {
    const temporary = join(dirname(path), temporaryName());
    const release = options.attachmentFiles.hold();
    try {
      const copy = await store.beginCopy();
      try {
        progress({ total: copy.expected });
        // What a backup left that was killed takes room of this one.
        await unlessMissing(fileSystem.unlink(temporary)).catch(refuseArchive);
        const sizes = () => copy.sizes();
        await requireBackupRoom({ path, freeBytes, sizes, earlier: lastTexts });
        const { writeArchive } = await import('./write-archive.ts');
        const manifest = await writeArchive(fileSystem, copy, {
          temporary,
          takenAt: () => timestamp(clock),
          programVersion: options.programVersion,
          signal: stopping.signal,
          onProgress: ({ files }) => progress({ files, total: Math.max(files, copy.expected) }),
        });
        await publish(temporary, path, progress);
        log.info({ path, documents: manifest.counts.documents, missing: manifest.missing }, 'backup made');
      } finally {
        await copy.release();
      }
    } finally {
      release();
    }
  }

  async function lastTexts(): Promise<EarlierTexts | undefined> {
    const last = (await list()).find(({ size }) => size !== null);
    return last && textsInArchive(fileSystem, join(folderNow(), last.name));
  }

  /** A backup that is there is whole: it is read back before it gets its name. */
  async function publish(temporary: string, path: string, progress: (more: Progress) => void): Promise<void> {
    try {
      await readWhole(temporary, stopping.signal, progress);
      if (await fileSystem.stat(path)) throw alreadyThere(path);
      await fileSystem.rename(temporary, path);
      await fileSystem.syncFolder(dirname(path));
    } catch (error) {
      await fileSystem.unlink(temporary).catch(() => undefined);
      refuseArchive(error);
    }
  }

  async function readWhole(
    path: string,
    signal: AbortSignal | undefined,
    progress?: (more: Progress) => void,
  ) {
    const { openArchive } = await import('./read-archive.ts');
    const archive = await openArchive(fileSystem, path);
    try {
      let files = 0;
      const total = archive.manifest.files.length;
      progress?.({ phase: 'checking', files, total });
      await archive.eachFile(async (_path, pieces) => {
        await drain(pieces);
        files += 1;
        progress?.({ files });
      }, signal);
      return archive;
    } finally {
      await archive.close();
    }
  }

  /** A disk that does not even say what is there takes no backup either. */
  const lookAt = (path: string) => fileSystem.stat(path).catch(refuseArchive);

  async function pathOf(archive: string): Promise<string> {
    if (isAbsolute(archive)) return archive;
    const path = await backupPath(fileSystem, folderNow(), archive);
    if (path.endsWith('.zip')) return path;
    throw badRequest('This copy was made before an update of the data; it is a folder, not an archive.', {
      hint: `Copy ${path} to another place and start Commonplace on the copy, with the option --data FOLDER.`,
    });
  }

  /** Named by the second: two in one second get two names. */
  async function freeName(kind: 'manual' | 'scheduled'): Promise<string> {
    for (let time = clock.now(); ; time += 1_000) {
      const path = join(folderNow(), backupName(time, kind, mark()));
      if ((await lookAt(path)) === undefined) return path;
    }
  }

  function refuseWhileRunning(): void {
    if (job?.state !== 'running') return;
    const what = job.kind === 'backup' ? 'A backup' : 'A restore';
    throw conflict(`${what} is under way.`, { hint: 'Wait until it is done.' });
  }

  /** The first free name beside the data folder. */
  async function folderFor({ folder }: StartRestoreOptions): Promise<string> {
    if (folder !== undefined) return resolve(folder);
    const data = resolve(options.dataFolder);
    const first = join(dirname(data), `${basename(data)}${RESTORED_MARK}${timestamp(clock).slice(0, 10)}`);
    for (let number = 1; ; number += 1) {
      const candidate = number === 1 ? first : `${first}-${number}`;
      if ((await fileSystem.stat(candidate)) === undefined) return candidate;
    }
  }

  return {
    get folder() {
      return folderNow();
    },
    get job() {
      return job;
    },
    list,
    async start({ kind, file }) {
      const path = file ?? (await freeName(kind));
      const isTaken = (await lookAt(path)) !== undefined;
      // Only now: whoever asked meanwhile may have begun one, and nothing may fail between here and its work.
      if (job?.state === 'running' && job.kind === 'backup') return job;
      refuseWhileRunning();
      if (isTaken) throw alreadyThere(path);
      const started = begin('backup', { archive: path, folder: null });
      work(started, (progress) => makeBackup(path, progress));
      return started;
    },
    async preview(archive, signal): Promise<BackupPreview> {
      const { manifest, size, unpackedBytes } = await readWhole(await pathOf(archive), signal);
      return {
        taken_at: manifest.taken_at,
        workspace_name: manifest.workspace_name,
        is_of_this_workspace: manifest.instance_id === store.instanceId,
        program_version: manifest.program_version,
        schema_version: manifest.schema_version,
        counts: manifest.counts,
        size,
        unpacked_size: unpackedBytes,
        missing: manifest.missing.length,
      };
    },
    async startRestore(restore) {
      refuseWhileRunning();
      const archive = await pathOf(restore.archive);
      const target = await folderFor(restore);
      refuseWhileRunning();
      const started = begin('restore', { archive, folder: target });
      work(started, async (progress) => {
        const { by } = restore;
        const { signal } = stopping;
        const onProgress = (more: Progress) => progress(more);
        const { restoreArchive } = await import('./restore-archive.ts');
        await restoreArchive({ fileSystem, clock, log, archive, target, by, freeBytes, signal, onProgress });
      });
      return started;
    },
    async remove(name) {
      if (!(await list()).some((backup) => backup.name === name)) throw noSuchBackup();
      await removeBackup(fileSystem, folderNow(), name);
      tell();
    },
    async dropOld(keep) {
      const scheduled = (await list()).filter(({ kind }) => kind === 'scheduled');
      // One whose name does not say whose it is may be anybody's: it goes only when its owner says so.
      const own = scheduled.filter(({ name }) => parseBackupName(name)?.mark === mark());
      const old = backupsToDrop(own, keep);
      for (const name of old) await removeBackup(fileSystem, folderNow(), name);
      if (old.length > 0) tell();
    },
    idle: () => working,
    async close() {
      stopping.abort();
      await working;
    },
  };
}

async function drain(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const iterator = pieces[Symbol.asyncIterator]();
  while (!(await iterator.next()).done);
}

function alreadyThere(path: string): AppError {
  return conflict(`There is a file ${basename(path)} already.`, {
    hint: 'Choose another name: a backup never replaces a file.',
  });
}

function inWords(error: unknown): NonNullable<BackupJob['problem']> {
  if (error instanceof AppError) return { message: error.message, hint: error.hint ?? null };
  if (error instanceof Error && error.name === 'AbortError')
    return { message: 'It was ended because the program ended.', hint: null };
  return { message: 'Something went wrong on our side.', hint: 'Try again; if it stays, the log has more.' };
}
