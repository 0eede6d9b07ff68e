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
  const json = isList(body) ? listText(body) : isLong(body) ? await inPieces(body) : jsonText(body);
  const { head, isLast } = ctx.state;
  head.push('Content-Type', JSON_TYPE, 'Content-Length', String(json.bytes));
  if (isLast()) head.push('Connection', 'close');
  ctx.respond = false;
  ctx.res.writeHead(status, head);
  // Each write wakes whoever reads it, which costs more than answering does; answers of one turn go out together.
  if ('text' in json) setImmediate(() => ctx.res.end(json.text, encodingOf(json)));
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

/** Where every character is one byte, Node copies them as they are instead of looking at each. */
const encodingOf = ({ text, bytes }: JsonText) => (bytes === text.length ? 'latin1' : 'utf8');

/** JSON of list items, which come back as the same objects from one answer to the next. */
const known = new WeakMap<object, JsonText>();

async function inPieces(body: unknown): Promise<{ pieces: Buffer[]; bytes: number }> {
  const pieces = await finishInSlices(encodeJson(body));
  return { pieces, bytes: pieces.reduce((sum, piece) => sum + piece.length, 0) };
}

function isList(body: unknown): body is { items: readonly unknown[] } {
  return typeof body === 'object' && body !== null && 'items' in body && Array.isArray(body.items);
}

/** The bytes are added up, because looking for them in the finished text takes longer than making it. */
function listText({ items, ...rest }: { items: readonly unknown[] }): JsonText {
  const others = jsonText(rest);
  const isAlone = others.text === '{}';
  let text = '{"items":[';
  let bytes = text.length + others.bytes + (isAlone ? 0 : 1) + Math.max(0, items.length - 1);
  let isFirst = true;
  for (const item of items) {
    const json = itemText(item);
    text += isFirst ? json.text : `,${json.text}`;
    bytes += json.bytes;
    isFirst = false;
  }
  // Of `others` the first brace gives way to the end of the list.
  return { text: `${text}]${isAlone ? '' : ','}${others.text.slice(1)}`, bytes };
}

function itemText(item: unknown): JsonText {
  if (typeof item !== 'object' || item === null) return jsonText(item);
  let json = known.get(item);
  if (!json) known.set(item, (json = jsonText(item)));
  return json;
}

function jsonText(value: unknown): JsonText {
  const text = JSON.stringify(value);
  return { text, bytes: Buffer.byteLength(text) };
}
