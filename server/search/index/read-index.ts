import type { IndexReader, PostingList } from './index-reader.ts';
import { termOfWord, wordNumbersOf, type IndexState } from './index-state.ts';
import { createPositionCursor, firstNotBefore } from './position-cursor.ts';
import type { Segment } from './segment.ts';

type ReadingMethods = Omit<IndexReader, 'capacity' | 'documentCount' | 'terms' | 'words' | 'fieldLengths'>;

/** What is read of the state that is the current one at each call. */
export function readerOf(current: () => IndexState): ReadingMethods {
  return {
    termOfWord: (word) => termOfWord(current(), word),
    postings: (term) => postingsOf(current(), term),
    positionsOf: (term) => createPositionCursor(current(), term),
    fieldLength: (field, document) => current().table.columns.lengths[field]?.[document] ?? 0,
    wordsOf: (document) => wordNumbersOf(current(), document),
    termsOf: (document) => termsOf(current(), document),
    documentNumber: (id) => current().table.numberById.get(id),
    idOf: (document) => current().table.ids[document] ?? '',
    updatedAt: (document) => current().table.columns.updatedAt[document] ?? 0,
    everything: () => current().sets.everything(),
    visibleTo: (visible) => current().sets.visibleTo(visible),
    matching: (filter, within) => current().sets.matching(filter, within),
  };
}

function postingsOf({ base, deltaPostings }: IndexState, term: number): PostingList[] {
  const lists: PostingList[] = [];
  if (term < base.terms.size) {
    const { starts, documents, codes } = base.postings;
    const packed = deltaPostings.packed();
    lists.push({ documents, codes, packed, start: starts[term] ?? 0, end: starts[term + 1] ?? 0 });
  }
  const added = deltaPostings.of(term);
  if (added) lists.push(added);
  return lists;
}

function termsOf(state: IndexState, document: number): { terms: Uint32Array; frequencies: Uint32Array } {
  const { base, table, delta } = state;
  if (document >= table.baseCount) {
    const { terms, frequencies, termStarts } = delta.content();
    const start = termStarts[document - table.baseCount] ?? 0;
    const end = termStarts[document - table.baseCount + 1] ?? 0;
    return { terms: terms.slice(start, end), frequencies: frequencies.slice(start, end) };
  }
  const words = wordNumbersOf(state, document);
  const terms = Uint32Array.from(new Set(words.map((word) => termOfWord(state, word))));
  return { terms, frequencies: terms.map((term) => baseFrequency(base, term, document)) };
}

function baseFrequency({ postings }: Segment, term: number, document: number): number {
  const { starts, documents, codes, packed } = postings;
  const posting = firstNotBefore(documents, starts[term] ?? 0, starts[term + 1] ?? 0, document);
  return packed[codes[posting] ?? 0] ?? 0;
}
