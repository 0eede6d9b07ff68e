import type { HttpContext } from '../http/request-context.ts';
import { renderPage, type Page } from './page.ts';
import { sendAnswer } from './send-answer.ts';

/**
 * Security P6. There is no `form-action`: browsers apply it to each hop of the redirect that follows a form
 * (decisions, "Consent page").
 */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";
/** A page with a script may also ask our own address, and show a picture that was just chosen. */
const POLICY_WITH_SCRIPT = `${POLICY.replace('data:', 'data: blob:')}; script-src 'self'; connect-src 'self'`;

/** No opener policy: clients open consent in a window of their own and wait for it to come back. */
const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** Answers with a page that nobody may store, frame or index. */
export function answerPage(ctx: HttpContext, page: Page, status = 200): void {
  const policy = page.script === undefined ? POLICY : POLICY_WITH_SCRIPT;
  const headers = { ...PAGE_HEADERS, 'Content-Security-Policy': policy };
  sendAnswer(ctx, Buffer.from(renderPage(page)), headers, status);
}
