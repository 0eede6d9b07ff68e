import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VisibleSpace } from '../../server/domain/document-filter.ts';
import { parseSearchQuery } from '../../server/domain/search-query.ts';
import { AppError } from '../../server/errors.ts';
import { createLogger } from '../../server/log.ts';
import type { SearchIndex, SearchResult } from '../../server/search-ports.ts';
import { createSearchIndex } from '../../server/search/create-search-index.ts';
import { generateDocuments } from '../bench/corpus.ts';
import { documentHead } from '../builders/document-head.ts';
import { createMemoryStore, type MemoryStore } from '../fakes/memory-store.ts';
import { HOSTILE_QUERIES } from './hostile-queries.ts';

const DOCUMENTS = 150;
const VISIBLE: VisibleSpace[] = [{ space_id: 'spc_a', drafts: true }];

let store: MemoryStore;
let index: SearchIndex;

beforeAll(async () => {
  store = createMemoryStore();
  let number = 0;
  for (const { title, content } of generateDocuments(DOCUMENTS)) {
    store.seed('documents', documentHead({ id: `doc_${number}`, title }), content);
    number += 1;
  }
  store.seed('documents', documentHead({ id: 'doc_known', title: 'The lighthouse' }), 'A quixotic zeppelin.');
  index = createSearchIndex({ store, log: createLogger('silent') });
  while ((await ask('lighthouse')).partial);
});
afterAll(() => index.close());

const ask = (q: string, page = { limit: 20, offset: 0 }): Promise<SearchResult> =>
  index.search({ query: parseSearchQuery(q).query, visible: VISIBLE, filter: {}, ...page });

/** What is wrong with an answer, whatever was asked: nothing, it is hoped. */
function problemsOf({ hits, total, partial }: SearchResult): string[] {
  const ids = hits.map(({ id }) => id);
  return [
    ...(partial ? ['partial'] : []),
    ...(total > DOCUMENTS + 1 ? ['more documents than there are'] : []),
    ...(hits.length === Math.min(20, total) ? [] : ['a page that does not fit the total']),
    ...(new Set(ids).size === ids.length ? [] : ['a document twice']),
    ...ids.filter((id) => !store.tables.documents.get(id)).map((id) => `the unknown document ${id}`),
    ...hits.filter(({ score }) => !Number.isFinite(score)).map(({ score }) => `the score ${score}`),
    ...hits.filter(({ snippet }) => snippet.length > 240).map(({ id }) => `a long snippet of ${id}`),
    ...hits.filter(({ snippet }) => !snippet.isWellFormed()).map(({ id }) => `a broken snippet of ${id}`),
  ];
}

/**
 * What is wrong with the answer to a search. It may be refused, as what takes too long on the machine at hand is;
 * any other error is thrown.
 */
async function problemsWith(q: string): Promise<string[]> {
  try {
    return problemsOf(await ask(q));
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return [];
    throw error;
  }
}

/** A plain search still finds what it should, and nothing else. */
async function plainSearch(): Promise<{ total: number; ids: string[] }> {
  const { hits, total } = await ask('quixotic lighthouse');
  return { total, ids: hits.map(({ id }) => id) };
}

const RIGHT = { total: 1, ids: ['doc_known'] };

describe('a search that is sent to hurt (security Q1)', () => {
  it.each(HOSTILE_QUERIES)('is answered, and the next search is right: $name', async ({ q }) => {
    expect(await problemsWith(q)).toEqual([]);
    await expect.poll(plainSearch).toEqual(RIGHT);
  });

  it('is answered with 20,000 words, phrases, beginnings and exclusions', async () => {
    const words = Array.from(
      { length: 20_000 },
      (_, number) => `word${number} "page ${number}" w${number}* -x${number}`,
    );
    expect(await problemsWith(words.join(' '))).toEqual([]);
    await expect.poll(plainSearch).toEqual(RIGHT);
  });

  it('is answered when all come at once', async () => {
    const problems = await Promise.all(HOSTILE_QUERIES.map(({ q }) => problemsWith(q)));
    expect(problems.flat()).toEqual([]);
    await expect.poll(plainSearch).toEqual(RIGHT);
  });

  it('gets an empty page far behind the last result', async () => {
    const { hits, total } = await ask('astro', { limit: 20, offset: 1_000_000_000 });
    expect(hits).toEqual([]);
    expect(total).toBeGreaterThan(0);
    await expect.poll(plainSearch).toEqual(RIGHT);
  });

  it('is answered whatever text it is made of', async () => {
    const signs = fc.constantFrom(
      '"',
      '-',
      '*',
      '~',
      ':',
      '(',
      '\\',
      '\0',
      '\ud800',
      'tag:',
      'the',
      'astro',
      ' ',
    );
    const text = fc.array(fc.oneof(signs, fc.string({ unit: 'binary' })), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(text, async (pieces) => {
        expect(await problemsWith(pieces.join(''))).toEqual([]);
      }),
      { numRuns: 300 },
    );
    await expect.poll(plainSearch).toEqual(RIGHT);
  });
});

describe('other questions to the index that are sent to hurt', () => {
  it.each(HOSTILE_QUERIES)('closest titles are few and known: $name', async ({ q }) => {
    const titles = await index.closestTitles({ text: q, visible: VISIBLE, limit: 3 });
    expect(titles.length).toBeLessThanOrEqual(3);
    for (const { id } of titles) expect(store.tables.documents.get(id)).toBeDefined();
  });

  it.each([
    ['no name', ''],
    ['what objects inherit', '__proto__'],
    ['half a character', '\ud800'],
    ['an id that nothing has', 'doc_unknown'],
    ['an id without end', 'a'.repeat(100_000)],
  ])('a document that is not there resembles nothing: %s', async (_, id) => {
    expect(await index.similarDocuments({ id, visible: VISIBLE, limit: 5 })).toEqual([]);
    await expect.poll(plainSearch).toEqual(RIGHT);
  });
});
