/**
 * The one family of errors that a person or program may see.
 * Codes and statuses: `docs/api.md`, section Errors (specification, "Errors").
 */
const STATUS = {
  bad_request: 400,
  unauthorized: 401,
  token_expired: 401,
  missing_scope: 403,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  needs_confirmation: 409,
  gone: 410,
  version_conflict: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  unknown_host: 421,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  read_only: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof STATUS;

export interface ErrorDetails {
  /** What the caller can do next, one sentence. */
  hint?: string;
  /** Machine-readable facts, e.g. the current version on a version conflict. */
  details?: Record<string, unknown>;
  cause?: unknown;
}

/** An error whose message is written for the caller and holds only our own words and validated values. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly hint: string | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, message: string, { hint, details, cause }: ErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'AppError';
    this.code = code;
    this.status = STATUS[code];
    this.hint = hint;
    this.details = details;
  }
}

export const badRequest = (message: string, more?: ErrorDetails) =>
  new AppError('bad_request', message, more);
export const forbidden = (message: string, more?: ErrorDetails) => new AppError('forbidden', message, more);
export const conflict = (message: string, more?: ErrorDetails) => new AppError('conflict', message, more);

/** What whoever sent input that does not fit can do; faces for people may have better words. */
export const CORRECT_THE_FIELDS = 'Correct the named fields and send the request again.';

/** Hidden and absent things answer alike (security A2): one message, whatever the reason. */
export const notFound = (what: string, plural = `${what}s`) =>
  new AppError('not_found', `No such ${what}, or you may not see it.`, {
    hint: `Check the id; list the ${plural} that you may see.`,
  });

/** A document that the caller named and that does not exist for them; faces may look for what they meant. */
export class NoSuchDocument extends AppError {
  /** What the caller sent as its id. */
  readonly reference: string;

  constructor({ message, hint }: AppError, reference: string) {
    super('not_found', message, hint === undefined ? {} : { hint });
    this.reference = reference;
  }
}

/** For what nobody hides from the caller, such as users from an admin. */
export const unknown = (what: string, hint?: string) =>
  new AppError('not_found', `No such ${what}.`, hint === undefined ? {} : { hint });

/** A change that names nothing to change. How the fields are called is for each face to add. */
export class NothingToChange extends AppError {
  constructor(names: readonly string[] = []) {
    const more = names.length === 0 ? {} : { hint: `Fields: ${names.join(', ')}.` };
    super('bad_request', 'Nothing to change: name at least one field.', more);
  }
}

/** Whether a string is the code of an `AppError`, e.g. of one that came over the local socket. */
export function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(STATUS, value);
}
