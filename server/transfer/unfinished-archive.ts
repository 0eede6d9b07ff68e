import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemErrorCode } from '../system-error.ts';

const UNFINISHED = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;

/** Where an archive is written until it is whole. */
export function unfinishedPath(path: string): string {
  return join(dirname(path), `.${randomUUID()}.part`);
}

/** Removes what exports that were cut short left in a folder that nobody writes to now; fine when there is none. */
export async function removeUnfinished(folder: string): Promise<void> {
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
