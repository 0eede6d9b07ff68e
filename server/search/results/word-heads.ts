import { MAX_WORD_LENGTH } from '../analysis/fold.ts';
import type { ScannedWord } from './word-scanner.ts';

/** By number of the first two characters: what an ASCII word must begin with that may be one of those wanted. */
export type Heads = readonly (readonly string[] | undefined)[];

/** Stemming changes the last two letters at most of what it leaves, so that the others are those of the word. */
const CHANGED_BY_STEMMING = 2;

export function headsOf(terms: readonly string[], prefixes: readonly string[]): Heads {
  const texts = [
    ...terms.map((term) => term.slice(0, Math.max(1, term.length - CHANGED_BY_STEMMING))),
    ...prefixes,
  ].filter((text) => /^\w+$/.test(text));
  const heads = Array.from<string[] | undefined>({ length: 0x400 });
  for (const text of texts) {
    const pair = pairAt(text, 0);
    const [first, last] = text.length === 1 ? [pair & 0x3e0, pair | 0x1f] : [pair, pair];
    for (let place = first; place <= last; place += 1) (heads[place] ??= []).push(text);
  }
  return heads;
}

/** A number of ten bits for two characters, whatever their case. */
function pairAt(text: string, at: number): number {
  return ((text.charCodeAt(at) & 0x1f) << 5) | (text.charCodeAt(at + 1) & 0x1f);
}

/** A test of ASCII words that costs less than looking them up. Parts of identifiers begin anywhere in them. */
export function mayHoldOneOf(heads: Heads, text: string, { start, end, isPlain }: ScannedWord): boolean {
  const last = isPlain ? start + 1 : Math.min(end, start + MAX_WORD_LENGTH);
  for (let at = start; at < last; at += 1) {
    const candidates = heads[pairAt(text, at)];
    if (candidates !== undefined && candidates.some((head) => beginsWith(text, at, head))) return true;
  }
  return false;
}

function beginsWith(text: string, at: number, head: string): boolean {
  for (let index = 0; index < head.length; index += 1) {
    if ((text.charCodeAt(at + index) | 0x20) !== (head.charCodeAt(index) | 0x20)) return false;
  }
  return true;
}
