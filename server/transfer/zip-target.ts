import { link, lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { asFileRefusal } from '../disk-refusal.ts';
import { conflict } from '../errors.ts';
import { systemErrorCode } from '../system-error.ts';
import { createZipWriter } from '../zip/zip-writer.ts';
import type { MarkdownTarget } from './export-markdown.ts';
import { unfinishedPath } from './unfinished-file.ts';

const OWNER_FILE = 0o600;
const OWNER_FOLDER = 0o700;

/**
 * Makes a ZIP archive of what `fill` writes; its name appears when it is whole, and nothing is left when it fails.
 *
 * @param nameOf the path that is tried first, second …; all in one folder; undefined when there are no more
 * @returns what `fill` did, and the path
 * @throws {AppError} conflict when there are files of all those names, unavailable or storage_full when the disk refuses it
 */
export async function writeZip<T>(
  nameOf: (attempt: number) => string | undefined,
  time: number,
  fill: (target: MarkdownTarget) => Promise<T>,
): Promise<{ answer: T; path: string }> {
  let temporary: string | undefined;
  try {
    const first = await firstFree(nameOf);
    temporary = unfinishedPath(first);
    await mkdir(dirname(first), { recursive: true, mode: OWNER_FOLDER });
    const file = await open(temporary, 'wx', OWNER_FILE);
    let answer: T;
    try {
      answer = await zipInto((bytes) => file.writeFile(bytes), time, fill);
      await file.sync();
    } finally {
      await file.close();
    }
    return { answer, path: await giveName(temporary, nameOf) };
  } catch (error) {
    if (temporary !== undefined) await rm(temporary, { force: true }).catch(() => undefined);
    throw asFileRefusal(error, 'The archive', 'Choose a folder that you may write to.');
  }
}

async function firstFree(nameOf: (attempt: number) => string | undefined): Promise<string> {
  for (let attempt = 0; ; attempt += 1) {
    const path = nameOf(attempt);
    if (path === undefined) throw taken();
    if (!(await exists(path))) return path;
  }
}

/** Another program may take a name while we look: so the disk itself is asked for one that nobody has. */
async function giveName(temporary: string, nameOf: (attempt: number) => string | undefined): Promise<string> {
  for (let attempt = 0; ; attempt += 1) {
    const path = nameOf(attempt);
    if (path === undefined) throw taken();
    try {
      await link(temporary, path);
    } catch (error) {
      if (systemErrorCode(error) === 'EEXIST') continue;
      // Disks such as those of cameras and sticks give no file a second name.
      if (await exists(path)) continue;
      await rename(temporary, path);
      return path;
    }
    // A leftover is only untidy, and goes with the next start.
    await rm(temporary, { force: true }).catch(() => undefined);
    return path;
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
    await lstat(path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

const taken = () =>
  conflict('There is a file of that name already.', { hint: 'Choose another name: no file is replaced.' });
