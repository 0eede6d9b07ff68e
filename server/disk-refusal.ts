import { AppError } from './errors.ts';
import { errorCode } from './storage/file-system.ts';
import { systemErrorCode } from './system-error.ts';

/** What may be wrong with a disk, a folder or a name when something is written; all else is a fault of its own. */
export type DiskFault = 'full' | 'gone' | 'read_only' | 'not_allowed' | 'file_too_long' | 'name_too_long';

const FAULTS: Readonly<Record<string, DiskFault>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EIO: 'gone',
  ENODEV: 'gone',
  ENXIO: 'gone',
  ESTALE: 'gone',
  ENOTCONN: 'gone',
  EHOSTDOWN: 'gone',
  ETIMEDOUT: 'gone',
  EROFS: 'read_only',
  EACCES: 'not_allowed',
  EPERM: 'not_allowed',
  EFBIG: 'file_too_long',
  ENAMETOOLONG: 'name_too_long',
};

/** What the code of a system's error says; undefined for any other code, and any other error. */
export function diskFault(error: unknown): DiskFault | undefined {
  return FAULTS[errorCode(error)];
}

/** A write that a disk did not take, in the caller's words: `storage_full`, or `unavailable` for all else. */
export function diskRefusal(cause: unknown, { message, hint }: { message: string; hint: string }): AppError {
  return new AppError(diskFault(cause) === 'full' ? 'storage_full' : 'unavailable', message, { hint, cause });
}

/** By fault, why a file cannot be written, and what helps where its caller knows nothing better. */
const REASONS: Readonly<Record<DiskFault, { reason: string; hint?: string }>> = {
  full: { reason: 'the disk is full', hint: 'Free some space, or choose another disk.' },
  gone: { reason: 'its disk does not answer', hint: 'Connect the disk again, then try again.' },
  read_only: {
    reason: 'its disk can only be read',
    hint: 'Make it writable, or choose a folder on another disk.',
  },
  not_allowed: { reason: 'this program may not write there' },
  file_too_long: {
    reason: 'it is longer than a file may be on that disk',
    hint: 'Choose a disk with another file system: FAT32 takes files of 4 GB at most.',
  },
  name_too_long: {
    reason: 'its path is too long for that disk',
    hint: 'Choose a folder with a shorter path.',
  },
};

/**
 * The same of one file or folder that is made, at a place that somebody has chosen.
 *
 * @param what begins the sentence, e.g. “The archive”
 * @param hint for what has none of its own
 */
export function fileRefusal(cause: unknown, what: string, hint: string): AppError {
  const fault = diskFault(cause);
  const known = fault && REASONS[fault];
  const why = known ? `: ${known.reason}` : ` (${errorCode(cause) || 'unknown error'})`;
  return diskRefusal(cause, { message: `${what} cannot be written${why}.`, hint: known?.hint ?? hint });
}

/** The same for a `catch` that other errors come through too: what is no error of the system stays what it is. */
export function asFileRefusal(error: unknown, what: string, hint: string): unknown {
  return systemErrorCode(error) === undefined ? error : fileRefusal(error, what, hint);
}
