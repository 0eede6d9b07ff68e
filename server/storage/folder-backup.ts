import { dirname, join, relative } from 'node:path';
import { conflict, type AppError } from '../errors.ts';
import { checksum } from './checksum.ts';
import { isTemporaryName, replaceFileDurably } from './durable-file.ts';
import { listIfPresent, unlessMissing, type FileSystem } from './file-system.ts';
import type { Layout } from './layout.ts';

/** Not part of the data: who has the folder open, the copies themselves, and what is made from the documents. */
const LEFT_OUT = new Set(['lock', 'backups', 'exports', 'imports', 'index', 'embeddings']);

/**
 * Copies every file of a data folder to `backups/<name>`, reads each copy back, and only then gives the copy its
 * name: a backup that is there is whole (security X12).
 */
export async function backUpFolder(fileSystem: FileSystem, layout: Layout, name: string): Promise<void> {
  const target = join(layout.backups, name);
  const staging = `${target}.part`;
  await fileSystem.makeFolder(layout.backups);
  await removeTree(fileSystem, staging);
  await fileSystem.makeFolder(staging);
  for (const path of await filesUnder(fileSystem, layout.root, LEFT_OUT)) {
    await copyVerified(fileSystem, path, join(staging, relative(layout.root, path)));
  }
  await syncTree(fileSystem, staging);
  await fileSystem.rename(staging, target);
  await fileSystem.syncFolder(layout.backups);
  await fileSystem.syncFolder(layout.root);
}

/**
 * Makes the data folder what it was when the backup was taken; may be done again after a crash.
 *
 * @throws {AppError} conflict when the backup is gone: then nothing is changed
 */
export async function restoreFolder(fileSystem: FileSystem, layout: Layout, name: string): Promise<void> {
  const source = join(layout.backups, name);
  const kept = new Set(
    (await filesUnder(fileSystem, source, new Set())).map((path) => relative(source, path)),
  );
  // The workspace file says that a restore is under way, so it is the last to be put back.
  const workspace = relative(layout.root, layout.workspace);
  if (!kept.has(workspace)) throw missingCopy(source);
  for (const path of kept) {
    if (path !== workspace) await copyVerified(fileSystem, join(source, path), join(layout.root, path));
  }
  for (const path of await filesUnder(fileSystem, layout.root, LEFT_OUT)) {
    if (!kept.has(relative(layout.root, path))) await unlessMissing(fileSystem.unlink(path));
  }
  for (const folder of Object.values(layout.folders)) await syncTree(fileSystem, folder);
  await fileSystem.syncFolder(layout.root);
  await copyVerified(fileSystem, join(source, workspace), layout.workspace);
}

function missingCopy(source: string): AppError {
  return conflict(`The copy from before the update of the data is gone: ${source}. Nothing was changed.`, {
    hint: 'Put it back there, or restore a backup.',
  });
}

async function copyVerified(fileSystem: FileSystem, from: string, to: string): Promise<void> {
  const bytes = await fileSystem.readFile(from);
  await fileSystem.makeFolder(dirname(to));
  await replaceFileDurably(fileSystem, to, bytes);
  if (checksum(await fileSystem.readFile(to)) !== checksum(bytes))
    throw new Error('A copy differs from its original.');
}

/** Makes all names in a folder and below it durable. */
async function syncTree(fileSystem: FileSystem, folder: string): Promise<void> {
  if ((await fileSystem.stat(folder))?.kind !== 'folder') return;
  for (const { name, kind } of await fileSystem.list(folder)) {
    if (kind === 'folder') await syncTree(fileSystem, join(folder, name));
  }
  await fileSystem.syncFolder(folder);
}

/** All files below a folder, temporary ones apart. */
export async function filesUnder(
  fileSystem: FileSystem,
  folder: string,
  leftOut: ReadonlySet<string>,
): Promise<string[]> {
  const files: string[] = [];
  for (const { name, kind } of await listIfPresent(fileSystem, folder)) {
    if (leftOut.has(name) || isTemporaryName(name)) continue;
    if (kind === 'file') files.push(join(folder, name));
    if (kind === 'folder') files.push(...(await filesUnder(fileSystem, join(folder, name), new Set())));
  }
  return files;
}

/** Removes a folder and all that is in it; fine when there is none. */
export async function removeTree(fileSystem: FileSystem, folder: string): Promise<void> {
  for (const { name, kind } of await listIfPresent(fileSystem, folder)) {
    if (kind === 'folder') await removeTree(fileSystem, join(folder, name));
    else await unlessMissing(fileSystem.unlink(join(folder, name)));
  }
  await unlessMissing(fileSystem.removeFolder(folder));
}
