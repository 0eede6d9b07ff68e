import { createFrequencyCodes } from './frequency-codes.ts';
import { grown, grownCompact, MAX_NARROW } from './growing-numbers.ts';
import type { CompactNumbers, PostingList } from './index-reader.ts';

/**
 * Postings of what came since the base, by term. Each term has a stretch of the arrays; one that is full moves
 * to a stretch of twice the size at the end.
 */
export interface DeltaPostings {
  /** The terms of a document whose number is above all before; they have places from `firstPlace` on. */
  add(document: number, terms: Uint32Array, frequencies: Uint32Array, firstPlace: number): void;
  /** The term's stretch, or undefined. */
  of(term: number): PostingList | undefined;
  /** The place of the posting at an index of the arrays. */
  placeOf(index: number): number;
  /** Frequencies by code: those of the base, and those that came. */
  packed(): Uint32Array;
}

const FIRST_CAPACITY = 2;

/** @param basePacked frequencies of the base by code */
export function createDeltaPostings(basePacked: Uint32Array): DeltaPostings {
  const frequencies = createFrequencyCodes(basePacked);
  let starts: Uint32Array = new Uint32Array(1024);
  let lengths: Uint32Array = new Uint32Array(1024);
  let capacities: Uint32Array = new Uint32Array(1024);
  let documents: CompactNumbers = new Uint16Array(4096);
  let codes: CompactNumbers = new Uint16Array(4096);
  let places: Uint32Array = new Uint32Array(4096);
  let end = 0;

  /** Where the term's next posting goes. */
  function nextIndex(term: number): number {
    starts = grown(starts, term + 1);
    lengths = grown(lengths, term + 1);
    capacities = grown(capacities, term + 1);
    const length = lengths[term] ?? 0;
    if (length === capacities[term]) makeRoom(term, length);
    lengths[term] = length + 1;
    return (starts[term] ?? 0) + length;
  }

  function makeRoom(term: number, length: number): void {
    const capacity = length * 2 || FIRST_CAPACITY;
    const start = starts[term] ?? 0;
    documents = grownCompact(documents, end + capacity, 0);
    codes = grownCompact(codes, end + capacity, 0);
    places = grown(places, end + capacity);
    for (let index = 0; index < length; index += 1) {
      documents[end + index] = documents[start + index] ?? 0;
      codes[end + index] = codes[start + index] ?? 0;
      places[end + index] = places[start + index] ?? 0;
    }
    starts[term] = end;
    capacities[term] = capacity;
    end += capacity;
  }

  return {
    add(document, terms, packedFrequencies, firstPlace) {
      documents = grownCompact(documents, 0, document);
      for (let index = 0; index < terms.length; index += 1) {
        const at = nextIndex(terms[index] ?? 0);
        const code = frequencies.codeOf(packedFrequencies[index] ?? 0);
        if (code > MAX_NARROW) codes = grownCompact(codes, 0, code);
        documents[at] = document;
        codes[at] = code;
        places[at] = firstPlace + index;
      }
    },
    of(term) {
      const length = lengths[term] ?? 0;
      const start = starts[term] ?? 0;
      if (length === 0) return undefined;
      return { documents, codes, packed: frequencies.packed(), start, end: start + length };
    },
    placeOf: (index) => places[index] ?? 0,
    packed: () => frequencies.packed(),
  };
}
