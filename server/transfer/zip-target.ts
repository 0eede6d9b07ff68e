import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, conflict } from '../errors.ts';
import { systemErrorCode } from '../system-error.ts';
import { createZipWriter } from '../zip/zip-writer.ts';
import type { MarkdownTarget } from './export-markdown.ts';
import { unfinishedPath } from './unfinished-archive.ts';

const OWNER_FILE = 0o600;
const OWNER_FOLDER = 0o700;

/**
 * Makes a ZIP archive of what `fill` writes; its name appears when it is whole, and nothing is left when it fails.
 *
 * @throws {AppError} conflict when the file exists, unavailable or storage_full when the disk refuses it
 */
export async function writeZip<T>(
  path: string,
  time: number,
  fill: (target: MarkdownTarget) => Promise<T>,
): Promise<T> {
  const temporary = unfinishedPath(path);
  try {
    if (await exists(path)) throw taken();
    await mkdir(dirname(path), { recursive: true, mode: OWNER_FOLDER });
    const file = await open(temporary, 'wx', OWNER_FILE);
    let answer: T;
    try {
      const zip = createZipWriter((bytes) => file.writeFile(bytes), time);
      answer = await fill({
        write: async (name, content) =>
          void (await zip.add(name, typeof content === 'string' ? Buffer.from(content) : content)),
      });
      await zip.end();
      await file.sync();
    } finally {
      await file.close();
    }
    if (await exists(path)) throw taken();
    await rename(temporary, path);
    return answer;
  } catch (error) {
    await rm(temporary, { force: true });
    throw asRefusal(error);
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

const taken = () =>
  conflict('There is a file of that name already.', { hint: 'Choose another name: no file is replaced.' });

function asRefusal(error: unknown): unknown {
  const code = systemErrorCode(error);
  if (error instanceof AppError || code === undefined) return error;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  return new AppError(isFull ? 'storage_full' : 'unavailable', `The archive cannot be written (${code}).`, {
    hint: isFull ? 'Free some space, or choose another disk.' : 'Choose a folder that you may write to.',
    cause: error,
  });
}
