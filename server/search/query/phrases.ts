import type { IndexReader } from '../index/index-reader.ts';
import { growingNumbers, pushNumber, type GrowingNumbers } from '../index/growing-numbers.ts';
import type { Phrase } from './query-terms.ts';

/** A phrase being looked for: in which documents it may still be, and where it may begin in them. */
interface Search {
  phrase: Phrase;
  /** How many of its terms were looked at, and one. */
  step: number;
  /** By document: `step` where the phrase still fits, less where it does not. */
  steps: Uint8Array;
  /** By document: the stretch of `starts` that holds its possible beginnings, ascending. */
  begins: Uint32Array;
  counts: Uint32Array;
  starts: GrowingNumbers;
}

/**
 * The documents of a mask that hold every phrase, as a mask. Every distinct term is read once, however often
 * phrases name it, the rarest first, and only where all still fit: the work is bounded by the positions of the
 * index.
 */
export function documentsWithAll(
  index: IndexReader,
  phrases: readonly Phrase[],
  within: Uint8Array,
): Uint8Array {
  const searches = phrases.map((phrase) => startSearch(phrase, within));
  let left = within;
  for (const term of rarestFirst(index, phrases)) {
    const next = new Uint8Array(within.length);
    let isAnyLeft = false;
    lookAt(index, term, searchesOf(searches, term), left, (document, isEach) => {
      if (!isEach) return;
      next[document] = 1;
      isAnyLeft = true;
    });
    left = next;
    if (!isAnyLeft) break;
  }
  return left;
}

/** The documents of a mask that hold any of the phrases, as a mask. Bounded as `documentsWithAll`. */
export function documentsWithAny(
  index: IndexReader,
  phrases: readonly Phrase[],
  within: Uint8Array,
): Uint8Array {
  const searches = phrases.map((phrase) => startSearch(phrase, within));
  for (const term of rarestFirst(index, phrases)) {
    const concerned = searchesOf(searches, term);
    lookAt(index, term, concerned, documentsLeft(concerned));
  }
  return documentsLeft(searches);
}

const searchesOf = (searches: readonly Search[], term: string): Search[] =>
  searches.filter(({ phrase }) => phrase.terms.some((one) => one.term === term));

function startSearch(phrase: Phrase, within: Uint8Array): Search {
  return {
    phrase,
    step: 1,
    steps: within.slice(),
    begins: new Uint32Array(within.length),
    counts: new Uint32Array(within.length),
    starts: growingNumbers(),
  };
}

function rarestFirst(index: IndexReader, phrases: readonly Phrase[]): string[] {
  const frequencies = new Map<string, number>();
  for (const { term } of phrases.flatMap(({ terms }) => terms)) {
    const number = index.terms.find(term);
    frequencies.set(term, number === -1 ? 0 : index.terms.documentFrequency(number));
  }
  return [...frequencies].toSorted((left, right) => left[1] - right[1]).map(([term]) => term);
}

/**
 * Reads the positions of one term in the documents of a mask, and takes each phrase one step on where it still
 * fits. Tells of each document that holds the term whether every phrase does.
 */
function lookAt(
  index: IndexReader,
  term: string,
  searches: readonly Search[],
  wanted: Uint8Array,
  tell?: (document: number, isEach: boolean) => void,
): void {
  const number = index.terms.find(term);
  const visits = searches.map((search) => ({
    search,
    offsets: search.phrase.terms.filter((one) => one.term === term).map(({ offset }) => offset),
  }));
  if (number !== -1 && wanted.includes(1)) {
    index.visitPositions(number, wanted, (document, positions, count) => {
      let isEach = true;
      for (const { search, offsets } of visits) {
        const isStep =
          search.steps[document] === search.step && fits(search, document, offsets, positions, count);
        if (isStep) search.steps[document] = search.step + 1;
        else isEach = false;
      }
      tell?.(document, isEach);
    });
  }
  for (const search of searches) search.step += 1;
}

/** 1 where any of the phrases still fits. */
function documentsLeft(searches: readonly Search[]): Uint8Array {
  const left = new Uint8Array(searches[0]?.steps.length ?? 0);
  for (const { step, steps } of searches) {
    for (let document = 0; document < left.length; document += 1) {
      if (steps[document] === step) left[document] = 1;
    }
  }
  return left;
}

/** Whether the phrase fits when its term stands at `positions`, at each of `offsets` from the beginning. */
function fits(
  search: Search,
  document: number,
  offsets: readonly number[],
  positions: Uint32Array,
  count: number,
): boolean {
  for (const [index, offset] of offsets.entries()) {
    if (search.step === 1 && index === 0) addStarts(search, document, offset, positions, count);
    else keepStarts(search, document, offset, positions, count);
    if (search.counts[document] === 0) return false;
  }
  return true;
}

function addStarts(
  { starts, begins, counts }: Search,
  document: number,
  offset: number,
  positions: Uint32Array,
  count: number,
): void {
  const begin = starts.length;
  for (let at = 0; at < count; at += 1) {
    const start = (positions[at] ?? 0) - offset;
    if (start >= 0) pushNumber(starts, start);
  }
  begins[document] = begin;
  counts[document] = starts.length - begin;
}

/** Leaves the starts from which the term is reached; they move together in their place. */
function keepStarts(
  { starts: { values }, begins, counts }: Search,
  document: number,
  offset: number,
  positions: Uint32Array,
  count: number,
): void {
  const begin = begins[document] ?? 0;
  const end = begin + (counts[document] ?? 0);
  let kept = begin;
  let at = 0;
  for (let place = begin; place < end; place += 1) {
    const start = values[place] ?? 0;
    while (at < count && (positions[at] ?? 0) < start + offset) at += 1;
    if (positions[at] !== start + offset || at === count) continue;
    values[kept] = start;
    kept += 1;
  }
  counts[document] = kept - begin;
}
