import type { HttpContext } from './request-context.ts';

/** Answers with JSON. Serialised here, so that a failure to do so is an error like any other. */
export function answerJson(ctx: HttpContext, body: unknown): void {
  ctx.res.setHeader('Content-Type', 'application/json; charset=utf-8');
  // Bytes: a text would be measured for its length and then turned into bytes once more.
  ctx.body = Buffer.from(serialise(body));
}

/** JSON of list items, which come back as the same objects from one answer to the next. */
const texts = new WeakMap<object, string>();

function serialise(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('items' in body) || !Array.isArray(body.items))
    return JSON.stringify(body);
  const { items, ...rest } = body;
  const list = `"items":[${items.map(serialiseItem).join(',')}]`;
  const others = JSON.stringify(rest).slice(1);
  return others === '}' ? `{${list}}` : `{${list},${others}`;
}

function serialiseItem(item: unknown): string {
  if (typeof item !== 'object' || item === null) return JSON.stringify(item);
  const known = texts.get(item);
  if (known !== undefined) return known;
  const text = JSON.stringify(item);
  texts.set(item, text);
  return text;
}
