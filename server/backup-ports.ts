import type { AuditEntry } from './domain/audit-entry.ts';
import type { BackupKind } from './domain/backup.ts';

/** A backup that lies in the folder of backups. */
export interface Backup {
  /** File name; the id of the backup. */
  name: string;
  /** When it was taken, RFC 3339. */
  at: string;
  kind: BackupKind;
  /** Bytes; null for a folder, which is what lies there before an update of the data. */
  size: number | null;
}

/** How much of everything there is. */
export interface BackupContents {
  documents: number;
  versions: number;
  people: number;
  spaces: number;
  attachments: number;
  change_requests: number;
}

/** What is in a backup, every byte of it checked. */
export interface BackupPreview {
  /** The moment whose state it is, RFC 3339. */
  taken_at: string;
  workspace_name: string;
  /** Whether it is of the workspace that is open. */
  is_of_this_workspace: boolean;
  program_version: string;
  schema_version: number;
  counts: BackupContents;
  /** Bytes of the archive, and of what it unpacks to. */
  size: number;
  unpacked_size: number;
  /** What was lost already when it was made. */
  missing: number;
}

/** Work that takes a while, or the last such work. One at a time. */
export interface BackupJob {
  id: string;
  kind: 'backup' | 'restore';
  state: 'running' | 'done' | 'failed';
  /** `checking`: a new archive is read back before it gets its name. */
  phase: 'copying' | 'checking';
  started_at: string;
  ended_at: string | null;
  /** Files so far, and about how many there are in all. */
  files: number;
  total: number;
  /** Why it failed, in words for the owner. */
  problem: { message: string; hint: string | null } | null;
  /** Path of the archive: made by a backup, read by a restore. */
  archive: string;
  /** The new folder of a restore. */
  folder: string | null;
}

export interface StartBackupOptions {
  kind: 'manual' | 'scheduled';
  /** Absolute path of the archive; in the folder of backups, under a name of its own, when absent. */
  file?: string | undefined;
}

export interface StartRestoreOptions {
  /** Name of a backup, or the absolute path of an archive. */
  archive: string;
  /** Absolute path of the new folder; beside the data folder when absent. */
  folder?: string | undefined;
  /** Who restores, for the audit log of the new folder. */
  by: Pick<AuditEntry, 'user_id' | 'username' | 'via' | 'request_id'>;
}

/** Backups of the workspace that is open, and restores into new folders (security X13). */
export interface Backups {
  /** Where they lie at the moment, absolute. */
  readonly folder: string;
  /** The work that runs or ran last since the program started. */
  readonly job: BackupJob | null;
  /** Newest first. @throws {AppError} unavailable when the folder cannot be read */
  list(): Promise<Backup[]>;
  /**
   * Begins a backup of this moment; what is written meanwhile never waits for it. The running one is answered when
   * there is one already.
   *
   * @throws {AppError} conflict while a restore runs, or when `file` exists
   */
  start(options: StartBackupOptions): Promise<BackupJob>;
  /** Reads a backup whole and says what is in it. @throws {AppError} bad_request when it is damaged, not_found */
  preview(archive: string, signal?: AbortSignal): Promise<BackupPreview>;
  /** Begins to make a new folder of a backup; the open one is not touched. @throws {AppError} conflict, not_found */
  startRestore(options: StartRestoreOptions): Promise<BackupJob>;
  /** @throws {AppError} not_found */
  remove(name: string): Promise<void>;
  /** Removes scheduled backups that are no longer kept. */
  dropOld(keep: { daily: number; weekly: number }): Promise<void>;
  /** Resolves when no work runs. */
  idle(): Promise<void>;
  /** Ends what runs, without a trace of it. */
  close(): Promise<void>;
}
