import type { Actor } from './operations/define.ts';

/** Markdown that is going in or out, or went last. One at a time. */
export interface TransferJob {
  id: string;
  kind: 'import' | 'export';
  /** Between the program and a file or folder of this computer, or a browser. */
  through: 'computer' | 'browser';
  state: 'running' | 'done' | 'failed' | 'cancelled';
  /** `receiving`: the files come; `reading`: they are looked at, nothing is written yet; `writing`: pages and pictures go in or out. */
  phase: 'receiving' | 'reading' | 'writing';
  started_at: string;
  ended_at: string | null;
  /** So far, and in all, of this phase: bytes while files come, then files. */
  done: number;
  total: number;
  /** Path of the archive or folder; its name where a browser sends or fetches it. */
  path: string;
  /** Pages and pictures that came through, and all that are to come. */
  pages: number;
  total_pages: number;
  images: number;
  total_images: number;
  /** Files that were left out, each with why; the first hundred. */
  skipped: { path: string; reason: string }[];
  /** Pages that were there already, and pages that wait for review. */
  existing: number;
  queued: number;
  /** What else became of an import: pictures that are missing, links that lead nowhere …; sentences, the first hundred. */
  remarks: string[];
  problem: { message: string; hint: string | null } | null;
}

/** Where imported pages go, and what to do with them. */
export interface ImportChoices {
  space: string;
  publish: boolean;
  existing: 'refuse' | 'skip' | 'again';
}

export interface StartImportOptions extends ImportChoices {
  /** Absolute path of a folder or a ZIP archive. */
  path: string;
}

export interface ReceiveImportOptions extends ImportChoices {
  /** What people call it: the archive or the folder. */
  name: string;
  /** How many files are announced, those included that are known by name only. */
  files: number;
  /** Of all files that come. */
  bytes: number;
}

/** A file that a browser sends, or that it only names because nothing of it is imported. */
export interface AnnouncedFile {
  /** Below the chosen folder, with `/`. */
  path: string;
  /** Null when it does not come. */
  size: number | null;
}

/** Takes Markdown in and out while the program serves (decisions §3, "Backup and data"). */
export interface Transfers {
  readonly job: TransferJob | null;
  /** Begins to write a space, or all, into an archive in `exports/` of the data folder. @throws {AppError} conflict, unavailable */
  startExport(actor: Actor, options: { space: string | undefined }): TransferJob;
  /** Begins an archive that `fetch` hands out; it is written as fast as it is read. @throws as `startExport` */
  startDownload(actor: Actor, options: { space: string | undefined }): TransferJob;
  /**
   * The archive of a download, once.
   *
   * @throws {AppError} gone when it was fetched already, or has ended
   */
  fetch(id: string): { name: string; content: ReadableStream<Uint8Array> };
  /** @throws {AppError} conflict while another one runs, unavailable while the program ends */
  startImport(actor: Actor, options: StartImportOptions): TransferJob;
  /**
   * Begins an import of files that are announced and then sent, to the job's id. Nothing is kept of them in any end.
   *
   * @throws {AppError} as `startImport`; payload_too_large, storage_full
   */
  receiveImport(actor: Actor, options: ReceiveImportOptions): Promise<TransferJob>;
  /** Names some of the files, in the order in which their bytes come. @throws {AppError} gone, bad_request */
  announce(id: string, files: readonly AnnouncedFile[]): void;
  /**
   * Takes the next bytes of all files, which come one behind the other. With the last of them the import begins.
   *
   * @param at how many came before
   * @returns how many have come
   * @throws {AppError} gone, conflict when another piece is due, payload_too_large, storage_full
   */
  take(id: string, at: number, piece: Uint8Array): Promise<number>;
  /** Ids of the pages that an import brought in as drafts; none unless it is the last one and is done. */
  draftsOf(id: string): readonly string[];
  /** Ends what runs; of an import stays what is in. Fine when it has ended already. */
  cancel(id: string): void;
  /** Resolves when none runs. */
  idle(): Promise<void>;
  /**
   * Ends what runs, and begins no more. Nothing is left of an export; of an import stays what is in, and importing
   * again with `existing: 'skip'` goes on from there.
   */
  close(): Promise<void>;
}
