import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Free bytes of the disk that a folder is on; undefined when there is no such folder, or the system does not say. */
export async function freeBytes(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize, blocks } = await statfs(folder);
    // Some drives of a network, and what is no disk, have no size at all.
    return blocks === 0 ? undefined : bavail * bsize;
  } catch {
    return undefined;
  }
}

/** The same where the folder may be yet to be made: of the nearest one above it. */
export async function freeBytesFor(folder: string): Promise<number | undefined> {
  const above = dirname(folder);
  return (await freeBytes(folder)) ?? (above === folder ? undefined : freeBytesFor(above));
}
