import type { AnalysedDocument, AnalysedWords } from '../analysis/analysed-document.ts';
import { termKey } from '../analysis/term-key.ts';
import { createDeltaPostings, type DeltaPostings } from './delta-postings.ts';
import { createDelta, type Delta } from './delta.ts';
import { createDocumentSets, type DocumentSets } from './document-sets.ts';
import { appendDocument, buryDocument, createDocumentTable, type DocumentTable } from './document-table.ts';
import { grown, growingNumbers, pushNumber } from './growing-numbers.ts';
import { createLiveVocabulary, type LiveVocabulary } from './live-vocabulary.ts';
import type { Segment } from './segment.ts';
import { forEachListedWord } from './word-lists.ts';

/** A base segment and all that came since. */
export interface IndexState {
  readonly base: Segment;
  readonly table: DocumentTable;
  readonly terms: LiveVocabulary;
  readonly words: LiveVocabulary;
  /** By word that came since the base. */
  termOfAddedWord: Uint32Array;
  /** The numbers + 1, here, of the words of a document's vocabulary that were looked up. */
  lookedUp: { vocabulary: AnalysedWords | undefined; numbers: Uint32Array };
  readonly delta: Delta;
  readonly deltaPostings: DeltaPostings;
  readonly sets: DocumentSets;
}

export function createIndexState(base: Segment): IndexState {
  const table = createDocumentTable(base);
  const { starts } = base.postings;
  const termFrequencies = new Uint32Array(base.terms.size);
  for (let term = 0; term < termFrequencies.length; term += 1) {
    termFrequencies[term] = (starts[term + 1] ?? 0) - (starts[term] ?? 0);
  }
  return {
    base,
    table,
    terms: createLiveVocabulary(base.terms, termFrequencies),
    words: createLiveVocabulary(base.words, base.wordFrequencies),
    termOfAddedWord: new Uint32Array(1024),
    lookedUp: { vocabulary: undefined, numbers: new Uint32Array(0) },
    delta: createDelta(),
    deltaPostings: createDeltaPostings(base.postings.packed),
    sets: createDocumentSets(table),
  };
}

/** The term that a word is filed under. */
export function termOfWord({ base, termOfAddedWord }: IndexState, word: number): number {
  const term = word < base.words.size ? base.termOfWord[word] : termOfAddedWord[word - base.words.size];
  return term ?? 0;
}

/** Files a document, to be found at once; one of the same id is gone. */
export function putDocument(state: IndexState, document: AnalysedDocument): void {
  const { number, terms, first } = fileDocument(state, document);
  state.deltaPostings.add(number, terms, document.frequencies, first);
  state.sets.forget();
}

/** Files a document for a merge; one of the same id is gone. Answers its number and terms, and where they begin. */
export function fileDocument(
  state: IndexState,
  document: AnalysedDocument,
): { number: number; terms: Uint32Array; first: number } {
  removeDocument(state, document.id);
  const number = appendDocument(state.table, document);
  const words = wordNumbers(state, document);
  const terms = new Uint32Array(document.frequencies.length);
  for (let index = 0; index < words.length; index += 1) {
    terms[document.termOfWord[index] ?? 0] = termOfWord(state, words[index] ?? 0);
  }
  state.words.count(words, 1);
  state.terms.count(terms, 1);
  return { number, terms, first: state.delta.add(terms, document.frequencies, document.positions, words) };
}

function wordNumbers(state: IndexState, { words, vocabulary }: AnalysedDocument): Uint32Array {
  const numbers = new Uint32Array(words.length);
  const { lookedUp } = state;
  if (lookedUp.vocabulary !== vocabulary) state.lookedUp = { vocabulary, numbers: new Uint32Array(1024) };
  const known = grown(state.lookedUp.numbers, vocabulary.texts.length);
  state.lookedUp.numbers = known;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? 0;
    known[word] ||= wordNumber(state, vocabulary.texts[word] ?? '') + 1;
    numbers[index] = (known[word] ?? 0) - 1;
  }
  return numbers;
}

function wordNumber(state: IndexState, text: string): number {
  const known = state.words.find(text);
  if (known !== -1) return known;
  const number = state.words.add(text);
  const added = number - state.base.words.size;
  const term = termKey(text);
  const termNumber = state.terms.find(term);
  state.termOfAddedWord = grown(state.termOfAddedWord, added + 1);
  state.termOfAddedWord[added] = termNumber === -1 ? state.terms.add(term) : termNumber;
  return number;
}

/** Takes a document out of all that is counted. Answers whether there was one. */
export function removeDocument(state: IndexState, id: string): boolean {
  const number = state.table.numberById.get(id);
  if (number === undefined) return false;
  buryDocument(state.table, number);
  const words = wordNumbersOf(state, number);
  state.words.count(words, -1);
  state.terms.count(Uint32Array.from(new Set(words.map((word) => termOfWord(state, word)))), -1);
  state.sets.forget();
  return true;
}

const listed = growingNumbers();

/** The distinct words of a document. The array is good until the next call. */
export function wordNumbersOf({ base, table, delta }: IndexState, document: number): Uint32Array {
  if (document >= table.baseCount) {
    const { words, wordStarts } = delta.content();
    const added = document - table.baseCount;
    return words.subarray(wordStarts[added], wordStarts[added + 1]);
  }
  const { starts, bytes } = base.wordLists;
  listed.length = 0;
  forEachListedWord(bytes, starts[document] ?? 0, starts[document + 1] ?? 0, (word) =>
    pushNumber(listed, word),
  );
  return listed.values.subarray(0, listed.length);
}
