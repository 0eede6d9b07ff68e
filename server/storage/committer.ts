import type { Logger } from '../log.ts';
import { finishInSlices } from '../sliced-work.ts';
import { TransactionConflict, type AppliedChange } from '../ports.ts';
import type { Checkpoints } from './checkpoint.ts';
import type { CommitQueue } from './commit-queue.ts';
import type { Conflicts } from './conflicts.ts';
import type { Contents } from './contents.ts';
import type { Memory } from './memory.ts';
import { encodeBody, isFiledName, type CommitBody } from './records.ts';
import type { StagedCommit } from './transaction.ts';
import type { Unfiled } from './unfiled.ts';
import { trusted } from './trusted.ts';

export type AppliedListener = (changes: readonly AppliedChange[]) => void | Promise<void>;

export interface CommitterOptions {
  memory: Memory;
  unfiled: Unfiled;
  contents: Contents;
  conflicts: Conflicts;
  queue: CommitQueue;
  checkpoints: Checkpoints;
  listeners: readonly AppliedListener[];
  log: Logger;
  noteApplied(seq: number): void;
}

/** Checks a staged commit against what came before, and takes it through the journal into memory. */
export function createCommitter(options: CommitterOptions): (staged: StagedCommit) => Promise<void> {
  const { memory, unfiled, contents, conflicts, queue, log } = options;

  /** Memory changes only now, when the change is durable; listeners see commits in the order of the journal. */
  function apply(body: CommitBody, seq: number): Promise<void> {
    const applied = body.changes.map((change) => {
      const before = memory.apply(change);
      if (isFiledName(change.collection)) contents.forget(change.collection, change.id);
      const { collection, record, content } = change;
      return {
        collection,
        before,
        after: record ?? undefined,
        ...(record && content !== undefined && { content }),
      };
    });
    unfiled.note(body, seq);
    options.noteApplied(seq);
    return notify(trusted<AppliedChange[]>(applied));
  }

  async function notify(changes: readonly AppliedChange[]): Promise<void> {
    if (changes.length === 0) return;
    const calls = options.listeners.map((listener) => call(listener, changes));
    for (const result of await Promise.allSettled(calls)) {
      // The change is durable and stays; what a listener keeps can be built again.
      if (result.status === 'rejected') log.error({ err: result.reason }, 'A listener failed on a commit');
    }
  }

  /** The check and the hold are one step, so two commits of the same moment cannot both pass. */
  async function checkAndHold(staged: StagedCommit) {
    const keys = [...staged.claims, ...staged.seen.keys()];
    const held = conflicts.held(keys);
    if (held) {
      await held.released;
      throw new TransactionConflict(held.key);
    }
    const claim = conflicts.claimedAfter(staged.claims, staged.beganAt);
    if (claim !== undefined) throw new TransactionConflict(claim);
    for (const [key, { collection, id, record }] of staged.seen) {
      if (memory.map(collection).get(id) !== record) throw new TransactionConflict(key);
    }
    return conflicts.hold([...staged.changedKeys, ...staged.claims]);
  }

  return async function commit(staged) {
    await options.checkpoints.room();
    const body = await finishInSlices(encodeBody(staged.body));
    const hold = await checkAndHold(staged);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    queue.push({
      body,
      audit: staged.audit,
      applied(seq) {
        conflicts.noteClaims(staged.claims, seq);
        const told = apply(staged.body, seq);
        hold.release();
        told.then(resolve, reject);
      },
      failed(error) {
        hold.release();
        reject(error);
      },
    });
    await promise;
  };
}

async function call(listener: AppliedListener, changes: readonly AppliedChange[]): Promise<void> {
  await listener(changes);
}
