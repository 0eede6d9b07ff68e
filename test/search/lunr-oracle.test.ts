import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { characterPairs } from '../../server/search/analysis/character-pairs.ts';
import { foldedRuns } from '../../server/search/analysis/fold.ts';
import { termKey } from '../../server/search/analysis/term-key.ts';
import { FIELDS, type IndexReader } from '../../server/search/index/index-reader.ts';
import { queryAsLunr } from '../../server/search/query/lunr-mode.ts';
import type { LunrClause } from '../../server/search/query/lunr-query.ts';
import { seededRandom } from '../bench/corpus.ts';
import { askLunr, buildLunr, mendTokenSets } from './build-lunr.ts';
import { createCollection, pick, WORDS, type Collection, type Random } from './collection.ts';
import { hitDifferences } from './hit-differences.ts';

const BOOSTS = { title: 4, tags: 2 };

/** Terms that clauses ask for; some are in no document. */
const TERMS = [
  ...new Set(
    [...WORDS, 'zebra', '99999']
      .flatMap((text) => foldedRuns(text))
      .flatMap(({ text, isUnspaced }) => (isUnspaced ? characterPairs(text).pairs : [termKey(text)])),
  ),
];

/** Lunr's characters are UTF-16 units; ours are code points: where these differ, so may edits. */
const FUZZY_TERMS = TERMS.filter(
  (term) => /^[\p{L}\p{N}]{4,}$/u.test(term) && !/[\u{10000}-\u{10FFFF}]/u.test(term),
);

function ours(index: IndexReader, clauses: readonly LunrClause[]) {
  const { documents, total } = queryAsLunr(index, { clauses, boosts: BOOSTS, limit: 10_000, offset: 0 });
  return { total, hits: documents.map(({ document, score }) => ({ id: index.idOf(document), score })) };
}

function differencesFromLunr(
  { index, documents }: Collection,
  queries: readonly (readonly LunrClause[])[],
): string[] {
  const oracle = buildLunr(documents.values(), BOOSTS);
  return queries.flatMap((clauses) => {
    const expected = askLunr(oracle, clauses);
    const { hits, total } = ours(index, clauses);
    const differences = hitDifferences(hits, expected);
    if (total !== expected.length) differences.push(`${total} is said, should be ${expected.length}`);
    return differences.map((difference) => `${JSON.stringify(clauses)}: ${difference}`);
  });
}

function makeClause(random: Random): LunrClause {
  const clause: LunrClause = { term: pick(random, TERMS) };
  if (random() < 0.3) clause.fields = FIELDS.filter(() => random() < 0.6);
  if (clause.fields?.length === 0) delete clause.fields;
  if (random() < 0.3) clause.boost = 1 + Math.floor(random() * 40) / 8;
  const presence = random();
  if (presence < 0.2) clause.presence = 'required';
  else if (presence < 0.35) clause.presence = 'prohibited';
  const kind = random();
  if (kind < 0.15) return { ...clause, term: pick(random, FUZZY_TERMS), editDistance: 1 };
  if (kind < 0.25) return { ...clause, term: clause.term.slice(0, 2), wildcard: { trailing: true } };
  if (kind < 0.35) return { ...clause, term: clause.term.slice(-2), wildcard: { leading: true } };
  if (kind < 0.4)
    return { ...clause, term: clause.term.slice(1, 3), wildcard: { leading: true, trailing: true } };
  return clause;
}

const makeClauses = (random: Random): LunrClause[] =>
  Array.from({ length: 1 + Math.floor(random() * 4) }, () => makeClause(random));

const queryArbitrary = fc.integer().map((seed) => makeClauses(seededRandom(seed)));
const changesArbitrary = fc.array(fc.constantFrom('change', 'change', 'change', 'change', 'merge'), {
  maxLength: 40,
});

/** Much is compared; a busy machine needs its time. */
const TIMEOUT = 300_000;

beforeAll(mendTokenSets);

describe('the index in its Lunr mode, compared with a Lunr index built anew', () => {
  it(
    'finds, counts and scores the same after any changes and merges, whatever is asked',
    { timeout: TIMEOUT },
    () => {
      fc.assert(
        fc.property(
          fc.integer(),
          changesArbitrary,
          fc.array(queryArbitrary, { maxLength: 4 }),
          (seed, changes, queries) => {
            const collection = createCollection(seededRandom(seed), 12);
            for (const change of changes) {
              if (change === 'merge') collection.merge(() => collection.change());
              else collection.change();
            }
            expect(differencesFromLunr(collection, queries)).toEqual([]);
          },
        ),
        { numRuns: 200 },
      );
    },
  );

  it(
    'is the same at 50 points of 10,000 changes: created, edited, moved, published, trashed, restored, merged',
    { timeout: TIMEOUT },
    () => {
      const random = seededRandom(1234);
      const collection = createCollection(random, 60);
      for (let point = 0; point < 50; point += 1) {
        for (let count = 0; count < 200; count += 1) {
          collection.change();
          if (random() < 0.01) collection.merge(() => Array.from({ length: 8 }, () => collection.change()));
        }
        const queries = Array.from({ length: 20 }, () => makeClauses(random));
        expect(differencesFromLunr(collection, queries)).toEqual([]);
      }
    },
  );
});
