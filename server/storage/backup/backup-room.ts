import { dirname } from 'node:path';
import type { Backup } from '../../backup-ports.ts';
import type { Attachment } from '../../domain/attachment.ts';
import { AppError } from '../../errors.ts';

/** Whoever uses the disk meanwhile, most likely the workspace itself, goes on writing. */
const SPARE_BYTES = 32_000_000;

export interface BackupRoomOptions {
  /** Of the archive that is to be made. */
  path: string;
  freeBytes: (folder: string) => Promise<number | undefined>;
  earlier: readonly Backup[];
  attachments: Iterable<Attachment>;
}

/**
 * Refuses a backup that cannot fit, before it fills the disk: it takes about as much as the last one, and never less
 * than the pictures, which do not get smaller.
 *
 * @throws {AppError} storage_full
 */
export async function requireBackupRoom(options: BackupRoomOptions): Promise<void> {
  const free = await options.freeBytes(dirname(options.path));
  const expected = Math.max(lastSize(options.earlier), sizeOfPictures(options.attachments));
  if (free === undefined || free >= expected + SPARE_BYTES) return;
  const needed = Math.ceil((expected + SPARE_BYTES) / 1e6);
  throw new AppError(
    'storage_full',
    `The backup needs about ${needed} MB, and the disk has ${Math.floor(free / 1e6)} MB left. None was made.`,
    { hint: 'Free some space, keep fewer backups, or choose a folder on another disk for them.' },
  );
}

function lastSize(earlier: readonly Backup[]): number {
  return earlier.find(({ size }) => size !== null)?.size ?? 0;
}

function sizeOfPictures(attachments: Iterable<Attachment>): number {
  const sizes = new Map<string, number>();
  for (const { sha256, size } of attachments) sizes.set(sha256, size);
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}
