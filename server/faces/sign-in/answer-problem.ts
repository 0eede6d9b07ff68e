import { AppError } from '../../errors.ts';
import { setHeaders, type HttpContext } from '../http/request-context.ts';
import { answerPage } from '../pages/answer-page.ts';
import type { Page } from '../pages/page.ts';
import { problemOf, type Problem } from '../pages/problem.ts';

/**
 * Shows a form again with what was wrong, at the status of the refusal. A fault of ours is thrown on.
 *
 * @param names the fields that may show their own problem
 */
export function answerProblem(
  ctx: HttpContext,
  error: unknown,
  render: (problem: Problem) => Page,
  names: readonly string[] = [],
): void {
  if (!(error instanceof AppError) || error.status === 500) throw error;
  const wait = error.details?.['retry_after'];
  if (typeof wait === 'number') setHeaders(ctx, { 'Retry-After': String(wait) });
  // 401 is for programs: it asks for a token.
  answerPage(ctx, render(problemOf(error, names)), error.status === 401 ? 403 : error.status);
}
