import type { AppError } from '../errors.ts';
import type { AcceptableLoss, Store } from '../ports.ts';
import { canBeAccepted, noteAcceptedLoss } from './accepted-loss.ts';
import type { AuditLog } from './audit-log.ts';
import { queryAudit } from './audit-query.ts';
import { verifyAuditChain } from './audit-verify.ts';
import { beginFolderCopy, type FolderCopy } from './backup/folder-copy.ts';
import type { AppliedListener } from './committer.ts';
import type { Contents } from './contents.ts';
import type { DamageLog } from './damage-log.ts';
import type { FileSystem } from './file-system.ts';
import type { FolderLock } from './folder-lock.ts';
import type { Layout } from './layout.ts';
import type { Memory } from './memory.ts';
import { beginTransaction, type StagedCommit } from './transaction.ts';
import type { Unfiled } from './unfiled.ts';
import { verifyFolder } from './verify.ts';
import type { Workspace } from './workspace-file.ts';
import { closing, readOnlyAfterLoss, readOnlyUntilRestart } from './write-errors.ts';
import type { Writer } from './writer.ts';

/** The store that `openStore` gives: the one that operations use, and what only its opener needs. */
export interface DurableStore extends Store {
  /** Says in the lock file where this process can be reached; null takes it back. */
  publishSocket(path: string | null): Promise<void>;
  /** Begins a copy of the folder for a backup; to be released. Rejects where nothing can be written. */
  beginCopy(): Promise<FolderCopy>;
}

export interface StoreParts {
  fileSystem: FileSystem;
  layout: Layout;
  lock: FolderLock;
  workspace: Workspace;
  memory: Memory;
  unfiled: Unfiled;
  contents: Contents;
  damage: DamageLog;
  audit: AuditLog;
  auditKey: Buffer | undefined;
  listeners: AppliedListener[];
  appliedSeq(): number;
  /** Null when the folder may only be read, and then the reason says why. */
  writer: Writer | null;
  readOnlyReason: string | null;
  /** Opened by somebody who has accepted it: there is nothing left to note. */
  isLossAccepted: boolean;
}

/** The face of the store over its parts. */
export function assembleStore(parts: StoreParts): DurableStore {
  const { fileSystem, layout, memory, contents, damage, audit, writer } = parts;
  let closed: Promise<void> | undefined;

  const readOnlyReason = () => parts.readOnlyReason ?? writer?.journal.brokenReason ?? null;
  const refusal = (): AppError => {
    if (closed) return closing();
    if (parts.readOnlyReason !== null) return readOnlyAfterLoss(parts.readOnlyReason);
    return readOnlyUntilRestart(writer?.journal.brokenReason ?? 'it cannot be written.');
  };

  let isNoted = false;
  function acceptableLoss(): AcceptableLoss | null {
    const isInTheWay = parts.readOnlyReason !== null || damage.reports.some(canBeAccepted);
    if (parts.isLossAccepted || !parts.auditKey || !isInTheWay) return null;
    return {
      isAccepted: isNoted,
      async accept(entry) {
        await noteAcceptedLoss({ fileSystem, layout }, damage.reports, entry);
        isNoted = true;
      },
    };
  }

  async function commit(staged: StagedCommit): Promise<void> {
    if (!writer || closed || readOnlyReason() !== null) throw refusal();
    await writer.commit(staged);
  }

  async function verifyAudit() {
    if (parts.auditKey) return verifyAuditChain(fileSystem, layout, audit, parts.auditKey);
    return { entries: 0, broken: [{ seq: 1, problem: 'the key of the audit log is lost' }] };
  }

  async function close(): Promise<void> {
    try {
      await writer?.close();
    } finally {
      await parts.lock.release();
    }
  }

  return {
    tables: memory.tables,
    content: (collection, id, options) => contents.read(collection, id, options),
    version: (documentId, version) => contents.version(documentId, version),
    begin: () => beginTransaction({ memory, contents, appliedSeq: () => parts.appliedSeq(), commit }),
    auditLater(entry) {
      if (!closed && readOnlyReason() === null) writer?.queue.auditLater(entry);
    },
    audit: (query) => queryAudit(fileSystem, layout, audit, query),
    verifyAudit,
    onApplied: (listener) => void parts.listeners.push(listener),
    damage: damage.reports,
    get readOnlyReason() {
      return readOnlyReason();
    },
    get loss() {
      return acceptableLoss();
    },
    instanceId: parts.workspace.instance_id,
    schemaVersion: parts.workspace.schema_version,
    verifyFiles: (signal) => verifyFolder({ ...parts, verifyAudit, writable: writer !== null }, signal),
    async checkpoint() {
      if (!writer || closed || readOnlyReason() !== null) throw refusal();
      await writer.checkpoints.checkpoint();
    },
    close() {
      closed ??= close();
      return closed;
    },
    publishSocket: (path) => parts.lock.publishSocket(path),
    async beginCopy() {
      if (!writer || closed || readOnlyReason() !== null) throw refusal();
      return beginFolderCopy({ ...parts, writer });
    },
  };
}
