import type { Lexicon } from './index-reader.ts';

/** Words and terms are shorter; what is longer is encoded into memory of its own. */
const KEY_BYTES = 256;
const keySpace = Buffer.alloc(KEY_BYTES);

/** The UTF-8 bytes of a string to look for. Valid until the next call. */
export function lookupKey(text: string): Uint8Array {
  if (text.length * 3 > KEY_BYTES) return Buffer.from(text);
  return keySpace.subarray(0, keySpace.write(text));
}

/** The number of a string, or -1. */
export function findInLexicon(lexicon: Lexicon, text: string): number {
  const key = lookupKey(text);
  const number = lowerBound(lexicon, key);
  return number < lexicon.size && compareEntry(lexicon, number, key) === 0 ? number : -1;
}

/** The number of the first string that does not come before the key; the size of the lexicon when all do. */
export function lowerBound(lexicon: Lexicon, key: Uint8Array): number {
  let low = 0;
  let high = lexicon.size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareEntry(lexicon, middle, key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Compares a string of the lexicon with a key by their bytes: negative when it comes before. */
export function compareEntry({ bytes, offsets }: Lexicon, number: number, key: Uint8Array): number {
  const start = offsets[number] ?? 0;
  const length = (offsets[number + 1] ?? 0) - start;
  const shared = Math.min(length, key.length);
  for (let at = 0; at < shared; at += 1) {
    const difference = (bytes[start + at] ?? 0) - (key[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return length - key.length;
}

/** Orders strings as their UTF-8 bytes: by code points, where plain comparison goes by UTF-16 units. */
export function compareCodePoints(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let at = 0; at < shared; at += 1) {
    const one = left.charCodeAt(at);
    const other = right.charCodeAt(at);
    if (one !== other) return orderOfUnit(one) - orderOfUnit(other);
  }
  return left.length - right.length;
}

/** Surrogates stand for the highest code points. */
function orderOfUnit(unit: number): number {
  return unit >= 0xd8_00 && unit < 0xe0_00 ? unit + 0x1_00_00 : unit;
}
