import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDocumentCatalog, READABLE, WANTED } from './document-catalog.ts';
import { rankDocuments } from './rank-documents.ts';
import { createVectorTable, NOT_LOOKED_AT, type EmbeddedDocument } from './vector-table.ts';

/** Numbers that are the same at each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return state / 0x7f_ff_ff_ff - 0.5;
  };
}

function unitVector(dimensions: number, next: () => number): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, next);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function embedded(dimensions: number, passages: number, next: () => number): EmbeddedDocument {
  const vectors = new Float32Array(dimensions * passages);
  for (let place = 0; place < passages; place += 1)
    vectors.set(unitVector(dimensions, next), place * dimensions);
  return {
    stamp: '1',
    passages: Array.from({ length: passages }, (_, place) => ({
      hash: `${place}`,
      section: `Section ${place}`,
      anchor: null,
    })),
    vectors,
  };
}

/** The cosine of each passage, computed one by one. */
function cosines(query: Float32Array, { vectors, passages }: EmbeddedDocument): number[] {
  return passages.map((_passage, place) => {
    let sum = 0;
    for (const [at, value] of query.entries()) sum += value * (vectors[place * query.length + at] ?? 0);
    return sum;
  });
}

describe('the vector table', () => {
  it.each([1, 3, 8, 13, 64, 384])(
    'finds the closest passage of every marked document, with %i dimensions, like a plain loop',
    (dimensions) => {
      const next = numbers(dimensions);
      const table = createVectorTable(dimensions);
      const documents = Array.from({ length: 300 }, (_, number) =>
        embedded(dimensions, 1 + (number % 4), next),
      );
      for (const [number, document] of documents.entries()) table.set(number, document);
      const query = unitVector(dimensions, next);
      const marks = Uint8Array.from(documents, (_, number) => (number % 3 === 0 ? 0 : WANTED));
      const closest = table.closest(query, marks);
      for (const [number, document] of documents.entries()) {
        const plain = cosines(query, document);
        const expected = marks[number] === 0 ? NOT_LOOKED_AT : Math.max(...plain);
        expect(closest.scores[number]).toBeCloseTo(expected, 4);
        const named = plain[Number(closest.passageOf(number)?.hash)];
        expect(marks[number] === 0 ? NOT_LOOKED_AT : named).toBeCloseTo(expected, 4);
      }
    },
  );

  it('holds what was set last, through any order of changes, and reuses rows', () => {
    const change = fc.record({
      document: fc.integer({ min: 0, max: 20 }),
      passages: fc.integer({ min: 0, max: 5 }),
      seed: fc.integer({ min: 1, max: 1e6 }),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 80 }), (changes) => {
        const table = createVectorTable(5);
        const expected = new Map<number, EmbeddedDocument>();
        for (const { document, passages, seed } of changes) {
          if (passages === 0) {
            table.delete(document);
            expected.delete(document);
          } else {
            const value = embedded(5, passages, numbers(seed));
            table.set(document, value);
            expected.set(document, value);
          }
        }
        expect(new Map([...table.documents()].map((number) => [number, table.get(number)]))).toEqual(
          expected,
        );
        const rows = [...expected.values()].reduce((sum, { passages }) => sum + passages.length, 0);
        expect([table.size, table.vectorCount]).toEqual([expected.size, rows]);
      }),
    );
  });
});

describe('a ranking', () => {
  function ranked(scores: readonly number[], marks: readonly number[]) {
    const catalog = createDocumentCatalog();
    scores.forEach((_score, number) => catalog.numberOf(`doc_${String(number).padStart(3, '0')}`));
    const closest = { scores: Float32Array.from(scores), passageOf: () => undefined };
    return rankDocuments(closest, Uint8Array.from(marks), catalog).map(({ id }) => id);
  }

  it('holds what is in the upper half between the average and the best', () => {
    expect(ranked([0.1, 0.9, 0.2, 0.6, 0.5], [2, 2, 2, 2, 2])).toEqual(['doc_001']);
    expect(ranked([0.1, 0.9, 0.1, 0.8, 0.1], [2, 2, 2, 2, 2])).toEqual(['doc_001', 'doc_003']);
  });

  it('is empty when nothing is close at all', () => {
    expect(ranked([0.1, 0.15, 0.05], [2, 2, 2])).toEqual([]);
    expect(ranked([], [])).toEqual([]);
  });

  it('measures by all that the reader may see and names what was asked for, so a filter lets nothing worse in', () => {
    expect(ranked([0.1, 0.9, 0.3], [WANTED, READABLE, WANTED])).toEqual([]);
    expect(ranked([0.1, 0.9, 0.8], [WANTED, READABLE, WANTED])).toEqual(['doc_002']);
  });

  it('puts equal ones in the order of their ids, and ends after a hundred', () => {
    const equal = Array.from({ length: 150 }, () => 0.7);
    const ids = ranked(
      equal,
      equal.map(() => WANTED),
    );
    expect(ids).toHaveLength(100);
    expect(ids).toEqual(ids.toSorted());
  });
});
