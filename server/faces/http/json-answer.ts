import type { HttpContext } from './request-context.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Answers with JSON, at once and past Koa, which would look at the finished bytes again. Serialised here, so that a
 * failure to do so is an error like any other.
 */
export function answerJson(ctx: HttpContext, body: unknown, status = 200): void {
  const bytes = serialise(body);
  const { head, isLast } = ctx.state;
  head.push('Content-Type', JSON_TYPE, 'Content-Length', String(bytes.length));
  if (isLast()) head.push('Connection', 'close');
  ctx.respond = false;
  ctx.res.writeHead(status, head);
  // Each write wakes whoever reads it, which costs more than answering does; answers of one turn go out together.
  setImmediate(() => ctx.res.end(bytes));
}

/** JSON of list items, which come back as the same objects from one answer to the next, as bytes. */
const known = new WeakMap<object, Buffer>();
const COMMA = Buffer.from(',');

function serialise(body: unknown): Buffer {
  if (typeof body !== 'object' || body === null || !('items' in body) || !Array.isArray(body.items)) {
    return Buffer.from(JSON.stringify(body));
  }
  const { items, ...rest } = body;
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
