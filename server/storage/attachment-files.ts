import { dirname, join } from 'node:path';
import type { Clock } from '../clock.ts';
import { COMMAND } from '../command-name.ts';
import { AppError } from '../errors.ts';
import type { AttachmentFiles } from '../image-ports.ts';
import type { Logger } from '../log.ts';
import { finishInSlices } from '../sliced-work.ts';
import { contentHash, hashOfFile } from './content-hash.ts';
import { readFully, replaceFile } from './durable-file.ts';
import { errorCode, listIfPresent, unlessMissing, type FileSystem } from './file-system.ts';
import { layoutOf } from './layout.ts';
import { nodeFileSystem } from './node-file-system.ts';
import { refusedWrite } from './write-errors.ts';

/** What was put stays for so long without an attachment: its commit may be on the way. */
const GRACE_MS = 3_600_000;
/** So much of a file is in memory while it is read. */
const PIECE_BYTES = 256 * 1024;

const CONTENT_FILE = /^([0-9a-f]{64})\.[a-z]+$/;

export interface AttachmentFilesOptions {
  /** Data folder. Its lock is held by this process. */
  folder: string;
  clock: Clock;
  log: Logger;
  fileSystem?: FileSystem;
}

/** Contents as files `attachments/<hash>.<ending>`; names come from the hash alone (security Z1). */
export function createAttachmentFiles(options: AttachmentFilesOptions): AttachmentFiles {
  const { clock, log, fileSystem = nodeFileSystem } = options;
  const layout = layoutOf(options.folder);
  /** By hash, when it was put last. */
  const lately = new Map<string, number>();
  const inTurn = createTurns();
  let holds = 0;

  function isRecent(sha256: string): boolean {
    const at = lately.get(sha256);
    if (at === undefined) return false;
    if (clock.monotonic() - at < GRACE_MS) return true;
    lately.delete(sha256);
    return false;
  }

  /** A file that is there and whole stays; one that was damaged meanwhile is written anew. */
  async function write(path: string, sha256: string, bytes: Uint8Array): Promise<void> {
    const present = await fileSystem.stat(path);
    const isWhole = present?.size === bytes.length && (await hashOfFile(fileSystem, path)) === sha256;
    if (!isWhole) await replaceFile(fileSystem, path, bytes);
    // Also for a file that was there: whoever wrote it may have been stopped before this.
    await fileSystem.syncFolder(dirname(path));
  }

  async function remove(path: string, sha256: string, isNamed: (sha256: string) => boolean) {
    if (holds > 0 || isRecent(sha256) || isNamed(sha256)) return false;
    await unlessMissing(fileSystem.unlink(path));
    return true;
  }

  return {
    async put(bytes, type) {
      const sha256 = await finishInSlices(contentHash(bytes));
      const content = { sha256, type };
      lately.set(sha256, clock.monotonic());
      const path = layout.attachment(content);
      try {
        await inTurn(sha256, () => write(path, sha256, bytes));
      } catch (error) {
        throw refusedWrite(error);
      }
      return content;
    },
    read: (content, range) => readPieces({ fileSystem, log, path: layout.attachment(content) }, range),
    async sweep(isNamed) {
      let removed = 0;
      for (const { name } of await listIfPresent(fileSystem, layout.folders.attachments)) {
        const sha256 = CONTENT_FILE.exec(name)?.[1];
        if (sha256 === undefined || isNamed(sha256)) continue;
        const path = join(layout.folders.attachments, name);
        if (await inTurn(sha256, () => remove(path, sha256, isNamed))) removed += 1;
      }
      for (const sha256 of lately.keys()) isRecent(sha256);
      if (removed > 0) await fileSystem.syncFolder(layout.folders.attachments);
      return removed;
    },
    hold() {
      holds += 1;
      let isHeld = true;
      return () => {
        if (isHeld) holds -= 1;
        isHeld = false;
      };
    },
  };
}

interface Source {
  fileSystem: FileSystem;
  log: Logger;
  path: string;
}

async function* readPieces(
  { fileSystem, log, path }: Source,
  { start, length }: { start: number; length: number },
): AsyncGenerator<Uint8Array> {
  const file = await fileSystem.open(path, 'read').catch((error: unknown) => {
    log.error({ err: error }, 'The file of an attachment cannot be read');
    throw lost(error);
  });
  try {
    for (let at = start; at < start + length;) {
      const piece = await readFully(file, at, Math.min(PIECE_BYTES, start + length - at));
      if (piece.length === 0) throw lost(new Error(`${path} ends too early.`));
      at += piece.length;
      yield piece;
    }
  } finally {
    await file.close();
  }
}

function lost(cause: unknown): AppError {
  const isMissing = errorCode(cause) === 'ENOENT';
  return new AppError('unavailable', `The file of this picture is ${isMissing ? 'missing' : 'damaged'}.`, {
    hint: `Ask the owner to use “Check all files” under Diagnostics, or \`${COMMAND} verify\` where the workspace lives.`,
    details: { lost: true },
    cause,
  });
}

/** Runs what concerns one content one after the other, so that nothing is removed while it is put. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async function inTurn<T>(key: string, action: () => Promise<T>): Promise<T> {
    const before = last.get(key);
    const run = before ? before.then(action, action) : action();
    last.set(key, run);
    try {
      return await run;
    } finally {
      if (last.get(key) === run) last.delete(key);
    }
  };
}
