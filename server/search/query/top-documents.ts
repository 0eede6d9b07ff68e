import type { IndexReader } from '../index/index-reader.ts';

/** Pages that lie deeper are cut from all documents sorted. */
const MAX_HEAP = 1000;

export interface ScoredDocument {
  document: number;
  score: number;
}

/**
 * The page `offset … offset + limit` of `count` documents: best score first; equal scores newest first, then by
 * id. `scores` go by place in `documents`.
 */
export function topDocuments(
  index: IndexReader,
  { documents, count }: { documents: Uint32Array; count: number },
  scores: Float64Array,
  { limit, offset }: { limit: number; offset: number },
): ScoredDocument[] {
  const isBefore = (left: number, right: number): boolean => {
    const difference = (scores[left] ?? 0) - (scores[right] ?? 0);
    return difference === 0 ? isNewer(index, documents[left] ?? 0, documents[right] ?? 0) : difference > 0;
  };
  const wanted = Math.min(count, offset + limit);
  const best =
    wanted > MAX_HEAP ? sortedPlaces(count, isBefore) : heapPlaces(count, wanted, scores, isBefore);
  return best
    .slice(offset, offset + limit)
    .map((place) => ({ document: documents[place] ?? 0, score: scores[place] ?? 0 }));
}

function isNewer(index: IndexReader, left: number, right: number): boolean {
  const difference = index.updatedAt(left) - index.updatedAt(right);
  return difference === 0 ? index.idOf(left) < index.idOf(right) : difference > 0;
}

type IsBefore = (left: number, right: number) => boolean;

function sortedPlaces(count: number, isBefore: IsBefore): number[] {
  const places = Array.from({ length: count }, (_, place) => place);
  return places.toSorted((left, right) => (isBefore(left, right) ? -1 : 1));
}

/** A heap of the best so far, the worst of them on top. */
function heapPlaces(count: number, wanted: number, scores: Float64Array, isBefore: IsBefore): number[] {
  const heap: number[] = [];
  if (wanted === 0) return heap;
  let threshold = 0;
  // What was filed last is the newest, and comes first among equals.
  for (let place = count - 1; place >= 0; place -= 1) {
    if (heap.length < wanted) {
      heap.push(place);
      siftUp(heap, isBefore);
    } else if ((scores[place] ?? 0) >= threshold && isBefore(place, heap[0] ?? 0)) {
      heap[0] = place;
      siftDown(heap, isBefore);
    } else {
      continue;
    }
    threshold = scores[heap[0] ?? 0] ?? 0;
  }
  return heap.toSorted((left, right) => (isBefore(left, right) ? -1 : 1));
}

function siftUp(heap: number[], isBefore: IsBefore): void {
  let child = heap.length - 1;
  while (child > 0) {
    const parent = (child - 1) >> 1;
    if (!isBefore(heap[parent] ?? 0, heap[child] ?? 0)) return;
    swap(heap, parent, child);
    child = parent;
  }
}

function siftDown(heap: number[], isBefore: IsBefore): void {
  let parent = 0;
  for (;;) {
    let worst = parent;
    for (const child of [2 * parent + 1, 2 * parent + 2]) {
      if (child < heap.length && isBefore(heap[worst] ?? 0, heap[child] ?? 0)) worst = child;
    }
    if (worst === parent) return;
    swap(heap, parent, worst);
    parent = worst;
  }
}

function swap(heap: number[], left: number, right: number): void {
  const value = heap[left] ?? 0;
  heap[left] = heap[right] ?? 0;
  heap[right] = value;
}
