import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { conflict } from '../errors.ts';
import { systemErrorCode } from '../system-error.ts';
import { createZipWriter } from '../zip/zip-writer.ts';
import { asDiskRefusal } from './disk-refusal.ts';
import type { MarkdownTarget } from './export-markdown.ts';
import { unfinishedPath } from './unfinished-file.ts';

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
      answer = await zipInto((bytes) => file.writeFile(bytes), time, fill);
      await file.sync();
    } finally {
      await file.close();
    }
    if (await exists(path)) throw taken();
    await rename(temporary, path);
    return answer;
  } catch (error) {
    await rm(temporary, { force: true });
    throw asDiskRefusal(error, 'The archive', 'Choose a folder that you may write to.');
  }
}

/** Makes an archive of what `fill` writes. Texts are packed; pictures are as small as they get already. */
export async function zipInto<T>(
  write: (bytes: Uint8Array) => Promise<void>,
  time: number,
  fill: (target: MarkdownTarget) => Promise<T>,
): Promise<T> {
  const zip = createZipWriter(write, time);
  const answer = await fill({
    async write(name, content) {
      const isText = typeof content === 'string';
      await zip.add(name, isText ? Buffer.from(content) : content, { compress: isText });
    },
  });
  await zip.end();
  return answer;
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
