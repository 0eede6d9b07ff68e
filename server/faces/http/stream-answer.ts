import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setHeaders, type HttpContext } from './request-context.ts';

/** Answers with a head only. */
export function answerHead(ctx: HttpContext, status: number, headers: Record<string, string>): void {
  writeHead(ctx, status, headers);
  ctx.res.end();
}

/**
 * Answers with bytes as they come. What cannot be read at all is still answered with an error; what breaks off later
 * breaks the connection off, so that nobody takes a part for the whole.
 */
export async function answerStream(
  ctx: HttpContext,
  status: number,
  headers: Record<string, string>,
  pieces: AsyncGenerator<Uint8Array>,
): Promise<void> {
  try {
    const first = await pieces.next();
    writeHead(ctx, status, headers);
    await pipeline(Readable.from(following(first, pieces)), ctx.res).catch(() => ctx.res.destroy());
  } finally {
    await pieces.return(undefined);
  }
}

/** Past Koa, which would add and change headers of its own. */
function writeHead(ctx: HttpContext, status: number, headers: Record<string, string>): void {
  setHeaders(ctx, headers);
  const { head, isLast } = ctx.state;
  if (isLast()) head.push('Connection', 'close');
  ctx.respond = false;
  ctx.res.writeHead(status, head);
}

async function* following(
  first: IteratorResult<Uint8Array, unknown>,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
