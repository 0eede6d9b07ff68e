import { AppError } from '../errors.ts';
import { errorCode } from './file-system.ts';

/** Refusal of a write that the disk did not take; nothing of it is stored. */
export function refusedWrite(cause: unknown): AppError {
  const code = errorCode(cause);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new AppError('storage_full', 'The disk is full. Nothing was changed.', {
      hint: 'Free some space on the disk that holds the workspace, then try again.',
      cause,
    });
  }
  return new AppError('unavailable', 'The disk refused the write. Nothing was changed.', {
    hint: 'Try again in a moment; if it stays, check the disk that holds the workspace.',
    cause,
  });
}

export function readOnly(reason: string): AppError {
  return new AppError('read_only', `The workspace is read-only: ${reason}`, {
    hint: 'Reading goes on. Run `commonplace verify`, then restart the program.',
  });
}

export function closing(): AppError {
  return new AppError('unavailable', 'The workspace is closing.', {
    hint: 'Try again when it is open again.',
  });
}
