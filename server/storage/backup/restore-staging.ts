import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { errorCode, listIfPresent, unlessMissing, type FileSystem } from '../file-system.ts';
import { removeTree } from '../folder-backup.ts';
import { refusedWrite, refuseWrite } from '../write-errors.ts';
import { isStagingName, moveIn, STAGING_LOCK } from './restore-place.ts';

interface Staging {
  fileSystem: FileSystem;
  log: Logger;
}

/**
 * Has a new folder filled beside its place and then gives it its name; in its place, where that is an empty folder: it
 * may be a volume, or lie where nothing else can be written. Nothing is left of it when that fails.
 *
 * @param target where the folder comes to be; nothing, or an empty folder
 * @param fill makes what belongs into the folder at the path that it is given
 */
export async function throughStaging<T>(
  { fileSystem, log }: Staging,
  target: string,
  fill: (folder: string) => Promise<T>,
): Promise<T> {
  const isThere = (await fileSystem.stat(target)) !== undefined;
  const name = `.${basename(target)}.restoring-${randomBytes(6).toString('hex')}`;
  const folder = join(isThere ? target : dirname(target), name);
  try {
    const answer = await whileLocked(fileSystem, folder, async () => {
      const filled = await fill(folder);
      if (isThere) await moveIn(fileSystem, folder, target).catch(refuseWrite);
      return filled;
    });
    if (!isThere) await moveTo(fileSystem, folder, target).catch(refuseWrite);
    return answer;
  } finally {
    // After a move, what is left of it, if anything.
    await removeTree(fileSystem, folder).catch((problem: unknown) => {
      log.warn({ err: problem }, 'What was unpacked for a restore could not be removed');
    });
  }
}

async function moveTo(fileSystem: FileSystem, folder: string, target: string): Promise<void> {
  await unlessMissing(fileSystem.unlink(join(folder, STAGING_LOCK)));
  await fileSystem.rename(folder, target);
  await fileSystem.syncFolder(dirname(target));
}

/** Makes the folder and works in it; other restores, which clear what was left, keep off it meanwhile. */
async function whileLocked<T>(fileSystem: FileSystem, folder: string, work: () => Promise<T>): Promise<T> {
  await fileSystem.makeFolder(folder).catch((error: unknown) => {
    throw ['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error))
      ? notWritable(folder, error)
      : refusedWrite(error);
  });
  const lock = await fileSystem.lock(join(folder, STAGING_LOCK));
  try {
    return await work();
  } finally {
    await lock?.release();
  }
}

function notWritable(folder: string, cause: unknown): AppError {
  return new AppError('unavailable', `This program may make no folder in ${dirname(folder)}.`, {
    hint: 'Choose another place for the new folder. An empty folder that is there already needs no place beside it.',
    cause,
  });
}

/** Removes what restores that were killed have left in a folder: each is a whole workspace with its keys. */
export async function removeLeftStagings({ fileSystem, log }: Staging, place: string): Promise<void> {
  for (const { name, kind } of await listIfPresent(fileSystem, place)) {
    if (kind !== 'folder' || !isStagingName(name)) continue;
    try {
      await removeUnlessHeld(fileSystem, join(place, name));
    } catch (error) {
      log.warn({ err: error, folder: name }, 'What an earlier restore left could not be removed');
    }
  }
}

async function removeUnlessHeld(fileSystem: FileSystem, folder: string): Promise<void> {
  const lock = await fileSystem.lock(join(folder, STAGING_LOCK));
  if (!lock) return;
  await lock.release();
  await removeTree(fileSystem, folder);
}
