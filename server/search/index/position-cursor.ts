import type { CompactNumbers, PositionCursor } from './index-reader.ts';
import type { IndexState } from './index-state.ts';
import { MARK_SHIFT, skipPositions } from './positions.ts';

type Sources = Pick<IndexState, 'base' | 'table' | 'delta' | 'deltaPostings'>;

/** Tells where a term stands, first in the documents of the base, then in those that came since. */
export function createPositionCursor(
  { base, table, delta, deltaPostings }: Sources,
  term: number,
): PositionCursor {
  const { baseCount } = table;
  const { marks, starts: streamStarts } = base.positions;
  const { starts } = base.postings;
  const isInBase = term < base.terms.size;
  let isInDelta = false;
  let { documents } = base.postings;
  let { bytes } = base.positions;
  let end = isInBase ? (starts[term + 1] ?? 0) : 0;
  let posting = isInBase ? (starts[term] ?? 0) : 0;
  /** The posting of the base that was located last: where it begins, and how far it was read. */
  let located = posting;
  let start = isInBase ? (streamStarts[term] ?? 0) : 0;
  let readTo = start;

  /** Documents ascend: there is no way back to the base. */
  function goToDelta(): void {
    isInDelta = true;
    const list = deltaPostings.of(term);
    documents = list?.documents ?? documents;
    posting = list?.start ?? 0;
    end = list?.end ?? 0;
    ({ positions: bytes } = delta.content());
  }

  /** Passes over the postings between, from the nearest mark. */
  function locateInBase(): void {
    const mark = posting >>> MARK_SHIFT;
    if (mark << MARK_SHIFT > located) {
      located = mark << MARK_SHIFT;
      readTo = marks[mark] ?? 0;
    }
    start = skipPositions(bytes, readTo, posting - located);
    readTo = start;
    located = posting;
  }

  return {
    seek(document) {
      if (document >= baseCount && !isInDelta) goToDelta();
      if (posting < end && (documents[posting] ?? 0) < document) {
        posting = firstNotBefore(documents, posting + 1, end, document);
      }
      return posting < end && documents[posting] === document;
    },
    bytes: () => bytes,
    start() {
      if (isInDelta) return delta.content().positionStarts[deltaPostings.placeOf(posting)] ?? 0;
      if (located < posting) locateInBase();
      return start;
    },
    leave(at) {
      if (at > readTo && !isInDelta) readTo = at;
    },
  };
}

/**
 * The first of ascending numbers between two places that is not below `wanted`, or `end`. Galloping: what is near
 * is found at once.
 */
export function firstNotBefore(numbers: CompactNumbers, start: number, end: number, wanted: number): number {
  let low = start;
  let high = start;
  for (let step = 1; high < end && (numbers[high] ?? 0) < wanted; step *= 2) {
    low = high + 1;
    high += step;
  }
  if (high > end) high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
