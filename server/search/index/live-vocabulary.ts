import { grown } from './growing-numbers.ts';
import type { Lexicon, Vocabulary } from './index-reader.ts';
import { findInLexicon } from './lexicon.ts';
import { textReader } from './text-list.ts';

export interface LiveVocabulary extends Vocabulary {
  /** Gives a string that is not in a number. */
  add(text: string): number;
  /** A document more (1) or less (-1) holds these. */
  count(numbers: Uint32Array, change: 1 | -1): void;
}

/** The strings of a base, whose document frequencies are given, and those that come. */
export function createLiveVocabulary(base: Lexicon, baseFrequencies: Uint32Array): LiveVocabulary {
  const readBase = textReader(base);
  const added: string[] = [];
  const addedNumbers = new Map<string, number>();
  let frequencies: Uint32Array = baseFrequencies.slice();
  return {
    base,
    added,
    find: (text) => addedNumbers.get(text) ?? findInLexicon(base, text),
    textOf: (number) => (number < base.size ? readBase(number) : (added[number - base.size] ?? '')),
    documentFrequency: (number) => frequencies[number] ?? 0,
    add(text) {
      const number = base.size + added.push(text) - 1;
      addedNumbers.set(text, number);
      frequencies = grown(frequencies, number + 1);
      return number;
    },
    count(numbers, change) {
      const counts = frequencies;
      for (let index = 0; index < numbers.length; index += 1) {
        const number = numbers[index] ?? 0;
        counts[number] = (counts[number] ?? 0) + change;
      }
    },
  };
}
