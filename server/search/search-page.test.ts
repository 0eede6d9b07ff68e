import { afterEach, describe, expect, it } from 'vitest';
import { documentHead } from '../../test/builders/document-head.ts';
import { createMemoryStore, type MemoryStore } from '../../test/fakes/memory-store.ts';
import { parseSearchQuery } from '../domain/search-query.ts';
import { createLogger } from '../log.ts';
import type { SearchIndex } from '../search-ports.ts';
import { createSearchIndex, type SearchIndexOptions } from './create-search-index.ts';
import { SEMANTIC_OFF } from './semantic/semantic-off.ts';
import { PATIENCE } from '../../test/patience.ts';

const opened: SearchIndex[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((index) => index.close()));
});

function openIndex(store: SearchIndexOptions['store'], more: Partial<SearchIndexOptions> = {}): SearchIndex {
  const index = createSearchIndex({
    store,
    log: createLogger('silent'),
    answerWithinMs: PATIENCE.timeout,
    ...more,
  });
  opened.push(index);
  return index;
}

function search(index: SearchIndex, q: string, more: { limit?: number; asYouType?: boolean } = {}) {
  const { query } = parseSearchQuery(q);
  const visible = [{ space_id: 'spc_a', drafts: true }];
  return index.search({ query, visible, filter: {}, limit: 25, offset: 0, ...more });
}

/** `doc_a` is found before `doc_b`, and that before `doc_c`. */
function threePumps(): MemoryStore {
  const store = createMemoryStore();
  for (const [id, count] of [
    ['doc_a', 9],
    ['doc_b', 3],
    ['doc_c', 1],
  ] as const) {
    store.seed('documents', documentHead({ id }), `## Section of ${id}\n\n${'pump '.repeat(count)}`);
  }
  return store;
}

async function deleteDocument(store: MemoryStore, id: string): Promise<void> {
  const tx = store.begin();
  tx.documents.delete(id);
  await tx.commit();
}

describe('a page of results', () => {
  it('has the snippet, section and anchor of each document', async () => {
    const { hits, total } = await search(openIndex(threePumps()), 'pump');
    expect(total).toBe(3);
    expect(hits[0]).toEqual({
      id: 'doc_a',
      score: expect.any(Number),
      match: 'keyword',
      reasons: ['words'],
      snippet: expect.stringContaining('pump pump'),
      section: 'Section of doc_a',
      anchor: 'section-of-doc_a',
    });
  });

  it('leaves out a document that is deleted while the page is put together', async () => {
    const store = threePumps();
    let deleted: Promise<void> | undefined;
    const index = openIndex({
      ...store,
      async content(collection, id) {
        if (opened.length > 0 && isComplete) deleted ??= deleteDocument(store, 'doc_b');
        return store.content(collection, id);
      },
    });
    let isComplete = false;
    isComplete = !(await search(index, 'pump', { limit: 0 })).partial;
    const { hits, total } = await search(index, 'pump');
    expect([hits.map(({ id }) => id), total]).toEqual([['doc_a', 'doc_c'], 3]);
    await deleted;
    expect((await search(index, 'pump')).total).toBe(2);
  });

  it('shows no text of a state that the reader may not see, however short it was', async () => {
    const store = threePumps();
    const change = async (status: 'draft' | 'published', content: string) => {
      const tx = store.begin();
      const head = tx.documents.get('doc_b');
      if (head) tx.documents.put({ ...head, status, version: head.version + 1 }, content);
      await tx.commit();
    };
    let isWatched = false;
    const index = openIndex({
      ...store,
      async content(collection, id) {
        if (!isWatched || id !== 'doc_b') return store.content(collection, id);
        isWatched = false;
        await change('draft', 'pump CLASSIFIED');
        const text = await store.content(collection, id);
        await change('published', 'pump for everybody');
        return text;
      },
    });
    const { query } = parseSearchQuery('pump');
    const visible = [{ space_id: 'spc_a', drafts: false }];
    const asked = { query, visible, filter: {}, limit: 25, offset: 0 };
    while ((await index.search(asked)).partial);
    isWatched = true;
    const { hits } = await index.search(asked);
    expect(isWatched).toBe(false);
    expect(hits.find(({ id }) => id === 'doc_b')?.snippet).toBe('pump for everybody');
  });

  it('is refused when its phrases stand in more places than one search may look at; the next is answered', async () => {
    const store = threePumps();
    store.seed('documents', documentHead({ id: 'doc_long' }), 'a '.repeat(950_000));
    const index = openIndex(store);
    while ((await search(index, 'pump')).partial);
    await expect(search(index, `"${'a '.repeat(100)}"`)).rejects.toMatchObject({ code: 'bad_request' });
    expect((await search(index, 'pump')).total).toBe(3);
  });

  it('shows a document whose text cannot be read without a snippet', async () => {
    const store = threePumps();
    let isReadable = true;
    const index = openIndex({
      ...store,
      async content(collection, id) {
        if (!isReadable && id === 'doc_b') throw new Error('damaged');
        return store.content(collection, id);
      },
    });
    await search(index, 'pump', { limit: 0 });
    isReadable = false;
    const { hits } = await search(index, 'pump');
    expect(hits.map(({ id, snippet }) => [id, snippet !== ''])).toEqual([
      ['doc_a', true],
      ['doc_b', false],
      ['doc_c', true],
    ]);
  });

  it('reads no texts for a search that only counts', async () => {
    const store = threePumps();
    let reads = 0;
    const index = openIndex({
      ...store,
      async content(collection, id) {
        reads += 1;
        return store.content(collection, id);
      },
    });
    expect(await search(index, 'pump', { limit: 0 })).toMatchObject({ total: 3, partial: false, hits: [] });
    expect(reads).toBe(3);
  });
});

