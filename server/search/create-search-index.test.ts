import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BY, documentHead } from '../../test/builders/document-head.ts';
import { createMemoryStore } from '../../test/fakes/memory-store.ts';
import type { DocumentFilter, VisibleSpace } from '../domain/document-filter.ts';
import type { DocumentHead } from '../domain/document.ts';
import { parseSearchQuery } from '../domain/search-query.ts';
import { createLogger } from '../log.ts';
import type { SearchIndex, SearchResult } from '../search-ports.ts';
import { createSearchIndex } from './create-search-index.ts';
import { PATIENCE } from '../../test/patience.ts';

const head = (id: string, over: Partial<DocumentHead> = {}) => documentHead({ id, ...over });

const EDITOR: VisibleSpace[] = [
  { space_id: 'spc_a', drafts: true },
  { space_id: 'spc_b', drafts: true },
];
const VIEWER: VisibleSpace[] = [{ space_id: 'spc_a', drafts: false }];

interface SearchOptions {
  visible?: VisibleSpace[];
  filter?: DocumentFilter;
  limit?: number;
  offset?: number;
}

interface Fixture {
  search: (q: string, options?: SearchOptions) => Promise<SearchResult>;
  ids: (q: string, options?: SearchOptions) => Promise<string[]>;
  put: (record: DocumentHead, content?: string) => Promise<void>;
}

/** One index for all tests: what a test does not name is deleted before it begins. */
const store = createMemoryStore();
let index: SearchIndex;
beforeAll(() => {
  index = createSearchIndex({ store, log: createLogger('silent'), answerWithinMs: PATIENCE.timeout });
});
afterAll(() => index.close());

const ask: Fixture['search'] = (q, { visible = EDITOR, filter = {}, limit = 25, offset = 0 } = {}) =>
  index.search({ query: parseSearchQuery(q).query, visible, filter, limit, offset });

async function putAll(documents: readonly [DocumentHead, string?][]): Promise<void> {
  const tx = store.begin();
  for (const [record, content] of documents) tx.documents.put(record, content);
  await tx.commit();
}

const fixture: Fixture = {
  search: ask,
  ids: async (q, more) => (await ask(q, more)).hits.map((hit) => hit.id),
  put: (record, content) => putAll([content === undefined ? [record] : [record, content]]),
};

/** The index over these documents and no others. */
async function indexOf(...documents: [DocumentHead, string][]): Promise<Fixture> {
  const tx = store.begin();
  for (const { id } of store.tables.documents.all()) tx.documents.delete(id);
  if (tx.hasChanges) await tx.commit();
  if (documents.length > 0) await putAll(documents);
  while ((await ask('warm up')).partial);
  return fixture;
}

