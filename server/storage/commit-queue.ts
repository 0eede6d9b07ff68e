import type { AuditEntry, ChainedAuditEntry } from '../domain/audit-entry.ts';
import type { AuditLog } from './audit-log.ts';
import type { Journal } from './journal.ts';
import { lengthOf, type EncodedJson } from './pieces.ts';
import { encodeRecord } from './records.ts';

/** Enough for every writer there is, and small enough that one write stays short. */
const GROUP_COMMITS = 1024;
const GROUP_BYTES = 8 * 1024 * 1024;

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

/** Group commit: whatever arrives while a flush runs is written and flushed together next. */
export interface CommitQueue {
  push(commit: QueuedCommit): void;
  /** Runs an action between two groups, when nothing is being written. */
  between<T>(action: () => Promise<T>): Promise<T>;
  /** Entries that need no commit of their own; they ride with the next group. */
  auditLater(entry: AuditEntry): void;
  /** Makes waiting audit entries durable, and waits until nothing is left to do. */
  drain(): Promise<void>;
}

/** @param onGroup called after each group that reached the journal. */
export function createCommitQueue(journal: Journal, audit: AuditLog, onGroup: () => void): CommitQueue {
  const waiting: QueuedCommit[] = [];
  const actions: (() => Promise<void>)[] = [];
  let later: AuditEntry[] = [];
  /** Whether entries wait that no commit has come for. */
  let isLaterDue = false;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function wake(): void {
    running ??= run();
  }

  const hasCommits = () => waiting.length > 0 || isLaterDue;

  async function run(): Promise<void> {
    try {
      while (hasCommits() || actions.length > 0) {
        for (const action of actions.splice(0)) await action();
        if (hasCommits()) await flush(takeGroup());
      }
    } finally {
      // In the same step as the last look at the queue: whoever comes next starts a new run.
      running = undefined;
    }
  }

  function takeGroup(): QueuedCommit[] {
    let count = 0;
    let bytes = 0;
    while (count < waiting.length && count < GROUP_COMMITS && bytes < GROUP_BYTES) {
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
      failed: () => {
        isLaterDue = false;
        if (journal.brokenReason !== null) return;
        later = [...entries, ...later];
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
      );
    } catch (error) {
      audit.rewind(before);
      for (const commit of group) commit.failed(error);
      return;
    }
    for (const [index, commit] of group.entries()) {
      const entries = sealed[index] ?? [];
      audit.add(entries);
      commit.applied(firstSeq + index, entries);
    }
    onGroup();
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