describe('search by meaning', () => {
  it('adds what is close in meaning, with its section, and is not asked while somebody types', async () => {
    const store = threePumps();
    store.seed('documents', documentHead({ id: 'doc_near' }), '# Water\n\nA machine that moves water.');
    const asked: string[] = [];
    let isClosed = false;
    const index = openIndex(store, {
      semantic: {
        async rank(text) {
          asked.push(text);
          return [{ id: 'doc_near', score: 0.9, section: 'Water', anchor: 'water' }];
        },
        status: () => ({ ...SEMANTIC_OFF, state: 'ready' }),
        close: async () => void (isClosed = true),
      },
    });
    const { hits, total } = await search(index, 'pump -steam');
    expect(asked).toEqual(['pump']);
    expect(total).toBe(4);
    expect(hits.find(({ id }) => id === 'doc_near')).toMatchObject({
      match: 'semantic',
      reasons: ['meaning'],
      section: 'Water',
      anchor: 'water',
    });
    expect((await search(index, 'pump', { asYouType: true })).total).toBe(3);
    expect(asked).toHaveLength(1);
    expect(await index.status()).toMatchObject({ semantic: { state: 'ready' } });
    await index.close();
    expect(isClosed).toBe(true);
  });
});

describe('related documents', () => {
  it('are those like a document and those of a title that comes close', async () => {
    const store = threePumps();
    store.seed('documents', documentHead({ id: 'doc_t', title: 'Turbine maintenance' }), 'blades');
    const index = openIndex(store);
    const visible = [{ space_id: 'spc_a', drafts: true }];
    const similar = await index.similarDocuments({ id: 'doc_c', visible, limit: 5 });
    expect(similar.map(({ id }) => id).toSorted()).toEqual(['doc_a', 'doc_b']);
    expect(await index.closestTitles({ text: 'turbin maintenence', visible, limit: 3 })).toEqual([
      { id: 'doc_t' },
    ]);
    expect(await index.similarDocuments({ id: 'doc_nowhere', visible, limit: 5 })).toEqual([]);
  });
});
