import { randomBytes } from 'node:crypto';
import { basename, dirname, join, resolve } from 'node:path';
import { RESTORED_MARK } from '../../domain/backup.ts';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { errorCode, listIfPresent, unlessMissing, type FileLock, type FileSystem } from '../file-system.ts';
import { removeTree } from '../folder-backup.ts';
import { refuseFolder } from './refuse-file.ts';
import { isStagingName } from '../empty-folder.ts';
import { hasOnlyParts, moveIn, STAGING_LOCK } from './restore-place.ts';

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
      if (isThere) await moveIn(fileSystem, folder, target).catch(refuseFolder);
      return filled;
    });
    if (!isThere) await moveTo(fileSystem, folder, target).catch(refuseFolder);
    return answer;
  } finally {
    // After a move, what is left of it, if anything.
    await removeStaging(fileSystem, folder).catch((problem: unknown) => {
      log.warn({ err: problem }, 'What was unpacked for a restore could not be removed');
    });
  }
}

async function moveTo(fileSystem: FileSystem, folder: string, target: string): Promise<void> {
  await fileSystem.rename(folder, target);
  // Only now, so that nobody takes it for one without a lock; a lock that stays there is only untidy.
  await fileSystem.unlink(join(target, STAGING_LOCK)).catch(() => undefined);
  await fileSystem.syncFolder(dirname(target));
}

/** Makes the folder and works in it; other restores, which clear what was left, keep off it meanwhile. */
async function whileLocked<T>(fileSystem: FileSystem, folder: string, work: () => Promise<T>): Promise<T> {
  const lock = await makeLocked(fileSystem, folder);
  try {
    return await work();
  } finally {
    await lock?.release();
  }
}

async function makeLocked(fileSystem: FileSystem, folder: string): Promise<FileLock | undefined> {
  await fileSystem.makeFolder(folder).catch((error: unknown) => {
    if (['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error))) throw notWritable(folder, error);
    refuseFolder(error);
  });
  try {
    return await fileSystem.lock(join(folder, STAGING_LOCK));
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') return refuseFolder(error);
    // Empty as it still was, another restore has just taken it for one that was left.
    return makeLocked(fileSystem, folder);
  }
}

function notWritable(folder: string, cause: unknown): AppError {
  return new AppError('unavailable', `This program may make no folder in ${dirname(folder)}.`, {
    hint: 'Choose another place for the new folder. An empty folder that is there already needs no place beside it.',
    cause,
  });
}

/**
 * Removes what restores that were killed have left in a folder: each is a whole workspace with its keys. Only what is
 * named as a restore names it and is empty, or has its lock, which nobody holds, and nothing but parts of a workspace.
 *
 * @param isMeant which of those names
 * @returns the paths of what was removed
 */
export async function removeLeftStagings(
  { fileSystem, log }: Staging,
  place: string,
  isMeant: (name: string) => boolean = () => true,
): Promise<string[]> {
  const removed: string[] = [];
  for (const { name, kind } of await listIfPresent(fileSystem, place)) {
    if (kind !== 'folder' || !isStagingName(name) || !isMeant(name)) continue;
    const folder = join(place, name);
    try {
      if (await removeIfLeft(fileSystem, folder)) removed.push(folder);
    } catch (error) {
      log.warn({ err: error, folder }, 'What an earlier restore left could not be removed');
    }
  }
  return removed;
}

/**
 * The same for whoever has the workspace of a folder: what restores into this folder left, and those beside it that its
 * app began. Restores of others, which may lie in the same place, are left to them.
 */
export async function removeStagingsOf(options: Staging, folder: string): Promise<string[]> {
  const dataFolder = resolve(folder);
  const own = basename(dataFolder);
  const isOwn = (name: string) =>
    name.startsWith(`.${own}.restoring-`) || name.startsWith(`.${own}${RESTORED_MARK}`);
  const beside = await removeLeftStagings(options, dirname(dataFolder), isOwn);
  return [...beside, ...(await removeLeftStagings(options, dataFolder))];
}

async function removeIfLeft(fileSystem: FileSystem, folder: string): Promise<boolean> {
  if ((await fileSystem.names(folder)).length === 0) {
    await unlessMissing(fileSystem.removeFolder(folder));
    return true;
  }
  if (!(await hasOnlyParts(fileSystem, folder))) return false;
  const lock = await fileSystem.lock(join(folder, STAGING_LOCK));
  if (!lock) return false;
  await lock.release();
  await removeStaging(fileSystem, folder);
  return true;
}

/** By its lock the next one knows it, should this be cut off. */
async function removeStaging(fileSystem: FileSystem, folder: string): Promise<void> {
  for (const { name, kind } of await listIfPresent(fileSystem, folder)) {
    const path = join(folder, name);
    if (kind === 'folder') await removeTree(fileSystem, path);
    else if (name !== STAGING_LOCK) await unlessMissing(fileSystem.unlink(path));
  }
  await removeTree(fileSystem, folder);
}
