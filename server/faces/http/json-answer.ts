import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { encodeJson, isLong } from '../../json/encode-json.ts';
import { finishInSlices } from '../../sliced-work.ts';
import type { HttpContext } from './request-context.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Answers with JSON, at once and past Koa, which would look at the finished bytes again. Serialised here, so that a
 * failure to do so is an error like any other; what is long is serialised and sent in pieces.
 */
export async function answerJson(ctx: HttpContext, body: unknown, status = 200): Promise<void> {
  const pieces = await serialise(body);
  const { head, isLast } = ctx.state;
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  head.push('Content-Type', JSON_TYPE, 'Content-Length', String(length));
  if (isLast()) head.push('Connection', 'close');
  ctx.respond = false;
  ctx.res.writeHead(status, head);
  const [only] = pieces;
  // Each write wakes whoever reads it, which costs more than answering does; answers of one turn go out together.
  if (pieces.length === 1) setImmediate(() => ctx.res.end(only));
  else await sendPieces(ctx.res, pieces);
}

/** Sends the body of an answer as fast as the caller takes it, and ends it. */
export async function sendPieces(response: ServerResponse, pieces: readonly Buffer[]): Promise<void> {
  try {
    await pipeline(Readable.from(pieces), response);
  } catch {
    // The caller went away: there is nobody left to tell.
    response.destroy();
  }
}

/** JSON of list items, which come back as the same objects from one answer to the next, as bytes. */
const known = new WeakMap<object, Buffer>();
const COMMA = Buffer.from(',');

async function serialise(body: unknown): Promise<Buffer[]> {
  if (typeof body === 'object' && body !== null && 'items' in body && Array.isArray(body.items))
    return [serialiseList(body.items, body)];
  return isLong(body) ? finishInSlices(encodeJson(body)) : [Buffer.from(JSON.stringify(body))];
}

function serialiseList(items: readonly unknown[], { items: _items, ...rest }: { items: unknown }): Buffer {
  const others = JSON.stringify(rest).slice(1);
  const parts: Buffer[] = [Buffer.from('{"items":[')];
  for (const item of items) {
    if (parts.length > 1) parts.push(COMMA);
    parts.push(serialiseItem(item));
  }
  parts.push(Buffer.from(others === '}' ? ']}' : `],${others}`));
  return Buffer.concat(parts);
}

function serialiseItem(item: unknown): Buffer {
  if (typeof item !== 'object' || item === null) return Buffer.from(JSON.stringify(item));
  let bytes = known.get(item);
  if (!bytes) {
    bytes = Buffer.from(JSON.stringify(item));
    known.set(item, bytes);
  }
  return bytes;
}
