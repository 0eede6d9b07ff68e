import type { Logger } from '../log.ts';
import type { AuditFiled, AuditLog } from './audit-log.ts';
import type { CommitQueue } from './commit-queue.ts';
import type { FileSystem } from './file-system.ts';
import { fileEverything, type FilingOptions } from './filing.ts';
import type { Journal, JournalPlace } from './journal.ts';
import type { Layout } from './layout.ts';
import { dropOlderSnapshots, recordsOf, writeSnapshot } from './snapshot.ts';
import type { Workspace } from './workspace-file.ts';
import { noRoom } from './write-errors.ts';

const MEBIBYTE = 1024 * 1024;
const DEFAULT_AFTER = { records: 10_000, bytes: 16 * MEBIBYTE };
const DEFAULT_IDLE_MS = 2000;
/** So many times the ordinary cut may wait: only a disk that cannot keep up gets there. */
const MOST_CUTS_BEHIND = 16;
/** A tail that a start replays in no time needs no snapshot at the end. */
const SMALL_TAIL = { records: 1000, bytes: MEBIBYTE };
const RETRY_MS = 5000;

export interface CheckpointOptions extends FilingOptions {
  fileSystem: FileSystem;
  layout: Layout;
  audit: AuditLog;
  journal: Journal;
  queue: CommitQueue;
  workspace: Workspace;
  snapshotBytes: number;
  log: Logger;
  /** Journal record up to which changes are applied. */
  appliedSeq(): number;
  checkpointAfter: { records: number; bytes: number } | undefined;
  idleMs: number | undefined;
}

/** What a checkpoint has left: the record that its snapshot is the state after, and how far the audit files go. */
export interface Cut {
  place: JournalPlace;
  audit: AuditFiled;
}

/** Keeps the journal short: files what it holds, snapshots the heads, cuts it. Never in a writer's way. */
export interface Checkpoints {
  /** Called after each group of commits. */
  noteGroup(): void;
  /** Resolves at once, or when the journal is short enough again for more; rejects when its files cannot be written. */
  room(): Promise<void>;
  /** Files everything, writes a snapshot and removes the journal that it covers. */
  checkpoint(): Promise<void>;
  /** The same, and then an action for which nothing else is filed or cut meanwhile. */
  checkpointThen<T>(action: (cut: Cut) => Promise<T>): Promise<T>;
  /** Files everything and ends; afterwards nothing runs any more. */
  close(): Promise<void>;
}

export function createCheckpoints(options: CheckpointOptions): Checkpoints {
  const { fileSystem, layout, audit, journal, memory, log } = options;
  const after = options.checkpointAfter ?? DEFAULT_AFTER;
  const mostUnfiled = MOST_CUTS_BEHIND * after.bytes;
  let { snapshotBytes } = options;
  let last: Promise<void> = Promise.resolve();
  let automatic: Promise<void> | undefined;
  let notBefore = 0;
  let closed = false;
  const idleTimer = setTimeout(() => void onIdle(), options.idleMs ?? DEFAULT_IDLE_MS).unref();

  /** One at a time, in the order of the calls. */
  function inTurn<T>(action: () => Promise<T>): Promise<T> {
    const turn = last.then(action);
    last = turn.then(
      () => undefined,
      () => undefined,
    );
    return turn;
  }

  function isDue(): boolean {
    const { records, bytes } = journal.unfiled;
    return records >= after.records || bytes >= Math.max(after.bytes, 2 * snapshotBytes);
  }

  async function onIdle(): Promise<void> {
    if (closed || journal.brokenReason !== null) return;
    try {
      await inTurn(() => fileEverything(options, options.appliedSeq(), false));
    } catch (error) {
      log.warn({ err: error }, 'Changes are safe in the journal but could not be written to their files yet');
      if (!closed) idleTimer.refresh();
    }
  }

  async function cut(): Promise<Cut> {
    // Between two groups, so that the snapshot is the state after one record exactly.
    const { place, records, counted } = await options.queue.between(async () => {
      await journal.rotate();
      return { place: journal.place, records: recordsOf(memory), counted: journal.unfiled };
    });
    await fileEverything(options, options.appliedSeq(), false);
    const content = { place, workspace: options.workspace, audit: audit.filed, records };
    snapshotBytes = await writeSnapshot(fileSystem, layout, content);
    await journal.dropOlder(counted);
    await dropOlderSnapshots(fileSystem, layout, place.seq);
    return { place, audit: content.audit };
  }

  function startAutomatic(): void {
    if (automatic || performance.now() < notBefore) return;
    automatic = inTurn(async () => void (await cut()))
      .catch((error: unknown) => {
        notBefore = performance.now() + RETRY_MS;
        log.warn({ err: error }, 'The journal could not be cut; it is tried again');
      })
      .finally(() => {
        automatic = undefined;
      });
  }

  return {
    noteGroup() {
      if (closed) return;
      idleTimer.refresh();
      if (isDue()) startAutomatic();
    },
    async room() {
      if (journal.unfiled.bytes < mostUnfiled) return;
      startAutomatic();
      await automatic;
      // Written files are what makes room: a journal that grew on without them could not be read back one day.
      if (journal.unfiled.bytes >= mostUnfiled) throw noRoom();
    },
    checkpoint: () => inTurn(async () => void (await cut())),
    checkpointThen: (action) => inTurn(async () => action(await cut())),
    async close() {
      closed = true;
      clearTimeout(idleTimer);
      if (journal.brokenReason !== null) return last;
      const { records, bytes } = journal.unfiled;
      if (records > SMALL_TAIL.records || bytes > SMALL_TAIL.bytes) await inTurn(cut);
      await inTurn(() => fileEverything(options, options.appliedSeq(), true));
    },
  };
}
