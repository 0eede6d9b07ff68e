import { growingNumbers, pushNumber, pushNumbers } from './growing-numbers.ts';
import { skipPositions } from './positions.ts';
import { growingBytes, writeBytes } from './varint.ts';

/**
 * The documents that came since the base, in the order they came: their terms and words as numbers of the live
 * vocabularies. Document `n` of it has the terms between `termStarts[n]` and `termStarts[n + 1]`, and so on.
 */
export interface DeltaContent {
  termStarts: Uint32Array;
  terms: Uint32Array;
  frequencies: Uint32Array;
  /** By entry of `terms`: where its positions begin. */
  positionStarts: Uint32Array;
  positions: Uint8Array;
  wordStarts: Uint32Array;
  words: Uint32Array;
}

export interface Delta {
  /** Answers the index of the first of its terms. */
  add(terms: Uint32Array, frequencies: Uint32Array, positions: Uint8Array, words: Uint32Array): number;
  /** What is in it now. Of no use after the next `add`. */
  content(): DeltaContent;
}

export function createDelta(): Delta {
  const termStarts = growingNumbers();
  const terms = growingNumbers();
  const frequencies = growingNumbers();
  const positionStarts = growingNumbers();
  const positions = growingBytes();
  const wordStarts = growingNumbers();
  const words = growingNumbers();
  pushNumber(termStarts, 0);
  pushNumber(wordStarts, 0);
  return {
    add(newTerms, newFrequencies, newPositions, newWords) {
      const first = terms.length;
      let at = 0;
      for (let term = 0; term < newTerms.length; term += 1) {
        pushNumber(positionStarts, positions.length + at);
        at = skipPositions(newPositions, at, 1);
      }
      writeBytes(positions, newPositions, 0, newPositions.length);
      pushNumbers(terms, newTerms);
      pushNumbers(frequencies, newFrequencies);
      pushNumbers(words, newWords);
      pushNumber(termStarts, terms.length);
      pushNumber(wordStarts, words.length);
      return first;
    },
    content: () => ({
      termStarts: termStarts.values.subarray(0, termStarts.length),
      terms: terms.values.subarray(0, terms.length),
      frequencies: frequencies.values.subarray(0, frequencies.length),
      positionStarts: positionStarts.values.subarray(0, positionStarts.length),
      positions: positions.bytes.subarray(0, positions.length),
      wordStarts: wordStarts.values.subarray(0, wordStarts.length),
      words: words.values.subarray(0, words.length),
    }),
  };
}

/** In memory of its own and no larger than needed: a part of an array is posted with all of the array. */
export function copyOfDelta(content: DeltaContent): DeltaContent {
  return {
    termStarts: content.termStarts.slice(),
    terms: content.terms.slice(),
    frequencies: content.frequencies.slice(),
    positionStarts: content.positionStarts.slice(),
    positions: content.positions.slice(),
    wordStarts: content.wordStarts.slice(),
    words: content.words.slice(),
  };
}
