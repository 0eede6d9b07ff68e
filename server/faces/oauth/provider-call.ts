import { IncomingMessage } from 'node:http';
import type { ErrorOut, Provider } from 'oidc-provider';
import type { HttpContext } from '../http/request-context.ts';
import { answerPage } from '../pages/answer-page.ts';
import { renderOAuthError } from '../pages/oauth-pages.ts';
import { pageErrorWords } from './error-words.ts';

/** What the provider wants said on a page, by the request that it is about. */
const pageErrors = new WeakMap<IncomingMessage, ErrorOut>();

/** Keeps an error for `callProvider`, which answers with our own page. */
export function noteError(
  ctx: { req: IncomingMessage; respond?: boolean | undefined },
  error: ErrorOut,
): void {
  pageErrors.set(ctx.req, error);
  ctx.respond = false;
}

/** Lets the authorization server answer a request, with our headers and our pages. */
export async function callProvider(
  provider: Provider,
  ctx: HttpContext,
  request: IncomingMessage = ctx.req,
): Promise<void> {
  const { head, isLast } = ctx.state;
  for (let index = 0; index < head.length; index += 2)
    ctx.res.setHeader(head[index] ?? '', head[index + 1] ?? '');
  if (isLast()) ctx.res.setHeader('Connection', 'close');
  ctx.respond = false;
  await provider.callback()(request, ctx.res);
  const error = pageErrors.get(request);
  if (!error) return;
  const { statusCode } = ctx.res;
  answerPage(ctx, renderOAuthError(pageErrorWords(error)), statusCode >= 400 ? statusCode : 400);
}

/** The same request with another body, which is read from memory: what came in was read by us. */
export function withBody(request: IncomingMessage, body: string, contentType: string): IncomingMessage {
  const bytes = Buffer.from(body);
  const copy = new IncomingMessage(request.socket);
  copy.method = request.method ?? 'POST';
  copy.url = request.url ?? '/';
  copy.rawHeaders = request.rawHeaders;
  copy.httpVersion = request.httpVersion;
  copy.httpVersionMajor = request.httpVersionMajor;
  copy.httpVersionMinor = request.httpVersionMinor;
  const { 'transfer-encoding': _encoding, ...headers } = request.headers;
  copy.headers = { ...headers, 'content-type': contentType, 'content-length': String(bytes.length) };
  copy.push(bytes);
  copy.push(null);
  copy.complete = true;
  return copy;
}
