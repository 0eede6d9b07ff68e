import type { Logger } from '../log.ts';
import type { AuditLog } from './audit-log.ts';
import { createCheckpoints, type Checkpoints } from './checkpoint.ts';
import { createCommitQueue, type CommitQueue } from './commit-queue.ts';
import { createCommitter, type AppliedListener } from './committer.ts';
import { createConflicts } from './conflicts.ts';
import type { Contents } from './contents.ts';
import type { FileSystem } from './file-system.ts';
import type { Journal } from './journal.ts';
import type { Layout } from './layout.ts';
import type { Memory } from './memory.ts';
import type { WholeFolders } from './record-folders.ts';
import type { StagedCommit } from './transaction.ts';
import type { Unfiled } from './unfiled.ts';
import type { Workspace } from './workspace-file.ts';

/** Everything that changes a folder. There is none when it may only be read. */
export interface Writer {
  journal: Journal;
  queue: CommitQueue;
  checkpoints: Checkpoints;
  commit(staged: StagedCommit): Promise<void>;
  /** Lets commits under way finish, files everything, closes the journal. */
  close(): Promise<void>;
}

export interface WriterOptions {
  fileSystem: FileSystem;
  layout: Layout;
  workspace: Workspace;
  memory: Memory;
  unfiled: Unfiled;
  contents: Contents;
  audit: AuditLog;
  whole: WholeFolders;
  journal: Journal;
  snapshotBytes: number;
  listeners: readonly AppliedListener[];
  log: Logger;
  appliedSeq(): number;
  noteApplied(seq: number): void;
  checkpointAfter: { records: number; bytes: number } | undefined;
  idleMs: number | undefined;
}

export function createWriter(options: WriterOptions): Writer {
  const { journal, audit, log } = options;
  const queue = createCommitQueue(journal, audit, () => checkpoints.noteGroup());
  const checkpoints = createCheckpoints({ ...options, queue });
  const commit = createCommitter({ ...options, conflicts: createConflicts(), queue, checkpoints });
  const underWay = new Set<Promise<void>>();
  return {
    journal,
    queue,
    checkpoints,
    commit(staged) {
      const done = commit(staged);
      const forget = () => void underWay.delete(done);
      underWay.add(done);
      done.then(forget, forget);
      return done;
    },
    async close() {
      // A commit that has not reached the queue yet would find the journal closed, or miss its files.
      await Promise.allSettled(underWay);
      await queue.drain();
      try {
        await checkpoints.close();
      } catch (error) {
        // Nothing is lost: the next start finds it in the journal.
        log.warn({ err: error }, 'Changes are safe in the journal but could not be written to their files');
      }
      await journal.close();
    },
  };
}
