import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Logger } from '../log.ts';
import { layoutOf } from '../storage/layout.ts';
import { systemErrorCode } from '../system-error.ts';

const UNFINISHED = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;

/** Where a file beside `path` is written until it is whole, or for as long as it is needed. */
export function unfinishedPath(path: string): string {
  return join(dirname(path), `.${randomUUID()}.part`);
}

/** Removes what imports and exports left in a data folder when a program that was killed cut them short. */
export async function removeUnfinishedTransfers(dataFolder: string, log: Logger): Promise<void> {
  const { exports, imports } = layoutOf(dataFolder);
  for (const folder of [exports, imports]) {
    await removeUnfinished(folder).catch((error: unknown) =>
      log.warn({ err: error, folder }, 'What unfinished imports and exports left could not be removed'),
    );
  }
}

/** Of a folder that nobody writes to now; fine when there is none. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await namesIn(folder))
    if (UNFINISHED.test(name)) await rm(join(folder, name), { force: true });
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
