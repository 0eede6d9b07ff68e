import type { Lexicon } from '../index/index-reader.ts';

/** Strings `low <= n < high` of a lexicon. */
export interface LexiconRange {
  low: number;
  high: number;
}

/** The strings that begin with these bytes: two binary searches. */
export function rangeStartingWith(lexicon: Lexicon, prefix: Uint8Array): LexiconRange {
  const everything = { low: 0, high: lexicon.size };
  return {
    low: bound(lexicon, everything, 0, prefix, false),
    high: bound(lexicon, everything, 0, prefix, true),
  };
}

/**
 * The first string of a range that comes after `bytes`, or after all that begin with `bytes`. The strings of the
 * range are alike up to `depth`, and are compared from there.
 */
function bound(
  lexicon: Lexicon,
  range: LexiconRange,
  depth: number,
  bytes: Uint8Array,
  isAfter: boolean,
): number {
  let { low, high } = range;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = compareStart(lexicon, middle, depth, bytes);
    if (order < 0 || (order === 0 && isAfter)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Compares the beginning of a string, from `depth` on, with `bytes`; 0 when it begins so. */
function compareStart(
  { bytes: text, offsets }: Lexicon,
  number: number,
  depth: number,
  bytes: Uint8Array,
): number {
  const start = (offsets[number] ?? 0) + depth;
  const length = (offsets[number + 1] ?? 0) - start;
  for (let index = 0; index < bytes.length; index += 1) {
    if (index >= length) return -1;
    const difference = (text[start + index] ?? 0) - (bytes[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The string of a range that, from `depth` on, is `rest`, or -1. */
export function findInRange(lexicon: Lexicon, range: LexiconRange, depth: number, rest: Uint8Array): number {
  const number = bound(lexicon, range, depth, rest, false);
  if (number >= range.high) return -1;
  const length = (lexicon.offsets[number + 1] ?? 0) - (lexicon.offsets[number] ?? 0);
  return length === depth + rest.length && compareStart(lexicon, number, depth, rest) === 0 ? number : -1;
}

/** The strings of a range that go on with `bytes` at `depth`. */
export function narrow(
  lexicon: Lexicon,
  range: LexiconRange,
  depth: number,
  bytes: Uint8Array,
): LexiconRange {
  const low = bound(lexicon, range, depth, bytes, false);
  return { low, high: bound(lexicon, { low, high: range.high }, depth, bytes, true) };
}

/**
 * Calls `visit` for each character that strings of a range have at `depth`, with the strings that have it. Looks
 * at a few strings a character, however many have it.
 */
export function visitBranches(
  lexicon: Lexicon,
  range: LexiconRange,
  depth: number,
  visit: (character: Uint8Array, branch: LexiconRange) => void,
): void {
  let { low } = range;
  while (low < range.high) {
    const start = (lexicon.offsets[low] ?? 0) + depth;
    if (start >= (lexicon.offsets[low + 1] ?? 0)) {
      low += 1;
      continue;
    }
    const character = lexicon.bytes.subarray(start, start + characterLength(lexicon.bytes[start] ?? 0));
    const high = endOfBranch(lexicon, low, range.high, depth, character);
    visit(character, { low, high });
    low = high;
  }
}

/** Galloping: most branches are short. */
function endOfBranch(
  lexicon: Lexicon,
  low: number,
  end: number,
  depth: number,
  character: Uint8Array,
): number {
  let step = 1;
  while (low + step < end && compareStart(lexicon, low + step, depth, character) === 0) step *= 2;
  const within = { low: low + (step >>> 1), high: Math.min(end, low + step) };
  return bound(lexicon, within, depth, character, true);
}

/** Bytes of a UTF-8 character by its first one. */
function characterLength(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}
