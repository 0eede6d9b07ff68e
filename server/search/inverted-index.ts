import { countTerms, wordSequence } from './analysis.ts';
import type { SearchableDocument } from './search-messages.ts';

/** Title words count twice (search-storage §3: BM25F with weights 2, 1, 1). */
const TITLE_WEIGHT = 2;
const TEXT_WEIGHT = 1;

/** A posting is one number: the document's slot × 256 + how often the term stands in it, at most 255. */
const FREQUENCY_RANGE = 256;

export interface IndexedDocument extends Omit<SearchableDocument, 'content'> {
  /** UTF-8. Kept outside of the heap, which the terms fill. */
  content: Buffer;
  /** All words, folded, in order: for phrases. UTF-8. */
  sequence: Buffer;
  /** Numbers of the terms that the document is filed under. */
  terms: Uint32Array;
  titleKeys: ReadonlySet<string>;
  titleLength: number;
  length: number;
}

interface Term {
  key: string;
  /** Ascending. */
  postings: number[];
}

/**
 * Which document holds which term, always up to date: a document can be put or removed at any time at the cost
 * of its own words. Statistics are taken at search time from what the reader may see, so nothing drifts and
 * nothing hidden shows in a score.
 */
export interface InvertedIndex {
  put(document: SearchableDocument): void;
  remove(id: string): void;
  /** Documents by slot; a slot may be empty. */
  readonly slots: readonly (IndexedDocument | undefined)[];
  /** Calls `visit` with the slot and frequency of every document that holds the term. */
  visit(key: string, visitor: (slot: number, frequency: number) => void): void;
  /** Keys of all written words that start so. */
  keysStartingWith(prefix: string): string[];
}

export function createInvertedIndex(): InvertedIndex {
  const slots: (IndexedDocument | undefined)[] = [];
  const slotById = new Map<string, number>();
  const freeSlots: number[] = [];
  const terms: (Term | undefined)[] = [];
  const numberByKey = new Map<string, number>();
  const freeNumbers: number[] = [];

  function termNumber(key: string): number {
    let number = numberByKey.get(key);
    if (number === undefined) {
      number = freeNumbers.pop() ?? terms.length;
      numberByKey.set(key, number);
      terms[number] = { key, postings: [] };
    }
    return number;
  }

  function file(slot: number, counts: ReadonlyMap<string, number>): Uint32Array {
    const numbers = new Uint32Array(counts.size);
    let index = 0;
    for (const [key, count] of counts) {
      const number = termNumber(key);
      insert(terms[number]?.postings ?? [], slot * FREQUENCY_RANGE + Math.min(count, FREQUENCY_RANGE - 1));
      numbers[index] = number;
      index += 1;
    }
    return numbers;
  }

  function remove(id: string): void {
    const slot = slotById.get(id);
    const document = slot === undefined ? undefined : slots[slot];
    if (slot === undefined || !document) return;
    for (const number of document.terms) {
      const term = terms[number];
      if (!term) continue;
      term.postings.splice(position(term.postings, slot * FREQUENCY_RANGE), 1);
      if (term.postings.length > 0) continue;
      numberByKey.delete(term.key);
      terms[number] = undefined;
      freeNumbers.push(number);
    }
    slots[slot] = undefined;
    slotById.delete(id);
    freeSlots.push(slot);
  }

  return {
    slots,
    remove,
    put(document) {
      remove(document.id);
      const slot = freeSlots.pop() ?? slots.length;
      const { counts, ...analysed } = analyse(document);
      slots[slot] = { ...document, ...analysed, terms: file(slot, counts) };
      slotById.set(document.id, slot);
    },
    visit(key, visitor) {
      const number = numberByKey.get(key);
      for (const posting of (number === undefined ? undefined : terms[number]?.postings) ?? []) {
        visitor(Math.floor(posting / FREQUENCY_RANGE), posting % FREQUENCY_RANGE);
      }
    },
    keysStartingWith: (prefix) => [...numberByKey.keys()].filter((key) => key.startsWith(prefix)),
  };
}

function analyse(document: SearchableDocument) {
  const counts = new Map<string, number>();
  const titleLength = countTerms(document.title, TITLE_WEIGHT, counts);
  const titleKeys = new Set(counts.keys());
  const rest = [document.tags.join('\n'), document.summary, document.content];
  let length = titleLength * TITLE_WEIGHT;
  for (const text of rest) length += countTerms(text, TEXT_WEIGHT, counts);
  return {
    counts,
    titleKeys,
    titleLength,
    length,
    content: Buffer.from(document.content),
    sequence: Buffer.from([document.title, ...document.tags, ...rest.slice(1)].map(wordSequence).join('\n')),
  };
}

function insert(postings: number[], posting: number): void {
  const last = postings.at(-1);
  if (last === undefined || last < posting) postings.push(posting);
  else postings.splice(position(postings, posting), 0, posting);
}

/** Index of the first posting that is not smaller. */
function position(postings: readonly number[], wanted: number): number {
  let low = 0;
  let high = postings.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((postings[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
