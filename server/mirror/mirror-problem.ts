import type { MirrorStatus } from '../mirror-ports.ts';
import { diskFault, type DiskFault } from '../disk-refusal.ts';
import { AppError } from '../errors.ts';
import { systemErrorCode } from '../system-error.ts';

type Problem = NonNullable<MirrorStatus['problem']>;

/** What is in the mirror's way, in words for the owner. Everything else that goes wrong is a fault of ours. */
export class MirrorProblem extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

/** Faults of the disk or the folder: whatever comes next would meet them too. The others are of one file. */
const OF_THE_DISK: Readonly<Partial<Record<DiskFault, Problem>>> = {
  full: { message: 'The disk is full.', hint: 'Free some space; it is tried again every minute.' },
  read_only: {
    message: 'The disk can only be read.',
    hint: 'Make it writable, or choose a folder on another disk.',
  },
  gone: {
    message: 'The disk of the mirror does not answer.',
    hint: 'Connect it again; it is tried again every minute.',
  },
};

/** Undefined for what is not a fault of the whole disk. */
export function diskProblem(error: unknown): Problem | undefined {
  const fault = diskFault(error);
  return fault && OF_THE_DISK[fault];
}

/** Why a pass has ended, for the owner. */
export function describeProblem(error: unknown): Problem {
  if (error instanceof MirrorProblem) return { message: error.message, hint: error.hint };
  const ofDisk = diskProblem(error);
  if (ofDisk) return ofDisk;
  if (diskFault(error) === 'not_allowed') {
    return {
      message: 'The folder of the mirror may not be written to.',
      hint: 'Give yourself the right to it, or choose another folder.',
    };
  }
  const code = systemErrorCode(error);
  if (code !== undefined) {
    return {
      message: `The folder of the mirror cannot be written (${code}).`,
      hint: 'Look at the disk, or choose another folder; it is tried again every minute.',
    };
  }
  return {
    message: 'Something went wrong on our side.',
    hint: 'It is tried again every minute; the log has more.',
  };
}

const REASONS: Readonly<Partial<Record<DiskFault, string>>> = {
  not_allowed: 'it may not be written',
  name_too_long: 'its path is too long for this disk',
  file_too_long: 'it is longer than a file may be on this disk',
};

/** Why one file could not be written. */
export function fileReason(error: unknown): string {
  const code = systemErrorCode(error) ?? 'unknown error';
  if (code === 'EBUSY') return 'another program holds it';
  const fault = diskFault(error);
  return (fault && REASONS[fault]) ?? `the disk refuses it (${code})`;
}

/** A problem as the answer to whoever chose the folder. */
export function asRefusal(error: unknown): AppError {
  const { message, hint } = describeProblem(error);
  const code = error instanceof MirrorProblem ? 'conflict' : 'unavailable';
  return new AppError(code, message, { hint, cause: error });
}
