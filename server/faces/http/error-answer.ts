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
export function answerError(ctx: HttpContext, error: unknown, log: Logger): void {
  const requestId = ctx.state.requestId;
  if (!(error instanceof AppError)) {
    log.error({ err: error, request_id: requestId, method: ctx.method, path: ctx.path }, 'unexpected error');
  }
  const refusal = error instanceof AppError ? error : internalError(requestId);
  if (ctx.res.headersSent) {
    ctx.res.destroy();
    return;
  }
  ctx.status = refusal.status;
  const challenge = challengeFor(refusal, ctx);
  if (challenge !== undefined) ctx.set('WWW-Authenticate', challenge);
  const allow = refusal.details?.['allow'];
  if (Array.isArray(allow)) ctx.set('Allow', allow.join(', '));
  const wait = refusal.details?.['retry_after'];
  if (typeof wait === 'number') ctx.set('Retry-After', String(wait));
  answerJson(ctx, errorBody(refusal));
}

/** RFC 6750, section 3: a request without a token learns the scheme only, any other also what was wrong. */
function challengeFor({ status, code }: AppError, ctx: HttpContext): string | undefined {
  if (code === 'missing_scope') return `${REALM}, error="insufficient_scope"`;
  if (status !== 401) return undefined;
  return ctx.req.headers.authorization === undefined ? REALM : `${REALM}, error="invalid_token"`;
}
