import { basename, dirname, join, relative, sep } from 'node:path';
import { conflict } from '../../errors.ts';
import { isTemporaryName } from '../durable-file.ts';
import { isBeingMade, isOfSystem, isStagingName } from '../empty-folder.ts';
import { listIfPresent, unlessMissing, type FileSystem } from '../file-system.ts';
import { lockFolder } from '../folder-lock.ts';
import { removeTree } from '../folder-backup.ts';
import { layoutOf, type Layout } from '../layout.ts';
import { readWorkspaceFile, writeWorkspaceFile } from '../workspace-file.ts';

/** In the folder that a restore unpacks into: held while it works, and let go by the system when it is killed. */
export const STAGING_LOCK = 'restoring.lock';

/** @throws {AppError} conflict unless the target is missing, or has nothing in it but what a killed restore left */
export async function requireEmpty(fileSystem: FileSystem, target: string): Promise<void> {
  const found = await fileSystem.stat(target);
  if (found === undefined) return;
  if (found.kind === 'folder') {
    const layout = layoutOf(target);
    const parts = (await isBeingMade(fileSystem, layout)) ? partsOf(layout) : [];
    const left = new Set([...parts, layout.workspace].map((path) => basename(path)));
    const isNothing = (name: string) =>
      isOfSystem(name) ||
      name === basename(layout.lock) ||
      isStagingName(name) ||
      isTemporaryName(name) ||
      (parts.length > 0 && left.has(name));
    if ((await listIfPresent(fileSystem, target)).every(({ name }) => isNothing(name))) return;
  }
  throw conflict(`${target} is not empty. Nothing was changed.`, {
    hint: 'Choose a folder that is empty or not there yet: a restore never writes over anything.',
  });
}

/**
 * Refuses a place among the files of a workspace, where the new one would be taken for a part of it: counted, copied, or
 * cleared away.
 *
 * @throws {AppError} conflict
 */
export async function requireOutside(fileSystem: FileSystem, target: string): Promise<void> {
  for (let folder = dirname(target); folder !== dirname(folder); folder = dirname(folder)) {
    const layout = layoutOf(folder);
    const [first = ''] = relative(folder, target).split(sep);
    const isPart = [...partsOf(layout), ...derivedOf(layout)].includes(join(folder, first));
    if (!isPart || (await fileSystem.stat(layout.workspace)) === undefined) continue;
    throw conflict(`${target} lies among the files of the workspace in ${folder}. Nothing was changed.`, {
      hint: 'Choose a folder outside it.',
    });
  }
}

/**
 * Moves a whole workspace from a folder in the target into the target itself, unless somebody has begun another one
 * there meanwhile. Until the last step it counts as none: a start finds nothing to open, and the next restore begins
 * anew. Nothing is left of it when it fails.
 *
 * @throws {AppError} conflict when the target is in use, or not empty any more
 */
export async function moveIn(fileSystem: FileSystem, staging: string, target: string): Promise<void> {
  await fileSystem.makeFolder(target);
  const lock = await lockFolder(fileSystem, target);
  try {
    await requireEmpty(fileSystem, target);
    await clearUnfinished(fileSystem, target);
    await moveParts(fileSystem, staging, target).catch(async (error: unknown) => {
      await clearUnfinished(fileSystem, target);
      await unlessMissing(fileSystem.unlink(layoutOf(target).lock));
      throw error;
    });
  } finally {
    await lock.release();
  }
}

async function moveParts(fileSystem: FileSystem, staging: string, target: string): Promise<void> {
  const [from, to] = [layoutOf(staging), layoutOf(target)];
  for (const { name } of await fileSystem.list(target))
    if (isTemporaryName(name)) await unlessMissing(fileSystem.unlink(join(target, name)));
  await writeWorkspaceFile(fileSystem, to, await readWorkspaceFile(fileSystem, from), { kind: 'creating' });
  const kept = new Set([basename(from.workspace), STAGING_LOCK]);
  for (const { name } of await fileSystem.list(staging))
    if (!kept.has(name)) await fileSystem.rename(join(staging, name), join(target, name));
  await fileSystem.syncFolder(target);
  await fileSystem.rename(from.workspace, to.workspace);
  await fileSystem.syncFolder(target);
}

/** Empties a folder of what was moved in, as long as that has not come to its end. */
async function clearUnfinished(fileSystem: FileSystem, target: string): Promise<void> {
  const layout = layoutOf(target);
  if (!(await isBeingMade(fileSystem, layout))) return;
  for (const part of partsOf(layout)) await removeTree(fileSystem, part);
  await fileSystem.syncFolder(target);
  await unlessMissing(fileSystem.unlink(layout.workspace));
}

/** Whether there is nothing in a folder but what a restore puts into the one that it unpacks in. */
export async function hasOnlyParts(fileSystem: FileSystem, folder: string): Promise<boolean> {
  const layout = layoutOf(folder);
  const parts = [...partsOf(layout), layout.workspace, layout.lock].map((path) => basename(path));
  const known = new Set([...parts, STAGING_LOCK]);
  const names = await fileSystem.names(folder);
  // Its lock is the first thing in it and the last one that goes.
  return names.includes(STAGING_LOCK) && names.every((name) => known.has(name) || isTemporaryName(name));
}

/** The folders that a restore may make. */
function partsOf({ folders, backups }: Layout): string[] {
  return [...Object.values(folders), backups];
}

function derivedOf({ exports: archives, imports, index, embeddings, tunnel }: Layout): string[] {
  return [archives, imports, index, embeddings, tunnel];
}
