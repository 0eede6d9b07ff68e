import type { DeltaContent } from './delta.ts';
import type { AddedDocuments } from './document-table.ts';
import { mergeDocuments, mergeWordLists, type Survivors } from './merge-documents.ts';
import { mergePostings } from './merge-postings.ts';
import { mergeVocabulary, NOWHERE } from './merge-vocabulary.ts';
import { assembleSegment, openSegment } from './segment-file.ts';
import type { Segment, SegmentContent } from './segment.ts';
import { textList } from './text-list.ts';
import { forEachListedWord } from './word-lists.ts';

/** What a merge works on: flat, to be posted to another thread. The base is shared, the rest is copied. */
export interface MergeInput {
  base: SharedArrayBuffer;
  /** By document of the base: 1 where it is live. */
  baseAlive: Uint8Array;
  delta: DeltaContent;
  documents: AddedDocuments;
  /** Terms and words that came since the base, each a single space from the next. */
  addedTerms: string;
  addedWords: string;
  /** By added word: the number of its term. */
  termOfAddedWord: Uint32Array;
}

/**
 * One segment of the base's live documents and those that came since, as if it were built anew: documents in
 * their order, nothing left of what is gone.
 */
export function mergeSegments(input: MergeInput): Segment {
  const base = openSegment(input.base);
  const { delta } = input;
  const survivors: Survivors = {
    base: numbersOfLive(input.baseAlive),
    added: numbersOfLive(input.documents.alive),
  };
  const addedTerms = splitList(input.addedTerms);
  const addedWords = splitList(input.addedWords);
  const terms = mergeVocabulary(base.terms, addedTerms, termFrequencies(input, base, addedTerms.length));
  const words = mergeVocabulary(base.words, addedWords, wordFrequencies(input, base, addedWords.length));
  const merged = mergePostings({
    base,
    delta,
    baseDocuments: newNumbers(survivors.base, input.baseAlive.length, 0),
    deltaDocuments: newNumbers(survivors.added, input.documents.alive.length, survivors.base.length),
    terms: terms.numbers,
    frequencies: terms.frequencies,
    documentCount: survivors.base.length + survivors.added.length,
  });
  return assembleSegment({
    terms: terms.lexicon,
    words: words.lexicon,
    termOfWord: mergeTermOfWord(input, base, terms.numbers, words.numbers, words.lexicon.size),
    wordFrequencies: words.frequencies,
    ...merged,
    wordLists: mergeWordLists(base.wordLists, delta, survivors, words.numbers),
    ...mergeDocuments(base, input.documents, survivors),
  });
}

/** A segment that holds nothing. */
export function emptySegment(): Segment {
  const none = new Uint32Array(0);
  const starts = new Uint32Array(1);
  const texts = textList([]);
  const lexicon = { size: 0, ...texts };
  const content: SegmentContent = {
    terms: lexicon,
    words: lexicon,
    termOfWord: none,
    wordFrequencies: none,
    postings: { starts: starts, documents: new Uint16Array(0), codes: new Uint16Array(0), packed: none },
    positions: { starts: starts, marks: none, bytes: new Uint8Array(0) },
    wordLists: { starts: starts, bytes: new Uint8Array(0) },
    lengths: [none, none, none],
    updatedAt: new Float64Array(0),
    ids: texts,
    stamps: texts,
    labels: texts,
    spaces: none,
    statuses: none,
    types: none,
    authors: none,
    tags: { starts: starts, numbers: none },
  };
  return assembleSegment(content);
}

const splitList = (list: string): string[] => (list === '' ? [] : list.split(' '));

function numbersOfLive(alive: Uint8Array): Uint32Array {
  const numbers = new Uint32Array(alive.length);
  let count = 0;
  for (let number = 0; number < alive.length; number += 1) {
    if (alive[number] === 0) continue;
    numbers[count] = number;
    count += 1;
  }
  return numbers.subarray(0, count);
}

/** By old number: the new one, counted from `first`, or `NOWHERE`. */
function newNumbers(survivors: Uint32Array, count: number, first: number): Uint32Array {
  const numbers = new Uint32Array(count).fill(NOWHERE);
  for (const [index, number] of survivors.entries()) numbers[number] = first + index;
  return numbers;
}

/** How many live documents hold each term of the base, then each added one. */
function termFrequencies(
  { baseAlive, delta, documents }: MergeInput,
  base: Segment,
  added: number,
): Uint32Array {
  const { starts, documents: holders } = base.postings;
  const frequencies = new Uint32Array(base.terms.size + added);
  for (let term = 0; term < base.terms.size; term += 1) {
    const end = starts[term + 1] ?? 0;
    let live = 0;
    for (let posting = starts[term] ?? 0; posting < end; posting += 1)
      live += baseAlive[holders[posting] ?? 0] ?? 0;
    frequencies[term] = live;
  }
  countEntries(frequencies, delta.terms, delta.termStarts, documents.alive);
  return frequencies;
}

/** How many live documents hold each word of the base, then each added one. */
function wordFrequencies(
  { baseAlive, delta, documents }: MergeInput,
  base: Segment,
  added: number,
): Uint32Array {
  const frequencies = new Uint32Array(base.words.size + added);
  frequencies.set(base.wordFrequencies);
  const { starts, bytes } = base.wordLists;
  for (let document = 0; document < baseAlive.length; document += 1) {
    if (baseAlive[document] === 1) continue;
    forEachListedWord(bytes, starts[document] ?? 0, starts[document + 1] ?? 0, (word) => {
      frequencies[word] = (frequencies[word] ?? 0) - 1;
    });
  }
  countEntries(frequencies, delta.words, delta.wordStarts, documents.alive);
  return frequencies;
}

function countEntries(
  frequencies: Uint32Array,
  entries: Uint32Array,
  starts: Uint32Array,
  alive: Uint8Array,
): void {
  for (let document = 0; document < alive.length; document += 1) {
    if (alive[document] === 0) continue;
    const end = starts[document + 1] ?? 0;
    for (let at = starts[document] ?? 0; at < end; at += 1) {
      const number = entries[at] ?? 0;
      frequencies[number] = (frequencies[number] ?? 0) + 1;
    }
  }
}

function mergeTermOfWord(
  { termOfAddedWord }: MergeInput,
  base: Segment,
  terms: Uint32Array,
  words: Uint32Array,
  wordCount: number,
): Uint32Array {
  const termOfWord = new Uint32Array(wordCount);
  for (let word = 0; word < words.length; word += 1) {
    const number = words[word] ?? NOWHERE;
    if (number === NOWHERE) continue;
    const term = word < base.words.size ? base.termOfWord[word] : termOfAddedWord[word - base.words.size];
    termOfWord[number] = terms[term ?? 0] ?? NOWHERE;
  }
  return termOfWord;
}
