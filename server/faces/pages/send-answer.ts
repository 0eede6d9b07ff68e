import { setHeaders, type HttpContext } from '../http/request-context.ts';

/** Sends finished bytes with what is known of the answer's head. */
export function sendAnswer(
  ctx: HttpContext,
  bytes: Buffer,
  headers: Readonly<Record<string, string>>,
  status = 200,
): void {
  setHeaders(ctx, { ...headers, 'Content-Length': String(bytes.length) });
  if (ctx.state.isLast()) ctx.state.head.push('Connection', 'close');
  ctx.respond = false;
  ctx.res.writeHead(status, ctx.state.head);
  ctx.res.end(bytes);
}

/**
 * Sends the browser on with a GET, whatever it asked with.
 *
 * @param target a path of ours, or an address that its caller has checked
 */
export function answerRedirect(ctx: HttpContext, target: string): void {
  sendAnswer(ctx, Buffer.alloc(0), { Location: target, 'Cache-Control': 'no-store' }, 303);
}
