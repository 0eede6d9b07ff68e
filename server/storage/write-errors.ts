import { COMMAND } from '../command-name.ts';
import { diskFault, diskRefusal } from '../disk-refusal.ts';
import { AppError } from '../errors.ts';

/** Refusal of a write into the data folder that its disk did not take; nothing of it is stored. */
export function refusedWrite(cause: unknown): AppError {
  return diskRefusal(cause, diskFault(cause) === 'full' ? DISK_IS_FULL : DISK_REFUSES);
}

const DISK_IS_FULL = {
  message: 'The disk is full. Nothing was changed.',
  hint: 'Free some space on the disk that holds the workspace, then try again.',
};
const DISK_REFUSES = {
  message: 'The disk refused the write. Nothing was changed.',
  hint: 'Try again in a moment; if it stays, check the disk that holds the workspace.',
};

/** Refusal of a write because something that was saved cannot be recovered. */
export function readOnlyAfterLoss(reason: string): AppError {
  return new AppError('read_only', `The workspace is read-only: ${reason}`, {
    hint:
      'Reading goes on. At the machine of the workspace Diagnostics → Your data says what is damaged and goes on ' +
      `without it; so does \`${COMMAND} verify --accept-loss\`, with the server stopped.`,
  });
}

/** Refusal of a write because the journal cannot be written any more. */
export function readOnlyUntilRestart(reason: string): AppError {
  return new AppError('read_only', `The workspace is read-only: ${reason}`, {
    hint: 'Reading goes on. Check the disk that holds the workspace, then restart the program.',
  });
}

export function closing(): AppError {
  return new AppError('unavailable', 'The workspace is closing.', {
    hint: 'Try again when it is open again.',
  });
}

/** Refusal of a write while the journal is full of changes whose files the disk does not take. */
export function noRoom(): AppError {
  return new AppError('unavailable', 'The files of the workspace cannot be written. Nothing was changed.', {
    hint: 'Check the disk that holds the workspace and who may write there; the log says which file it was.',
  });
}
