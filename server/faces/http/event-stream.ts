import type { ServerResponse } from 'node:http';
import { setHeaders, type HttpContext } from './request-context.ts';

/**
 * Begins an answer of server-sent events (HTML, "Server-sent events"), which whoever asked keeps open.
 *
 * @param first what is sent with the head, so that it goes out at once
 */
export function openEventStream(ctx: HttpContext, first: string): ServerResponse {
  setHeaders(ctx, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    // Proxies such as nginx hold answers back otherwise.
    'X-Accel-Buffering': 'no',
  });
  ctx.respond = false;
  ctx.res.writeHead(200, ctx.state.head);
  ctx.res.write(first);
  return ctx.res;
}
