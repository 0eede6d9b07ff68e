import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import type { Logger } from '../../log.ts';
import { listIfPresent, unlessMissing, type FileSystem } from '../file-system.ts';
import { removeTree } from '../folder-backup.ts';
import { refusedWrite } from '../write-errors.ts';

const STAGING = /^\..+\.restoring-[0-9a-f]{12}$/;
/** Held while a restore runs, and let go by the system when it is killed. */
const LOCK = 'restoring.lock';

interface Staging {
  fileSystem: FileSystem;
  log: Logger;
}

/**
 * Has a new folder filled beside its place and then gives it its name. Nothing is left of it when that fails.
 *
 * @param target where the folder comes to be; nothing, or an empty folder
 * @param fill makes what belongs into the folder at the path that it is given
 */
export async function throughStaging<T>(
  { fileSystem, log }: Staging,
  target: string,
  fill: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(dirname(target), `.${basename(target)}.restoring-${randomBytes(6).toString('hex')}`);
  try {
    const answer = await fillLocked(fileSystem, folder, fill);
    await unlessMissing(fileSystem.unlink(join(folder, LOCK)));
    await unlessMissing(fileSystem.removeFolder(target));
    await fileSystem.rename(folder, target).catch((error: unknown) => {
      throw refusedWrite(error);
    });
    await fileSystem.syncFolder(dirname(target));
    return answer;
  } catch (error) {
    await removeTree(fileSystem, folder).catch((problem: unknown) => {
      log.warn({ err: problem }, 'What was unpacked for a restore could not be removed');
    });
    throw error;
  }
}

async function fillLocked<T>(
  fileSystem: FileSystem,
  folder: string,
  fill: (folder: string) => Promise<T>,
): Promise<T> {
  await fileSystem.makeFolder(folder).catch((error: unknown) => {
    throw refusedWrite(error);
  });
  const lock = await fileSystem.lock(join(folder, LOCK));
  try {
    return await fill(folder);
  } finally {
    await lock?.release();
  }
}

/** Removes what restores that were killed have left in a folder: each is a whole workspace with its keys. */
export async function removeLeftStagings({ fileSystem, log }: Staging, place: string): Promise<void> {
  for (const { name, kind } of await listIfPresent(fileSystem, place)) {
    if (kind !== 'folder' || !STAGING.test(name)) continue;
    try {
      await removeUnlessHeld(fileSystem, join(place, name));
    } catch (error) {
      log.warn({ err: error, folder: name }, 'What an earlier restore left could not be removed');
    }
  }
}

async function removeUnlessHeld(fileSystem: FileSystem, folder: string): Promise<void> {
  const lock = await fileSystem.lock(join(folder, LOCK));
  if (!lock) return;
  await lock.release();
  await removeTree(fileSystem, folder);
}
