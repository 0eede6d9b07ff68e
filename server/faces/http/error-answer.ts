import { AppError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { answerJson } from './json-answer.ts';
import type { HttpContext } from './request-context.ts';

const REALM = 'Bearer realm="Commonplace"';

/** The body of every refusal (decisions, "Error body"). */
export interface ErrorBody {
  error: string;
  message: string;
  status: number;
  hint?: string;
  [detail: string]: unknown;
}

/** A fault of ours tells the caller nothing but that, and where the owner finds it in the log. */
function internalError(requestId: string): AppError {
  return new AppError(
    'internal',
    'Something went wrong on our side. Nothing was changed unless you were told so.',
    {
      hint: 'Try again; if it stays, the log has more under the request id.',
      details: { request_id: requestId },
    },
  );
}

export function errorBody({ code, message, status, hint, details }: AppError): ErrorBody {
  return { error: code, message, status, ...(hint === undefined ? {} : { hint }), ...details };
}

/** The only place where an error becomes an answer: always JSON, with the headers that belong to its status. */
export async function answerError(ctx: HttpContext, error: unknown, log: Logger): Promise<void> {
  const refusal = refuse(ctx, error, log);
  if (refusal) await answerJson(ctx, errorBody(refusal), refusal.status);
}

/**
 * Adds the headers that belong to an error. Undefined when an answer is on its way already, which can only be cut.
 *
 * @returns what to tell the caller
 */
export function refuse(
  ctx: HttpContext,
  error: unknown,
  log: Logger,
  challenge: Challenge = challengeFor,
): AppError | undefined {
  const { requestId, head } = ctx.state;
  // Whoever asked is gone: what was done for them was ended, and nobody waits for an answer.
  if (ctx.res.destroyed && isAbort(error)) return undefined;
  if (!(error instanceof AppError)) {
    log.error(
      { err: error, request_id: requestId, method: ctx.method, path: withoutSecrets(ctx.path) },
      'unexpected error',
    );
  }
  if (ctx.res.headersSent) {
    ctx.res.destroy();
    return undefined;
  }
  const refusal = error instanceof AppError ? error : internalError(requestId);
  const authenticate = challenge(refusal, ctx);
  if (authenticate !== undefined) head.push('WWW-Authenticate', authenticate);
  const allow = refusal.details?.['allow'];
  if (Array.isArray(allow)) head.push('Allow', allow.join(', '));
  const wait = refusal.details?.['retry_after'];
  if (typeof wait === 'number') head.push('Retry-After', String(wait));
  return refusal;
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** Links that let somebody in carry their secret in the path; logs must not (security T2). */
const withoutSecrets = (path: string) => path.replaceAll(/[\w-]{40,}/g, '…');

/** The `WWW-Authenticate` header that belongs to an error, if one does. */
export type Challenge = (error: AppError, ctx: HttpContext) => string | undefined;

/** RFC 6750, section 3: a request without a token learns the scheme only, any other also what was wrong. */
export const challengeFor: Challenge = ({ status, code }, ctx) => {
  if (code === 'missing_scope') return `${REALM}, error="insufficient_scope"`;
  if (status !== 401) return undefined;
  return ctx.req.headers.authorization === undefined ? REALM : `${REALM}, error="invalid_token"`;
};
