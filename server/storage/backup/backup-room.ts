import { dirname } from 'node:path';
import { AppError } from '../../errors.ts';
import type { FileSystem } from '../file-system.ts';
import { isPicturePath } from './archive-paths.ts';
import type { CopySizes } from './copy-sizes.ts';

/** Whoever uses the disk meanwhile, most likely the workspace itself, goes on writing. */
export const SPARE_BYTES = 32_000_000;
/** What the texts of an earlier backup may take more of by now, without having become more. */
const EARLIER_MARGIN = 1.1;

/** What the last backup tells of how small texts become, in bytes. */
export interface EarlierTexts {
  packed: number;
  unpacked: number;
}

export interface BackupRoomOptions {
  /** Of the archive that is to be made. */
  path: string;
  freeBytes: (folder: string) => Promise<number | undefined>;
  sizes: () => Promise<CopySizes>;
  /** Undefined when there is no backup yet; one that cannot be read says nothing. */
  earlier: () => Promise<EarlierTexts | undefined>;
}

/**
 * Refuses a backup that may not fit, before it fills the disk. There is room where everything fits as it is; and, since
 * texts become much smaller, where they fit as small as they were in the last backup, with all that came since as it is.
 *
 * @throws {AppError} storage_full
 */
export async function requireBackupRoom({
  path,
  freeBytes,
  sizes,
  earlier,
}: BackupRoomOptions): Promise<void> {
  const free = await freeBytes(dirname(path));
  if (free === undefined) return;
  const { pictures, others } = await sizes();
  let needed = pictures + others + SPARE_BYTES;
  if (free < needed)
    needed = pictures + asBefore(others, await earlier().catch(() => undefined)) + SPARE_BYTES;
  if (free >= needed) return;
  throw new AppError(
    'storage_full',
    `The backup may need ${Math.ceil(needed / 1e6)} MB, and the disk has ${Math.floor(free / 1e6)} MB left. None was made.`,
    { hint: 'Free some space, keep fewer backups, or choose a folder on another disk for them.' },
  );
}

function asBefore(others: number, earlier: EarlierTexts | undefined): number {
  if (!earlier) return others;
  const added = Math.max(0, others - earlier.unpacked);
  return Math.min(others, Math.ceil(earlier.packed * EARLIER_MARGIN) + added);
}

/** How small the texts of a backup are in it. @throws as `openArchive` */
export async function textsInArchive(fileSystem: FileSystem, path: string): Promise<EarlierTexts> {
  const { openArchive } = await import('./read-archive.ts');
  const archive = await openArchive(fileSystem, path);
  await archive.close();
  const { size, unpackedBytes, manifest } = archive;
  let pictures = 0;
  for (const [name, bytes] of manifest.files) if (isPicturePath(name)) pictures += bytes;
  return { packed: size - pictures, unpacked: unpackedBytes - pictures };
}
