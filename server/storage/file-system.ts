/**
 * The one way to the disk. Everything in storage goes through it, so that crash and fault tests can stand in
 * for the disk (design §4, security X3 and X4). Paths are absolute; failures are Node's own errors with `code`.
 */
export interface FileSystem {
  open: (path: string, mode: OpenMode) => Promise<OpenFile>;
  readFile: (path: string) => Promise<Buffer>;
  rename: (from: string, to: string) => Promise<void>;
  unlink: (path: string) => Promise<void>;
  /** Removes an empty folder. */
  removeFolder: (path: string) => Promise<void>;
  /** Creates a folder, or takes an existing one, and makes it the owner's only (security E9). */
  makeFolder: (path: string) => Promise<void>;
  list: (path: string) => Promise<FolderEntry[]>;
  /** The names of `list` alone, which is several times as fast where there are thousands. */
  names: (path: string) => Promise<string[]>;
  /** What is at a path; undefined when nothing is. */
  stat: (path: string) => Promise<Found | undefined>;
  /** Makes names that were created, renamed or removed in a folder durable. */
  syncFolder: (path: string) => Promise<void>;
  /**
   * Puts values under many names, each as `encodeChecksummed` and `replaceFile` do it, where there is a better way
   * than one by one. After a failure some may be done. Rejects with `WriterLost` when the way failed, not the disk.
   */
  replaceFiles?: (files: readonly NewFile[]) => Promise<void>;
  /** Takes the kernel's exclusive lock on a file, which is created when missing; undefined when it is held. */
  lock: (path: string) => Promise<FileLock | undefined>;
}

/** What shall stand under a name, as checksummed JSON. */
export interface NewFile {
  path: string;
  value: { content: string };
}

/** Thrown by `replaceFiles` when whoever wrote is gone: nothing is wrong with the disk. */
export class WriterLost extends Error {}

/** Mode of new files: the owner's only (security E9). */
export const OWNER_FILE = 0o600;

/** `create` fails when the name exists; `update` fails when it does not. New files are for the owner only. */
export type OpenMode = 'read' | 'update' | 'create';
export type EntryKind = 'file' | 'folder' | 'other';

export interface Found {
  kind: EntryKind;
  /** Bytes. */
  size: number;
  /**
   * When its content, of a folder its names, last changed, or it was put there: milliseconds since 1970. Nobody can
   * set it, so that a copy does not bear the time of what it was copied from.
   */
  changed: number;
}

export interface FolderEntry {
  name: string;
  kind: EntryKind;
}

/** An open file. All positions are absolute; `read` and `write` may do less than asked and say how much. */
export interface OpenFile {
  read: (buffer: Uint8Array, position: number) => Promise<number>;
  write: (buffer: Uint8Array, position: number) => Promise<number>;
  truncate: (length: number) => Promise<void>;
  /** Makes the content and the length durable. */
  datasync: () => Promise<void>;
  sync: () => Promise<void>;
  size: () => Promise<number>;
  close: () => Promise<void>;
}

export interface FileLock {
  /** Replaces the text of the lock file, which says who holds it. */
  write(text: string): Promise<void>;
  release(): Promise<void>;
}

/** The `code` of a system error, `''` for anything else. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** Faults of the moment, not of the file: nothing is wrong with the data. */
export function isPassing(error: unknown): boolean {
  return ['EMFILE', 'ENFILE', 'EACCES', 'EPERM', 'EINTR', 'EAGAIN', 'EIO', 'ENOMEM'].includes(
    errorCode(error),
  );
}

/** Runs an action and treats a missing file or folder as done. */
export async function unlessMissing(action: Promise<void>): Promise<void> {
  try {
    await action;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

/** The entries of a folder; none when it is missing. */
export function listIfPresent(fileSystem: FileSystem, path: string): Promise<FolderEntry[]> {
  return noneIfMissing(fileSystem.list(path));
}

/** The names in a folder; none when it is missing. */
export function namesIfPresent(fileSystem: FileSystem, path: string): Promise<string[]> {
  return noneIfMissing(fileSystem.names(path));
}

async function noneIfMissing<T>(listing: Promise<T[]>): Promise<T[]> {
  try {
    return await listing;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return [];
    throw error;
  }
}
