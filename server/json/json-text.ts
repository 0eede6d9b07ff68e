import { badRequest } from '../errors.ts';
import type { SlicedWork } from '../sliced-work.ts';

/** JSON as bytes, and how far it has been read. */
export interface JsonReader {
  readonly bytes: Uint8Array;
  at: number;
  /** Where the slice of work ends. */
  sliceEnd: number;
}

/** So many bytes are read without a pause: a few milliseconds, whatever they are. */
export const SLICE_BYTES = 512 * 1024;

export const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LOWER_U = 0x75;
const FIRST_PRINTABLE = 0x20;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads the JSON string whose opening quote is next, a slice at a time: it may be as long as the body.
 *
 * @throws {AppError} bad_request for one that does not end, bad UTF-8, bad escapes, NUL and half surrogate pairs
 */
export function* readText(reader: JsonReader): SlicedWork<string> {
  const start = reader.at;
  reader.at += 1;
  let text = '';
  let half = '';
  for (;;) {
    const piece = half + readPiece(reader, start);
    const isLast = reader.bytes[reader.at] === QUOTE;
    half = isLast ? '' : trailingHalf(piece);
    checkCharacters(half === '' ? piece : piece.slice(0, -1), start);
    text += half === '' ? piece : piece.slice(0, -1);
    if (isLast) break;
    reader.sliceEnd = reader.at + SLICE_BYTES;
    yield;
  }
  reader.at += 1;
  return text;
}

/** The characters up to the closing quote or to the end of the slice, where no character and no escape is cut. */
function readPiece(reader: JsonReader, start: number): string {
  const { bytes } = reader;
  const from = reader.at;
  let at = from;
  let isPlain = true;
  for (;;) {
    const byte = bytes[at];
    if (byte === undefined) throw endless(start);
    if (byte === QUOTE || (at >= reader.sliceEnd && !isContinuation(byte))) break;
    if (byte < FIRST_PRINTABLE) isPlain = false;
    if (byte === BACKSLASH) {
      isPlain = false;
      at += bytes[at + 1] === LOWER_U ? '\\u0000'.length : '\\n'.length;
    } else {
      at += 1;
    }
  }
  reader.at = at;
  const raw = decode(bytes.subarray(from, at));
  return isPlain ? raw : unescape(raw, start);
}

/** Bytes of a UTF-8 character behind its first one. */
function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw badRequest('The body is not valid UTF-8.', { hint: 'Send the JSON encoded as UTF-8.', cause });
  }
}

/** `JSON.parse` judges: escapes, control characters. */
function unescape(raw: string, start: number): string {
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch (cause) {
    throw badRequest(`The body is not valid JSON: bad character in the text at position ${start}.`, {
      cause,
    });
  }
}

/** The first half of an escaped surrogate pair whose other half is in the next piece. */
function trailingHalf(piece: string): string {
  const last = piece.charCodeAt(piece.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? piece.slice(-1) : '';
}

function checkCharacters(text: string, start: number): void {
  if (text.includes('\0')) throw badRequest(`The body has a NUL character in the text at position ${start}.`);
  if (!text.isWellFormed())
    throw badRequest(`The body has half a surrogate pair in the text at position ${start}.`);
}

function endless(start: number) {
  return badRequest(`The body is not valid JSON: the text that starts at position ${start} does not end.`);
}
