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
  const json = await serialise(body);
  const { head, isLast } = ctx.state;
  head.push('Content-Type', JSON_TYPE, 'Content-Length', String(json.bytes));
  if (isLast()) head.push('Connection', 'close');
  ctx.respond = false;
  ctx.res.writeHead(status, head);
  // Each write wakes whoever reads it, which costs more than answering does; answers of one turn go out together.
  if ('text' in json) setImmediate(() => ctx.res.end(json.text));
  else await sendPieces(ctx.res, json.pieces);
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

/** JSON, and how many bytes it is in UTF-8. */
interface JsonText {
  text: string;
  bytes: number;
}

/** JSON of list items, which come back as the same objects from one answer to the next. */
const known = new WeakMap<object, JsonText>();

/** As text, which Node sends in one piece with the head; what is long, in pieces. */
async function serialise(body: unknown): Promise<JsonText | { pieces: Buffer[]; bytes: number }> {
  if (typeof body === 'object' && body !== null && 'items' in body && Array.isArray(body.items))
    return serialiseList(body.items, body);
  if (!isLong(body)) return jsonText(body);
  const pieces = await finishInSlices(encodeJson(body));
  return { pieces, bytes: pieces.reduce((sum, piece) => sum + piece.length, 0) };
}

function serialiseList(items: readonly unknown[], { items: _items, ...rest }: { items: unknown }): JsonText {
  const others = jsonText(rest);
  const isAlone = others.text === '{}';
  let text = '{"items":[';
  let bytes = text.length + others.bytes + (isAlone ? 0 : 1);
  for (const [place, item] of items.entries()) {
    const json = serialiseItem(item);
    text += place === 0 ? json.text : `,${json.text}`;
    bytes += json.bytes + (place === 0 ? 0 : 1);
  }
  // Of `others` the first brace gives way to the end of the list.
  return { text: `${text}]${isAlone ? '' : ','}${others.text.slice(1)}`, bytes };
}

function serialiseItem(item: unknown): JsonText {
  if (typeof item !== 'object' || item === null) return jsonText(item);
  let json = known.get(item);
  if (!json) known.set(item, (json = jsonText(item)));
  return json;
}

function jsonText(value: unknown): JsonText {
  const text = JSON.stringify(value);
  return { text, bytes: Buffer.byteLength(text) };
}
