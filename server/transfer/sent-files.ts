import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asFileRefusal } from '../disk-refusal.ts';
import { AppError, badRequest, conflict } from '../errors.ts';
import type { AnnouncedFile, ReceiveImportOptions } from '../transfer-ports.ts';
import { checkSentName } from './sent-names.ts';
import { openListedSource, type ListedFile } from './listed-source.ts';
import type { MarkdownSource } from './markdown-source.ts';
import { unfinishedPath } from './unfinished-file.ts';

const OWNER_FILE = 0o600;
const OWNER_FOLDER = 0o700;

/** A file among those that were sent. */
interface SentFile extends ListedFile {
  /** Where its bytes begin. */
  start: number;
}

/**
 * Files of an import as they come from a browser: their bytes one behind the other, in one file of ours, so that no
 * name that somebody sent ever reaches the disk (security Z1).
 */
export interface SentFiles {
  announce(files: readonly AnnouncedFile[]): void;
  /** @returns how many bytes have come */
  take(at: number, piece: Uint8Array): Promise<number>;
  /**
   * Resolves when all are there.
   *
   * @throws {AppError} bad_request when nothing came for too long, storage_full …; whatever aborted the signal
   */
  whole(signal: AbortSignal): Promise<void>;
  /** What was sent: the archive, or the files. @throws {AppError} as the sources do */
  open(): Promise<MarkdownSource>;
  /** Removes what came, and takes no more. */
  remove(): Promise<void>;
}

export interface SentFilesOptions extends Pick<ReceiveImportOptions, 'files' | 'bytes'> {
  folder: string;
  /** How long nothing may come. */
  idleMs: number;
  /** Told how many bytes have come. */
  onTaken: (received: number) => void;
}

export function createSentFiles({
  folder,
  files: count,
  bytes,
  idleMs,
  onTaken,
}: SentFilesOptions): SentFiles {
  const path = unfinishedPath(join(folder, 'files'));
  const files: SentFile[] = [];
  const names = new Set<string>();
  const arrived = Promise.withResolvers<void>();
  let announced = 0;
  let received = 0;
  let handle: FileHandle | undefined;
  let writing: Promise<void> | undefined;
  let isOver = false;
  let idle = setTimeout(tooLate, idleMs);
  // Whoever waits for them may not have begun yet.
  arrived.promise.catch(() => undefined);

  function tooLate(): void {
    arrived.reject(
      badRequest('The files stopped coming.', {
        hint: 'Choose them again, and keep the page open meanwhile.',
      }),
    );
  }

  function touch(): void {
    clearTimeout(idle);
    if (files.length === count && received === bytes) arrived.resolve();
    else idle = setTimeout(tooLate, idleMs);
  }

  async function opened(): Promise<FileHandle> {
    await mkdir(dirname(path), { recursive: true, mode: OWNER_FOLDER });
    handle ??= await open(path, 'wx+', OWNER_FILE);
    return handle;
  }

  async function write(piece: Uint8Array): Promise<void> {
    try {
      await (await opened()).writeFile(piece);
    } catch (error) {
      const refusal = asFileRefusal(error, 'What you send', 'Look at the data folder.');
      arrived.reject(refusal);
      throw refusal;
    }
  }

  async function read(file: SentFile): Promise<Uint8Array> {
    const buffer = Buffer.allocUnsafe(file.size ?? 0);
    for (let got = 0; got < buffer.length;) {
      const answer = await handle?.read(buffer, got, buffer.length - got, file.start + got);
      if (!answer?.bytesRead) throw new Error('A file that was sent is shorter than it was.');
      got += answer.bytesRead;
    }
    return buffer;
  }

  return {
    announce(more) {
      if (isOver) throw ended();
      if (files.length + more.length > count)
        throw badRequest(`More files were named than the ${count} announced.`);
      for (const { path: name, size } of more) {
        checkSentName(name, names);
        files.push({ name, size, start: announced });
        announced += size ?? 0;
      }
      const isTooMuch = announced > bytes || (files.length === count && announced !== bytes);
      if (isTooMuch) throw badRequest('The files are not as long together as was announced.');
      if (files.some(isArchive) && count > 1) {
        throw badRequest('A ZIP archive comes alone.', {
          hint: 'Choose the archive only, or unpack it and choose the folder.',
        });
      }
      touch();
    },
    async take(at, piece) {
      if (isOver) throw ended();
      if (files.length < count) throw conflict('The files are sent once all of them are named.');
      if (writing || at !== received)
        throw conflict('Another piece of the files is due.', { details: { received } });
      if (received + piece.length > bytes)
        throw new AppError('payload_too_large', 'More came than was announced.', {
          hint: 'Choose the files again.',
        });
      writing = write(piece);
      try {
        await writing;
      } finally {
        writing = undefined;
      }
      // Without this a timer would outlive the import, and its job be told of bytes after its end.
      if (isOver) throw ended();
      received += piece.length;
      onTaken(received);
      touch();
      return received;
    },
    async whole(signal) {
      signal.throwIfAborted();
      const abort = () => arrived.reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      try {
        await arrived.promise;
      } finally {
        signal.removeEventListener('abort', abort);
        clearTimeout(idle);
      }
    },
    async open() {
      if (files.length === 1 && files.some(isArchive)) {
        // Of an empty one no byte came: it is an archive that is damaged, not a file that is not there.
        await opened();
        return (await import('./zip-source.ts')).openZipSource(path);
      }
      return openListedSource(files, read, async () => undefined);
    },
    async remove() {
      isOver = true;
      clearTimeout(idle);
      await writing?.catch(() => undefined);
      if (!handle) return;
      await handle.close();
      await rm(path, { force: true });
    },
  };
}

const isArchive = ({ name, size }: ListedFile): boolean =>
  size !== null && name.toLowerCase().endsWith('.zip');

export const ended = () =>
  new AppError('gone', 'This import has ended.', { hint: 'Choose the files again.' });
