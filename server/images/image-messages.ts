import type { CheckedImage } from '../domain/image.ts';
import type { ErrorCode } from '../errors.ts';

/** One picture to check. Its bytes are handed over. */
export interface CheckTask {
  number: number;
  bytes: Uint8Array;
  declaredType: string | undefined;
  /** Largest file. */
  maxBytes: number;
}

export interface Refusal {
  code: ErrorCode;
  message: string;
  hint: string | undefined;
  details: Record<string, unknown> | undefined;
}

export type CheckReport = { number: number } & (
  | { kind: 'begun' }
  | { kind: 'checked'; image: CheckedImage }
  | { kind: 'refused'; refusal: Refusal }
  /** A fault of ours. */
  | { kind: 'failed'; reason: string }
);
