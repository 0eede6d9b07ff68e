import type { IndexReader, Vocabulary } from '../index/index-reader.ts';
import { rangeStartingWith } from './lexicon-range.ts';
import { visitOneEdit } from './one-edit.ts';
import type { IsHeld } from './readable-words.ts';

const encoder = new TextEncoder();

/** The terms of all words that begin so and are held by what the reader may see. */
export function termsOfPrefix(index: IndexReader, prefix: string, isHeld: IsHeld): number[] {
  return termsOfWords(index, isHeld, (visit) => visitPrefix(index.words, prefix, visit));
}

/** The terms of all words that are one edit away and are held by what the reader may see. */
export function termsOfTypo(index: IndexReader, text: string, isHeld: IsHeld): number[] {
  return termsOfWords(index, isHeld, (visit) => visitOneEdit(index.words, text, visit));
}

/** Each term once, in the order in which its first word comes. */
function termsOfWords(
  index: IndexReader,
  isHeld: IsHeld,
  visitWords: (visit: (word: number) => void) => void,
): number[] {
  const isKnown = new Uint8Array(index.terms.base.size + index.terms.added.length);
  const terms: number[] = [];
  visitWords((word) => {
    const term = index.termOfWord(word);
    if (isKnown[term] === 1 || !isHeld(word)) return;
    isKnown[term] = 1;
    terms.push(term);
  });
  return terms;
}

/** Calls `visit` with every string of a vocabulary that begins so. */
export function visitPrefix(vocabulary: Vocabulary, prefix: string, visit: (number: number) => void): void {
  const { low, high } = rangeStartingWith(vocabulary.base, encoder.encode(prefix));
  for (let number = low; number < high; number += 1) visit(number);
  for (const [index, added] of vocabulary.added.entries()) {
    if (added.startsWith(prefix)) visit(vocabulary.base.size + index);
  }
}
