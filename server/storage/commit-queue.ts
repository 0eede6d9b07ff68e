import type { AuditEntry, ChainedAuditEntry } from '../domain/audit-entry.ts';
import { AppError } from '../errors.ts';
import type { AuditLog } from './audit-log.ts';
import type { Journal } from './journal.ts';
import { lengthOf, type EncodedJson } from './pieces.ts';
import { encodeRecord } from './records.ts';

/** Enough for every writer there is, and small enough that one write stays short. */
const GROUP_COMMITS = 1024;
const GROUP_BYTES = 8 * 1024 * 1024;
/** Of more than so many that wait half are taken: the others are prepared anew while those are flushed. */
const MOST_TAKEN_WHOLE = 8;

/** Audit entries of reads are durable within a second (decisions, "Audit of reads"). */
const LATER_MS = 500;
const RETRY_MS = 2000;
/** Audit entries that ride with one group: on a disk that refused for hours many wait. */
const LATER_ENTRIES = 1000;
/** So many may wait, some tens of megabytes; what comes then is lost, or reading would end in a full memory. */
const MOST_LATER = 50_000;

const EMPTY_BODY = [JSON.stringify({ changes: [], versions: [], purged: [] })];

/** A commit that passed its checks and waits for the disk. */
export interface QueuedCommit {
  /** JSON of its body, in pieces. */
  body: EncodedJson;
  audit: readonly AuditEntry[];
  /** Called once it is durable, in the order of the journal. */
  applied(seq: number, audit: readonly ChainedAuditEntry[]): void;
  failed(error: unknown): void;
}

/**
 * Group commit: what arrives while a flush runs is written and flushed together next. A group is answered once the
 * next one is on its way to the disk, so that the disk and those who were answered work at the same time.
 */
export interface CommitQueue {
  push(commit: QueuedCommit): void;
  /** Runs an action between two groups, when nothing is being written. */
  between<T>(action: () => Promise<T>): Promise<T>;
  /** Entries that need no commit of their own; they ride with the next group. */
  auditLater(entry: AuditEntry): void;
  /** Makes waiting audit entries durable, and waits until nothing is left to do. */
  drain(): Promise<void>;
}

/** @param onGroup called with each group that is durable, once it is answered. */
export function createCommitQueue(journal: Journal, audit: AuditLog, onGroup: () => void): CommitQueue {
  const waiting: QueuedCommit[] = [];
  const actions: (() => Promise<void>)[] = [];
  let later: AuditEntry[] = [];
  /** Whether entries wait that no commit has come for. */
  let isLaterDue = false;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** Answers the group that is durable. */
  let answer: (() => void) | undefined;

  function wake(): void {
    running ??= run();
  }

  const hasCommits = () => waiting.length > 0 || isLaterDue;

  async function run(): Promise<void> {
    try {
      while (hasCommits() || actions.length > 0) {
        if (actions.length > 0) answerGroup();
        for (const action of actions.splice(0)) await action();
        if (hasCommits()) await flush(takeGroup());
        if (!hasCommits()) answerGroup();
      }
    } finally {
      // In the same step as the last look at the queue: whoever comes next starts a new run.
      running = undefined;
    }
  }

  function answerGroup(): void {
    const answerNow = answer;
    answer = undefined;
    answerNow?.();
  }

  function takeGroup(): QueuedCommit[] {
    const most = waiting.length > MOST_TAKEN_WHOLE ? Math.ceil(waiting.length / 2) : waiting.length;
    let count = 0;
    let bytes = 0;
    while (count < most && count < GROUP_COMMITS && bytes < GROUP_BYTES) {
      bytes += lengthOf(waiting[count]?.body ?? []);
      count += 1;
    }
    const group = waiting.splice(0, count);
    if (later.length > 0) group.unshift(laterCommit());
    return group;
  }

  function laterCommit(): QueuedCommit {
    const entries = later.splice(0, LATER_ENTRIES);
    if (later.length === 0) noneLater();
    return {
      body: EMPTY_BODY,
      audit: entries,
      applied: () => undefined,
      failed: (error) => {
        isLaterDue = false;
        if (journal.brokenReason !== null) return;
        // What no disk refused could not be written at any other time either, and would take each group along.
        if (error instanceof AppError) later = [...entries, ...later];
        flushLaterIn(RETRY_MS);
      },
    };
  }

  function noneLater(): void {
    isLaterDue = false;
    clearTimeout(timer);
    timer = undefined;
  }

  function flushLaterIn(milliseconds: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      flushLater();
    }, milliseconds).unref();
  }

  function flushLater(): void {
    if (later.length === 0) return;
    isLaterDue = true;
    wake();
  }

  async function flush(group: readonly QueuedCommit[]): Promise<void> {
    const before = audit.end;
    const sealed: ChainedAuditEntry[][] = [];
    const firstSeq = journal.place.seq + 1;
    try {
      await journal.append(
        group.map((commit) => (place) => {
          const entries = audit.seal(commit.audit);
          sealed.push(entries);
          return encodeRecord(place, entries, commit.body);
        }),
        answerGroup,
      );
    } catch (error) {
      answerGroup();
      audit.rewind(before);
      for (const commit of group) commit.failed(error);
      return;
    }
    answer = () => {
      for (const [index, commit] of group.entries()) {
        const entries = sealed[index] ?? [];
        audit.add(entries);
        commit.applied(firstSeq + index, entries);
      }
      onGroup();
    };
  }

  return {
    push(commit) {
      waiting.push(commit);
      wake();
    },
    between<T>(action: () => Promise<T>) {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      actions.push(() => action().then(resolve, reject));
      wake();
      return promise;
    },
    auditLater(entry) {
      if (later.length >= MOST_LATER) return;
      later.push(entry);
      flushLaterIn(LATER_MS);
    },
    async drain() {
      flushLater();
      await running;
      clearTimeout(timer);
    },
  };
}
