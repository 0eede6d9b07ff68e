import { createVectorRows, ROWS_AT_ONCE } from './vector-rows.ts';

/** A passage that has a vector. */
export interface EmbeddedPassage {
  hash: string;
  section: string | null;
  anchor: string | null;
}

/** A document's passages with their vectors, as long as `passages.length * dimensions` together. */
export interface EmbeddedDocument {
  stamp: string;
  passages: readonly EmbeddedPassage[];
  vectors: Float32Array;
}

/** The passage of a document that comes closest to a question. */
export interface ClosestPassages {
  /** By document number: cosine of its closest passage, or -2 when it was not looked at or has none. */
  scores: Float32Array;
  /** The closest passage of a document; undefined when it has none. */
  passageOf(document: number): EmbeddedPassage | undefined;
}

/**
 * All vectors of a model in memory: rows of Float32 of length 1, each with the document that it belongs to. Rows of
 * documents that changed or went are used again.
 */
export interface VectorTable {
  readonly dimensions: number;
  /** Documents that have vectors. */
  readonly size: number;
  readonly vectorCount: number;
  stampOf(document: number): string | undefined;
  get(document: number): EmbeddedDocument | undefined;
  set(document: number, embedded: EmbeddedDocument): void;
  delete(document: number): void;
  /** Document numbers, in no order. */
  documents(): Iterable<number>;
  /** Looks at every passage of the documents that `marks` is not 0 for: exact, no neighbour is missed. */
  closest(query: Float32Array, marks: Uint8Array): ClosestPassages;
}

interface Stored {
  stamp: string;
  passages: readonly EmbeddedPassage[];
  rows: readonly number[];
}

const FREE = -1;
export const NOT_LOOKED_AT = -2;

export function createVectorTable(dimensions: number): VectorTable {
  const rows = createVectorRows(dimensions);
  const stored = new Map<number, Stored>();
  /** The document of each row, and the place of its passage in the document. */
  let owners = new Int32Array(0);
  let places = new Uint8Array(0);
  const freeRows: number[] = [];

  function grow(): void {
    const before = owners.length;
    rows.grow();
    owners = withRoom(owners, new Int32Array(rows.capacity).fill(FREE));
    places = withRoom(places, new Uint8Array(rows.capacity));
    for (let row = rows.capacity - 1; row >= before; row -= 1) freeRows.push(row);
  }

  function takeRow(document: number, place: number): number {
    if (freeRows.length === 0) grow();
    const row = freeRows.pop() ?? 0;
    owners[row] = document;
    places[row] = place;
    return row;
  }

  function release(document: number): void {
    for (const row of stored.get(document)?.rows ?? []) {
      owners[row] = FREE;
      freeRows.push(row);
    }
    stored.delete(document);
  }

  return {
    dimensions,
    get size() {
      return stored.size;
    },
    get vectorCount() {
      return owners.length - freeRows.length;
    },
    stampOf: (document) => stored.get(document)?.stamp,
    get(document) {
      const found = stored.get(document);
      if (!found) return undefined;
      const vectors = new Float32Array(found.rows.length * dimensions);
      for (const [place, row] of found.rows.entries()) vectors.set(rows.read(row), place * dimensions);
      return { stamp: found.stamp, passages: found.passages, vectors };
    },
    set(document, { stamp, passages, vectors }) {
      release(document);
      const taken = passages.map((_passage, place) => {
        const row = takeRow(document, place);
        rows.write(row, vectors.subarray(place * dimensions, (place + 1) * dimensions));
        return row;
      });
      stored.set(document, { stamp, passages, rows: taken });
    },
    delete: release,
    documents: () => stored.keys(),
    closest(query, marks) {
      const scores = new Float32Array(marks.length).fill(NOT_LOOKED_AT);
      const best = new Uint8Array(marks.length);
      rows.setQuery(query);
      for (let start = 0; start < owners.length; start += ROWS_AT_ONCE) {
        const end = Math.min(start + ROWS_AT_ONCE, owners.length);
        if (!isAnyMarked(owners, marks, start, end)) continue;
        const products = rows.dotProducts(start, end - start);
        for (let row = start; row < end; row += 1) {
          const document = owners[row] ?? FREE;
          const score = products[row - start] ?? 0;
          if (document < 0 || marks[document] === 0 || score <= (scores[document] ?? 0)) continue;
          scores[document] = score;
          best[document] = places[row] ?? 0;
        }
      }
      return { scores, passageOf: (document) => stored.get(document)?.passages[best[document] ?? 0] };
    },
  };
}

function withRoom<Numbers extends Int32Array | Uint8Array>(numbers: Numbers, longer: Numbers): Numbers {
  longer.set(numbers);
  return longer;
}

function isAnyMarked(owners: Int32Array, marks: Uint8Array, start: number, end: number): boolean {
  for (let row = start; row < end; row += 1) {
    const owner = owners[row] ?? FREE;
    if (owner >= 0 && marks[owner] !== 0) return true;
  }
  return false;
}