describe('matching', () => {
  it('ANDs words; when no document holds them all, finds those that hold some and says so', async () => {
    const { search, ids } = await indexOf(
      [head('doc_a'), 'reset the pump valve'],
      [head('doc_b'), 'reset the boiler'],
    );
    expect(await ids('pump reset')).toEqual(['doc_a']);
    expect(await search('boiler pump')).toMatchObject({ total: 2, relaxed: true });
    expect(await search('pump zebra')).toMatchObject({ total: 1, relaxed: true });
    expect(await search('zebra')).toMatchObject({ total: 0, relaxed: false, hits: [] });
  });

  it('finds phrases word for word only, across punctuation and case, and never across fields', async () => {
    const { ids } = await indexOf(
      [head('doc_a'), 'The Pump,\n**valve** leaks'],
      [head('doc_b'), 'the valve of the pump'],
      [head('doc_c', { title: 'The pump', summary: 'valve' }), ''],
    );
    expect(await ids('"pump valve"')).toEqual(['doc_a']);
    expect(await ids('"of the pump"')).toEqual(['doc_b']);
    expect(await ids('"boiler room"')).toEqual([]);
  });

  it('leaves out what holds an excluded word or phrase, in any form of the word', async () => {
    const { ids } = await indexOf(
      [head('doc_a'), 'pump valves and steam'],
      [head('doc_b'), 'pump and water'],
    );
    expect(await ids('pump -valve')).toEqual(['doc_b']);
    expect(await ids('pump -"and water"')).toEqual(['doc_a']);
    expect(await ids('-steam')).toEqual(['doc_b']);
  });

  it('finds word* by the written beginning of a word, and words in all their forms', async () => {
    const { ids } = await indexOf([head('doc_a'), 'configurations'], [head('doc_b'), 'configure']);
    expect((await ids('conf*')).toSorted()).toEqual(['doc_a', 'doc_b']);
    expect((await ids('configuring')).toSorted()).toEqual(['doc_a', 'doc_b']);
  });

  it('finds words of every script, and within Chinese and Japanese sentences', async () => {
    const { ids } = await indexOf(
      [head('doc_ja'), 'このシステムは知識ベースを管理します'],
      [head('doc_ru'), 'Привет, мир'],
      [head('doc_fr'), 'le café'],
      [head('doc_hi'), 'हिन्दी भाषा'],
    );
    expect(await ids('知識')).toEqual(['doc_ja']);
    expect(await ids('"ベースを管理"')).toEqual(['doc_ja']);
    expect(await ids('привет')).toEqual(['doc_ru']);
    expect(await ids('CAFE')).toEqual(['doc_fr']);
    expect(await ids('हिन्दी')).toEqual(['doc_hi']);
  });

  it('finds numbers, identifiers and their parts', async () => {
    const { ids } = await indexOf([head('doc_a'), 'call createSearchIndex() on 80386, c1603 and snake_case']);
    for (const q of ['80386', 'c1603', 'createSearchIndex', 'search', 'snake', 'snake_case']) {
      expect(await ids(q)).toEqual(['doc_a']);
    }
  });

  it('lets stop words ask for nothing unless they are all there is', async () => {
    const { ids } = await indexOf([head('doc_a'), 'pump'], [head('doc_b'), 'The Who']);
    expect(await ids('the pump')).toEqual(['doc_a']);
    expect(await ids('the who')).toEqual(['doc_b']);
  });

  it('finds nothing for text without words, and answers hostile text like any other', async () => {
    const { search, ids } = await indexOf([head('doc_a'), 'pump']);
    const hostile = [
      '*',
      '+',
      '~',
      '^9',
      'abcdefghij~8',
      '- -',
      '__proto__',
      'constructor',
      '\u0007',
      '😀',
      '"?"',
      'toString',
    ];
    for (const q of hostile) {
      expect(await search(`${q} !`)).toMatchObject({ total: 0, hits: [] });
    }
    expect(await ids('pump ??? "!" -*')).toEqual(['doc_a']);
  });
});

describe('order', () => {
  it('puts a document with the words in its title before one that only mentions them', async () => {
    const { ids } = await indexOf(
      [head('doc_a'), 'the pump valve is mentioned here among many other words'],
      [head('doc_b', { title: 'Pump valve' }), 'something else is described here in other words'],
    );
    expect(await ids('pump valve')).toEqual(['doc_b', 'doc_a']);
  });

  it('puts rare words before common ones, and the newest first among equals', async () => {
    const { ids } = await indexOf(
      [head('doc_a', { updated_at: '2026-01-02T00:00:00.000Z' }), 'pump steam'],
      [head('doc_b', { updated_at: '2026-01-03T00:00:00.000Z' }), 'pump steam'],
      [head('doc_c', { updated_at: '2026-01-04T00:00:00.000Z' }), 'pump water'],
      [head('doc_d'), 'steam steam'],
    );
    expect(await ids('pump steam')).toEqual(['doc_b', 'doc_a']);
    expect((await ids('water steam'))[0]).toBe('doc_c');
  });

  it('pages through all results without gap or repetition, with the exact total', async () => {
    const { search } = await indexOf(
      ...Array.from({ length: 30 }, (_, n): [DocumentHead, string] => [
        head(`doc_${n}`),
        'pump '.repeat(n + 1),
      ]),
    );
    const first = await search('pump', { limit: 20 });
    const second = await search('pump', { limit: 20, offset: 20 });
    expect([first.total, second.total, second.hits.length]).toEqual([30, 30, 10]);
    expect(new Set([...first.hits, ...second.hits].map((hit) => hit.id)).size).toBe(30);
  });
});

