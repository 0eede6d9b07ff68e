import type { IndexReader, PostingList } from './index-reader.ts';
import { termOfWord, wordNumbersOf, type IndexState } from './index-state.ts';
import { readPositions, skipPositions, type ReadPositions } from './positions.ts';
import type { Segment } from './segment.ts';

type ReadingMethods = Omit<IndexReader, 'capacity' | 'documentCount' | 'terms' | 'words' | 'fieldLengths'>;

/** What is read of the state that is the current one at each call. */
export function readerOf(current: () => IndexState): ReadingMethods {
  const found: ReadPositions = { positions: new Uint32Array(256), count: 0 };
  return {
    termOfWord: (word) => termOfWord(current(), word),
    postings: (term) => postingsOf(current(), term),
    visitPositions(term, wanted, visit) {
      const state = current();
      visitBasePositions(state, term, wanted, found, visit);
      visitDeltaPositions(state, term, wanted, found, visit);
    },
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

type VisitPositions = Parameters<IndexReader['visitPositions']>[2];

function visitBasePositions(
  { base }: IndexState,
  term: number,
  wanted: Uint8Array,
  found: ReadPositions,
  visit: VisitPositions,
): void {
  if (term >= base.terms.size) return;
  const { starts, documents } = base.postings;
  const { bytes } = base.positions;
  const end = starts[term + 1] ?? 0;
  let at = base.positions.starts[term] ?? 0;
  for (let posting = starts[term] ?? 0; posting < end; posting += 1) {
    const document = documents[posting] ?? 0;
    if (wanted[document] === 1) {
      at = readPositions(bytes, at, found);
      if (found.count > 0) visit(document, found.positions, found.count);
    } else {
      at = skipPositions(bytes, at);
    }
  }
}

function visitDeltaPositions(
  { delta, deltaPostings }: IndexState,
  term: number,
  wanted: Uint8Array,
  found: ReadPositions,
  visit: VisitPositions,
): void {
  const list = deltaPostings.of(term);
  if (!list) return;
  const { positions, positionStarts } = delta.content();
  for (let posting = list.start; posting < list.end; posting += 1) {
    const document = list.documents[posting] ?? 0;
    if (wanted[document] !== 1) continue;
    readPositions(positions, positionStarts[deltaPostings.placeOf(posting)] ?? 0, found);
    if (found.count > 0) visit(document, found.positions, found.count);
  }
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

/** Found by halving the term's postings. */
function baseFrequency({ postings }: Segment, term: number, document: number): number {
  let low = postings.starts[term] ?? 0;
  let high = postings.starts[term + 1] ?? 0;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((postings.documents[middle] ?? 0) < document) low = middle + 1;
    else high = middle;
  }
  return postings.packed[postings.codes[low] ?? 0] ?? 0;
}
