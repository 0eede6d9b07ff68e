import { badRequest, type AppError } from '../errors.ts';
import type { SlicedWork } from '../sliced-work.ts';
import { QUOTE, readText, SLICE_BYTES, type JsonReader } from './json-text.ts';

/** How large a parsed body may grow (security J1). Depth counts objects and arrays inside each other. */
export interface JsonLimits {
  depth: number;
  /** Keys in all objects together. */
  keys: number;
  /** Items in all arrays together. */
  items: number;
}

const DEFAULT_LIMITS: JsonLimits = { depth: 32, keys: 1000, items: 10_000 };

/** Keys with which JavaScript code can be talked into changing every object there is (security J4). */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Parses JSON as strictly as RFC 8259 allows: UTF-8 without errors, no key twice in an object, no half surrogate
 * pairs, no NUL, finite numbers, no `__proto__`, bounded depth and counts (security J1, J4, F11).
 *
 * Bytes are read once, in slices, and what they stand for is built on the way, so that a hostile body costs no more
 * than its length and nobody waits for it. Positions in messages count bytes.
 *
 * @throws {AppError} bad_request that names the problem and its position
 */
export function* parseStrictJson(
  bytes: Uint8Array,
  limits: JsonLimits = DEFAULT_LIMITS,
): SlicedWork<unknown> {
  const parser: Parser = { bytes, at: 0, sliceEnd: SLICE_BYTES, limits, keys: 0, items: 0, open: [] };
  if (bytes.length > SLICE_BYTES) yield;
  for (;;) {
    const value = yield* readValue(parser);
    if (value === ENTERED) continue;
    const whole = yield* complete(parser, value);
    if (whole === ENTERED) continue;
    if (parser.at < bytes.length) throw unexpected(parser);
    return whole;
  }
}

/** An object or array that is open, with the key that waits for its value. */
type Container =
  | { kind: 'object'; value: Record<string, unknown>; key: string }
  | { kind: 'array'; value: unknown[] };

interface Parser extends JsonReader {
  readonly limits: JsonLimits;
  keys: number;
  items: number;
  /** Outermost first. */
  readonly open: Container[];
}

/** Instead of a value: the next one to be read is a member of the innermost container. */
const ENTERED = Symbol('a member comes next');

const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

function* readValue(parser: Parser): SlicedWork<unknown> {
  const start = yield* next(parser);
  if (start === QUOTE) return yield* readText(parser);
  if (start !== OPEN_OBJECT && start !== OPEN_ARRAY) return readScalar(parser);
  if (parser.open.length === parser.limits.depth) {
    throw badRequest(`The body is nested deeper than ${parser.limits.depth} levels.`);
  }
  const isObject = start === OPEN_OBJECT;
  parser.at += 1;
  if ((yield* next(parser)) === (isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) {
    parser.at += 1;
    return isObject ? {} : [];
  }
  parser.open.push(isObject ? { kind: 'object', value: {}, key: '' } : { kind: 'array', value: [] });
  yield* startMember(parser);
  return ENTERED;
}

/** Puts a value where it belongs, with all containers that end behind it. Answers the outermost when it has ended. */
function* complete(parser: Parser, last: unknown): SlicedWork<unknown> {
  let value = last;
  for (;;) {
    const container = parser.open.at(-1);
    const follows = yield* next(parser);
    if (container === undefined) return value;
    if (container.kind === 'array') container.value.push(value);
    else container.value[container.key] = value;
    if (follows === COMMA) {
      parser.at += 1;
      yield* startMember(parser);
      return ENTERED;
    }
    if (follows !== (container.kind === 'array' ? CLOSE_ARRAY : CLOSE_OBJECT)) throw unexpected(parser);
    parser.at += 1;
    parser.open.pop();
    ({ value } = container);
  }
}

function* startMember(parser: Parser): SlicedWork<void> {
  const container = parser.open.at(-1);
  if (container?.kind === 'object') {
    container.key = yield* readKey(parser, container.value);
    return;
  }
  parser.items += 1;
  if (parser.items > parser.limits.items) {
    throw badRequest(`The body has more than ${parser.limits.items} array items.`);
  }
}

function* readKey(parser: Parser, known: object): SlicedWork<string> {
  if ((yield* next(parser)) !== QUOTE) throw unexpected(parser);
  const key = yield* readText(parser);
  if (FORBIDDEN_KEYS.has(key)) throw badRequest(`The body has the forbidden key "${key}".`);
  if (Object.hasOwn(known, key))
    throw badRequest(`The body has the key "${quotable(key)}" twice in one object.`);
  parser.keys += 1;
  if (parser.keys > parser.limits.keys)
    throw badRequest(`The body has more than ${parser.limits.keys} keys.`);
  if ((yield* next(parser)) !== COLON) throw unexpected(parser);
  parser.at += 1;
  return key;
}

/** A key comes from the caller: only its harmless beginning is said back. */
function quotable(key: string): string {
  return key.slice(0, 64).replaceAll(/[^\p{L}\p{N}_.$ -]/gu, '?');
}

/** More digits than any number needs. */
const LONGEST_SCALAR = 1000;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/;
const LITERAL = /^(?:true|false|null)/;
const LITERALS = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

function readScalar(parser: Parser): unknown {
  const { bytes, at } = parser;
  let end = at;
  while (isScalarByte(bytes[end]) && end - at < LONGEST_SCALAR) end += 1;
  const text = String.fromCharCode(...bytes.subarray(at, end));
  const token = (LITERAL.exec(text) ?? NUMBER.exec(text))?.[0];
  if (token === undefined) throw unexpected(parser);
  const value = LITERALS.has(token) ? LITERALS.get(token) : Number(token);
  if (typeof value === 'number' && (!Number.isFinite(value) || token.length === LONGEST_SCALAR)) {
    throw badRequest(`The body has a number out of range at position ${at}.`);
  }
  parser.at += token.length;
  return value;
}

/** Letters, digits, signs and the point. */
function isScalarByte(byte: number | undefined): boolean {
  return (
    byte !== undefined && byte > COMMA - 2 && byte < OPEN_OBJECT && byte !== COMMA && byte !== CLOSE_ARRAY
  );
}

/** Passes over white space. Answers the byte behind it, where the parser now stands; undefined at the end. */
function* next(parser: Parser): SlicedWork<number | undefined> {
  for (;;) {
    const byte = parser.bytes[parser.at];
    if (parser.at >= parser.sliceEnd) {
      parser.sliceEnd = parser.at + SLICE_BYTES;
      yield;
    }
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte;
    parser.at += 1;
  }
}

function unexpected({ at, bytes }: Parser): AppError {
  const problem = at >= bytes.length ? 'it ends too early' : `unexpected character at position ${at}`;
  return badRequest(`The body is not valid JSON: ${problem}.`);
}
