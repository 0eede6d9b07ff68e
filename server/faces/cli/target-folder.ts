import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asFileRefusal } from '../../disk-refusal.ts';
import { systemErrorCode } from '../../system-error.ts';
import { UsageError } from './exit-code.ts';

/**
 * Makes sure that a folder is there and empty, so that an export never mixes with something else.
 *
 * @throws {UsageError} when it holds anything or cannot be made.
 */
export async function prepareTargetFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    if ((await readdir(folder)).length === 0) return;
  } catch (error) {
    throw new UsageError(`Cannot write to ${folder} (${systemErrorCode(error) ?? 'unknown error'}).`);
  }
  throw new UsageError(`${folder} is not empty. Choose a new folder.`);
}

/**
 * Writes one file below the folder; an existing file is never replaced, and half a file never stays.
 *
 * @throws {AppError} storage_full, unavailable when the disk refuses it
 */
export async function writeTargetFile(
  folder: string,
  path: string,
  content: string | Uint8Array,
): Promise<void> {
  const file = join(folder, path);
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content, { flag: 'wx' });
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') await rm(file, { force: true }).catch(() => undefined);
    throw asFileRefusal(error, file, 'Choose a folder that you may write to.');
  }
}
