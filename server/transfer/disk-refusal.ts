import { AppError } from '../errors.ts';
import { systemErrorCode } from '../system-error.ts';

/** What the disk says of a file that is written, in words; errors of others stay what they are. */
export function asDiskRefusal(error: unknown, what: string, hint: string): unknown {
  const code = systemErrorCode(error);
  if (error instanceof AppError || code === undefined) return error;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  return new AppError(isFull ? 'storage_full' : 'unavailable', `${what} cannot be written (${code}).`, {
    hint: isFull ? 'Free some space, or choose another disk.' : hint,
    cause: error,
  });
}
