import { AppError, isErrorCode } from '../../errors.ts';

/** An error as it travels over the local socket, and as `--json` prints it. */
export interface ErrorAnswer {
  code: string;
  message: string;
  hint?: string;
  details?: Record<string, unknown>;
  status: number;
}

/** What a caller may read of an error; faults of ours keep their text to themselves. */
export function presentError(error: unknown): ErrorAnswer {
  if (!(error instanceof AppError)) {
    return {
      code: 'internal',
      message: 'Something went wrong inside Commonplace.',
      hint: 'See the log.',
      status: 500,
    };
  }
  const { code, message, hint, details, status } = error;
  return {
    code,
    message,
    status,
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
  };
}

/** The error that the other end of the socket had. */
export function receivedError({ code, message, hint, details }: ErrorAnswer): AppError {
  return new AppError(isErrorCode(code) ? code : 'internal', message, {
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
  });
}
