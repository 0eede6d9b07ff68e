import type { Actor } from './operations/define.ts';

/** Markdown that is going in or out, or went last. One at a time. */
export interface TransferJob {
  id: string;
  kind: 'import' | 'export';
  state: 'running' | 'done' | 'failed';
  started_at: string;
  ended_at: string | null;
  /** Files so far, and in all. */
  done: number;
  total: number;
  /** Path of the archive or folder. */
  path: string;
  /** Pages and pictures that came through. */
  pages: number;
  images: number;
  /** Files that were left out, each with why; the first hundred. */
  skipped: { path: string; reason: string }[];
  /** Pages that were there already, and pages that wait for review. */
  existing: number;
  queued: number;
  problem: { message: string; hint: string | null } | null;
}

export interface StartImportOptions {
  /** Absolute path of a folder or a ZIP archive. */
  path: string;
  space: string;
  publish: boolean;
  existing: 'refuse' | 'skip' | 'again';
}

/** Takes Markdown in and out while the program serves (decisions §3, "Backup and data"). */
export interface Transfers {
  readonly job: TransferJob | null;
  /** Begins to write a space, or all, into an archive in `exports/` of the data folder. @throws {AppError} conflict, unavailable */
  startExport(actor: Actor, options: { space: string | undefined }): TransferJob;
  /** @throws {AppError} conflict while another one runs, unavailable while the program ends */
  startImport(actor: Actor, options: StartImportOptions): TransferJob;
  /** Resolves when none runs. */
  idle(): Promise<void>;
  /**
   * Ends what runs, and begins no more. Nothing is left of an export; of an import stays what is in, and importing
   * again with `existing: 'skip'` goes on from there.
   */
  close(): Promise<void>;
}
