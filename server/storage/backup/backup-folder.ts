import { join } from 'node:path';
import type { Backup } from '../../backup-ports.ts';
import { parseBackupName } from '../../domain/backup.ts';
import { AppError, unknown } from '../../errors.ts';
import { errorCode, unlessMissing, type FileSystem } from '../file-system.ts';
import { removeTree } from '../folder-backup.ts';

/**
 * The backups of a workspace in a folder, newest first; none when there is no such folder. Other files there, and the
 * backups of other workspaces, are nobody's business.
 *
 * @param ownMark `workspaceMark` of the workspace; a name without any counts as its own
 */
export async function listBackups(
  fileSystem: FileSystem,
  folder: string,
  ownMark: string,
): Promise<Backup[]> {
  const backups: Backup[] = [];
  for (const { name, kind } of await entriesOf(fileSystem, folder)) {
    const known = parseBackupName(name);
    const isArchive = name.endsWith('.zip');
    if (!known || kind !== (isArchive ? 'file' : 'folder')) continue;
    const { at, kind: why, mark = ownMark } = known;
    if (mark !== ownMark) continue;
    const found = await fileSystem.stat(join(folder, name));
    if (found) backups.push({ name, at, kind: why, size: isArchive ? found.size : null });
  }
  return backups.toSorted((a, b) => (a.at < b.at ? 1 : -1));
}

/** @throws {AppError} not_found for a name that is none of a backup, or when there is no such backup */
export async function backupPath(fileSystem: FileSystem, folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  if (parseBackupName(name) && (await fileSystem.stat(path))) return path;
  throw noSuchBackup();
}

export function noSuchBackup(): AppError {
  return unknown('backup', 'List the backups to see which there are.');
}

export async function removeBackup(fileSystem: FileSystem, folder: string, name: string): Promise<void> {
  const path = await backupPath(fileSystem, folder, name);
  if (name.endsWith('.zip')) await unlessMissing(fileSystem.unlink(path));
  else await removeTree(fileSystem, path);
  await fileSystem.syncFolder(folder);
}

async function entriesOf(fileSystem: FileSystem, folder: string) {
  try {
    return await fileSystem.list(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw new AppError('unavailable', `The folder of the backups cannot be read: ${folder}`, {
      hint: 'Connect the disk that it is on, or choose another folder in the settings of the backups.',
      cause: error,
    });
  }
}
