import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { FileSystem, OpenFile } from './file-system.ts';

const TEMPORARY = /^\.[0-9a-f]{24}\.tmp$/;

/** Whether a name is that of a file that a crash left half written. */
export function isTemporaryName(name: string): boolean {
  return TEMPORARY.test(name);
}

/** A new name beside `path`, for what is not whole yet. */
export function temporaryPath(path: string): string {
  return join(dirname(path), `.${randomBytes(12).toString('hex')}.tmp`);
}

/** Writes all bytes: the kernel may take fewer than it was given, and does so on a nearly full disk (security F1). */
export async function writeFully(file: OpenFile, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const taken = await file.write(bytes.subarray(written), position + written);
    if (taken <= 0) throw new Error('The disk takes no more bytes and does not say why.');
    written += taken;
  }
}

/** Reads `length` bytes, or as many as there are. */
export async function readFully(file: OpenFile, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let got = 0;
  while (got < length) {
    const count = await file.read(buffer.subarray(got), position + got);
    if (count === 0) break;
    got += count;
  }
  return buffer.subarray(0, got);
}

/**
 * Puts new content under a name: whoever looks, and whatever is cut when, sees the old file or the new one.
 * The name itself is durable only after `syncFolder` on its folder, which callers do once for many files.
 * Own code, because the known packages rename torn files into place on a full disk (security F1).
 */
export async function replaceFile(fileSystem: FileSystem, path: string, chunks: Chunks): Promise<number> {
  const temporary = temporaryPath(path);
  const file = await fileSystem.open(temporary, 'create');
  try {
    const length = await writeAndClose(file, chunks);
    await fileSystem.rename(temporary, path);
    return length;
  } catch (error) {
    // Only tidiness: a leftover is deleted at the next start, and the first error is the one to tell.
    await fileSystem.unlink(temporary).catch(() => undefined);
    throw error;
  }
}

/** `replaceFile`, and the name is durable too. */
export async function replaceFileDurably(
  fileSystem: FileSystem,
  path: string,
  chunks: Chunks,
): Promise<number> {
  const length = await replaceFile(fileSystem, path, chunks);
  await fileSystem.syncFolder(dirname(path));
  return length;
}

/** Whole content, or pieces that are made while they are written so that none holds up the event loop. */
export type Chunks = Uint8Array | Iterable<Uint8Array>;

async function writeAndClose(file: OpenFile, chunks: Chunks): Promise<number> {
  let position = 0;
  try {
    for (const chunk of chunks instanceof Uint8Array ? [chunks] : chunks) {
      await writeFully(file, chunk, position);
      position += chunk.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return position;
}
