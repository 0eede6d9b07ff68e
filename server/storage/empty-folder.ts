import { errorCode, type FileSystem } from './file-system.ts';
import type { Layout } from './layout.ts';
import { readWorkspaceFile } from './workspace-file.ts';

const STAGING = /^\..+\.restoring-[0-9a-f]{12}$/;
const OF_SYSTEMS = new Set(['lost+found', '.DS_Store', 'desktop.ini', 'Thumbs.db']);

/** Whether a name is one that systems put into folders that nobody has put anything into, such as a new volume. */
export function isOfSystem(name: string): boolean {
  return OF_SYSTEMS.has(name);
}

/** Whether a name is that of a folder in which a restore unpacks. */
export function isStagingName(name: string): boolean {
  return STAGING.test(name);
}

/** Whether a workspace was being made in a folder when that was cut off: what is in it is of no use to anybody. */
export async function isBeingMade(fileSystem: FileSystem, layout: Layout): Promise<boolean> {
  try {
    return (await readWorkspaceFile(fileSystem, layout)).step?.kind === 'creating';
  } catch (error) {
    // One that is missing or damaged says nothing; a disk that cannot be read says so when it is written.
    if (errorCode(error) === 'EIO') throw error;
    return false;
  }
}
