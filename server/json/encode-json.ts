import type { SlicedWork } from '../sliced-work.ts';

/** So many characters are encoded without a pause: a few milliseconds, whatever they are. */
export const SLICE_CHARACTERS = 256 * 1024;

/** How values inside each other are set apart: by nothing, or each on a line of its own, indented by two more. */
type Layout = 'compact' | 'indented';

/**
 * The UTF-8 JSON of a value in pieces, the same as `JSON.stringify(value)` or `JSON.stringify(value, null, 2)`.
 * Long values are taken apart and long texts encoded piece by piece; a short one is one piece. For plain data: no
 * `toJSON`, no value that JSON does not know but `undefined` as a member of an object.
 */
export function* encodeJson(value: unknown, layout: Layout = 'compact'): SlicedWork<Buffer[]> {
  const encoder: Encoder = { pieces: [], held: '', layout };
  if (isLong(value)) yield;
  yield* encodeValue(encoder, value, '\n');
  flush(encoder);
  return encoder.pieces;
}

interface Encoder {
  readonly pieces: Buffer[];
  /** What waits to become a piece. */
  held: string;
  readonly layout: Layout;
}

function flush(encoder: Encoder): void {
  if (encoder.held !== '') encoder.pieces.push(Buffer.from(encoder.held));
  encoder.held = '';
}

/** @param lineStart line feed and indent of the value's own line. */
function* encodeValue(encoder: Encoder, value: unknown, lineStart: string): SlicedWork<void> {
  if (!isLong(value)) {
    encoder.held += stringify(encoder, value, lineStart);
  } else if (typeof value === 'string') {
    yield* encodeText(encoder, value);
  } else if (Array.isArray(value)) {
    const items = value.map((item: unknown) => ['', item === undefined ? null : item] as const);
    yield* encodeMembers(encoder, items, ['[', ']', lineStart]);
  } else if (typeof value === 'object' && value !== null) {
    const colon = encoder.layout === 'compact' ? ':' : ': ';
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]: [string, unknown]) => [`${JSON.stringify(key)}${colon}`, member] as const);
    yield* encodeMembers(encoder, members, ['{', '}', lineStart]);
  }
  if (encoder.held.length < SLICE_CHARACTERS) return;
  flush(encoder);
  yield;
}

/** JSON holds no raw line feeds but those between values, so a short value is moved in as it is. */
function stringify({ layout }: Encoder, value: unknown, lineStart: string): string {
  if (layout === 'compact') return JSON.stringify(value);
  return JSON.stringify(value, null, 2).replaceAll('\n', lineStart);
}

function* encodeMembers(
  encoder: Encoder,
  members: readonly (readonly [string, unknown])[],
  [opening, closing, lineStart]: readonly [string, string, string],
): SlicedWork<void> {
  const isIndented = encoder.layout === 'indented';
  const inner = isIndented ? `${lineStart}  ` : '';
  encoder.held += opening;
  for (const [index, [key, member]] of members.entries()) {
    encoder.held += `${index === 0 ? '' : ','}${inner}${key}`;
    yield* encodeValue(encoder, member, inner);
  }
  encoder.held += `${isIndented ? lineStart : ''}${closing}`;
}

function* encodeText(encoder: Encoder, text: string): SlicedWork<void> {
  encoder.held += '"';
  for (let start = 0; start < text.length;) {
    const end = pieceEnd(text, start + SLICE_CHARACTERS);
    encoder.held += JSON.stringify(text.slice(start, end)).slice(1, -1);
    flush(encoder);
    start = end;
    yield;
  }
  encoder.held += '"';
}

/** A surrogate pair is not cut in half: its halves would be written as escapes. */
function pieceEnd(text: string, end: number): number {
  const next = text.charCodeAt(end);
  return next >= 0xdc00 && next <= 0xdfff ? end + 1 : end;
}

/** Whether a value's texts together are longer than a slice. */
export function isLong(value: unknown): boolean {
  return lengthUpTo(value, SLICE_CHARACTERS) > SLICE_CHARACTERS;
}

/** So much room each value takes besides its text. */
const VALUE_LENGTH = 8;

/** About how many characters of JSON a value makes; no more is looked at than it takes to pass the limit. */
function lengthUpTo(value: unknown, limit: number): number {
  if (typeof value === 'string') return value.length;
  let length = VALUE_LENGTH;
  if (typeof value !== 'object' || value === null) return length;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && length <= limit; index += 1)
      length += lengthUpTo(value[index], limit - length);
    return length;
  }
  for (const member of Object.values(value)) {
    length += lengthUpTo(member, limit - length);
    if (length > limit) break;
  }
  return length;
}
