import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Free bytes of the disk that a folder is or would be on; undefined when the system does not say. */
export async function freeBytes(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    const above = dirname(folder);
    return above === folder ? undefined : freeBytes(above);
  }
}