describe('rights and filters', () => {
  it('shows a viewer no draft, no foreign space and no trash, and answers as if they did not exist (A3, A4)', async () => {
    const seen: [DocumentHead, string][] = [
      [head('doc_a', { title: 'Pump' }), 'pump valve'],
      [head('doc_b'), 'pump and much more about steam and water'],
    ];
    const hidden = Array.from({ length: 100 }, (_, n): [DocumentHead, string] => [
      head(
        `doc_hidden_${n}`,
        [{ status: 'draft' as const }, { space_id: 'spc_b' }, { trashed: { at: '2026', by: BY } }][n % 3],
      ),
      'pump valve secret',
    ]);
    const queries = ['pump', 'pump valve', 'valve zebra', 'pu*', '-steam', '"pump valve"', 'secret'];
    const answers = () => Promise.all(queries.map((q) => ask(q, { visible: VIEWER })));
    await indexOf(...seen);
    const alone = await answers();
    await indexOf(...seen, ...hidden);
    expect(await answers()).toEqual(alone);
    expect((await ask('secret', { visible: EDITOR })).total).toBe(67);
  });

  it('applies every filter before counting', async () => {
    const { ids } = await indexOf(
      [head('doc_a', { tags: ['Red'], type: 'sop', author_id: 'usr_bob', status: 'draft' }), 'pump'],
      [head('doc_b', { space_id: 'spc_b' }), 'pump'],
    );
    expect(await ids('pump', { filter: { tags: ['red'] } })).toEqual(['doc_a']);
    expect(await ids('pump', { filter: { types: ['knowledge'] } })).toEqual(['doc_b']);
    expect(await ids('pump', { filter: { space_ids: ['spc_b'] } })).toEqual(['doc_b']);
    expect(await ids('pump', { filter: { author_ids: ['usr_bob'], statuses: ['draft'] } })).toEqual([
      'doc_a',
    ]);
    expect(await ids('pump', { filter: { author_ids: [] } })).toEqual([]);
  });

  it('lists newest first when there are no words', async () => {
    const { search } = await indexOf(
      [head('doc_a', { updated_at: '2026-01-01T00:00:00.000Z' }), 'one'],
      [head('doc_b', { updated_at: '2026-01-02T00:00:00.000Z' }), 'two'],
    );
    const { hits, total } = await search('tag:x');
    expect([hits.map((hit) => hit.id), total]).toEqual([['doc_b', 'doc_a'], 2]);
    expect(hits[0]?.snippet).toBe('two');
  });
});

describe('changes', () => {
  it('are found by the very next search: new text, new title, Trash, restore', async () => {
    const { put, ids } = await indexOf([head('doc_a'), 'pump']);
    await put(head('doc_a', { version: 2 }), 'boiler');
    expect(await ids('boiler')).toEqual(['doc_a']);
    expect(await ids('pump')).toEqual([]);
    await put(head('doc_a', { version: 3, title: 'Turbine' }));
    expect(await ids('turbine boiler')).toEqual(['doc_a']);
    await put(head('doc_a', { version: 4, trashed: { at: '2026', by: BY } }));
    expect(await ids('boiler')).toEqual([]);
    await put(head('doc_a', { version: 5 }));
    expect(await ids('boiler')).toEqual(['doc_a']);
  });

  it('are all found after a burst that is larger than what may be under way', async () => {
    const { ids } = await indexOf();
    await putAll(Array.from({ length: 300 }, (_, n) => [head(`doc_${n}`), `burst unique${n}`]));
    expect(await ids('unique299')).toEqual(['doc_299']);
    expect((await ask('burst')).total).toBe(300);
  });
});
