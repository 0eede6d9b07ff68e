import type { AppError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { PublicAccessPaused } from '../http/base-url.ts';
import { refuse } from '../http/error-answer.ts';
import type { HttpContext } from '../http/request-context.ts';
import { answerPage } from './answer-page.ts';
import { html } from './html.ts';
import type { Page } from './page.ts';

const HEADLINES: Readonly<Record<number, string>> = {
  400: 'This request is not right',
  401: 'Please sign in',
  403: 'That is not possible',
  404: 'There is nothing here',
  410: 'This is no longer valid',
  413: 'That is too large',
  415: 'This kind of file does not fit',
  429: 'A moment, please',
  500: 'Something went wrong',
  503: 'A moment, please',
};

/** What somebody from elsewhere reads while public access is paused: it is meant so, and nothing is broken. */
function renderPaused(): Page {
  const title = 'Paused for now';
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>
        The owner of this workspace has paused access from outside. Nothing is lost, and this address is the
        right one.
      </p>
      <p class="hint">Load this page again later, or ask the owner when it will be open again.</p>`,
  };
}

/** The page that says what is wrong and what to do. */
export function renderErrorPage(error: AppError): Page {
  if (error instanceof PublicAccessPaused) return renderPaused();
  const { status, message, hint, details } = error;
  const headline = HEADLINES[status] ?? 'That did not work';
  const request = details?.['request_id'];
  return {
    title: headline,
    body: html`<h1>${headline}</h1>
      <p role="alert">${message}</p>
      ${hint === undefined ? null : html`<p class="hint">${hint}</p>`}
      ${typeof request === 'string' ? html`<p class="hint">Request id: <code>${request}</code></p>` : null}`,
  };
}

/** What `answerError` is for programs: a fault of ours tells the person nothing but that. */
export function answerErrorPage(ctx: HttpContext, error: unknown, log: Logger): void {
  // A page asks nobody for a token.
  const refusal = refuse(ctx, error, log, () => undefined);
  if (refusal) answerPage(ctx, renderErrorPage(refusal), refusal.status);
}

/** Runs what answers with a page, and answers with a page too when it fails. */
export async function withErrorPage(
  ctx: HttpContext,
  log: Logger,
  answer: () => void | Promise<void>,
): Promise<void> {
  try {
    await answer();
  } catch (error) {
    answerErrorPage(ctx, error, log);
  }
}
