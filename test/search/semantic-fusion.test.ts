import { describe, expect, it } from 'vitest';
import { parseSearchQuery } from '../../server/domain/search-query.ts';
import { findDocuments } from '../../server/search/query/find-documents.ts';
import type { FindRequest } from '../../server/search/query/findings.ts';
import { findFused, type FusedFindings } from '../../server/search/semantic/find-fused.ts';
import type { SemanticHit } from '../../server/search/semantic/vectors/rank-documents.ts';
import { changedCollection, createCollection, makeDocument, makeQuery, pick } from './collection.ts';
import { seededRandom } from '../bench/corpus.ts';
import { plainDocument, plainSearch } from './plain-search.ts';

const EVERY_SPACE = ['spc_pumps', 'spc_office', 'spc_secret'].map((space_id) => ({ space_id, drafts: true }));

function collectionOf(texts: Record<string, string>) {
  const { index, put } = createCollection(seededRandom(1));
  for (const [id, content] of Object.entries(texts)) {
    put({
      ...makeDocument(seededRandom(2), id),
      title: id,
      summary: '',
      tags: [],
      content,
      space_id: 'spc_pumps',
    });
  }
  const readable = index.visibleTo(EVERY_SPACE);
  const request = (q: string, over: Partial<FindRequest> = {}): FindRequest => ({
    query: parseSearchQuery(q).query,
    readable,
    wanted: readable,
    limit: 25,
    offset: 0,
    ...over,
  });
  const fused = (q: string, close: readonly string[] | null, over: Partial<FindRequest> = {}) =>
    findFused(findDocuments, index, request(q, over), close?.map(hitOf) ?? null);
  const ids = ({ documents }: FusedFindings) => documents.map(({ document }) => index.idOf(document));
  return { index, request, fused, ids };
}

const hitOf = (id: string): SemanticHit => ({ id, score: 0.9, section: `of ${id}`, anchor: 'anchor' });

describe('words and meaning together', () => {
  const { index, fused, ids, request } = collectionOf({
    valve: 'the valve of the boiler',
    leak: 'the boiler leaks steam',
    fleet: 'cars and lorries',
    office: 'paper for the printer',
  });

  it('are the words alone where nothing is close in meaning, or nobody was asked', () => {
    const plain = findDocuments(index, request('boiler'));
    for (const close of [null, []]) {
      const found = fused('boiler', close);
      expect(found).toMatchObject({ total: plain.total, relaxed: plain.relaxed });
      expect(found.documents).toEqual(
        plain.documents.map((hit) => ({ ...hit, match: 'keyword', closest: null })),
      );
    }
  });

  it('say what found each document, why, and where its meaning is closest', () => {
    const found = fused('boiler', ['leak', 'fleet']);
    expect(found.total).toBe(3);
    const byId = Object.fromEntries(found.documents.map((hit) => [index.idOf(hit.document), hit]));
    expect(ids(found)[0]).toBe('leak');
    expect(byId).toMatchObject({
      leak: {
        match: 'both',
        reasons: ['words', 'meaning'],
        closest: { section: 'of leak', anchor: 'anchor' },
      },
      valve: { match: 'keyword', reasons: ['words'], closest: null },
      fleet: { match: 'semantic', reasons: ['meaning'] },
    });
  });

  it('find by meaning what no word finds, and count it', () => {
    const found = fused('automobile', ['fleet']);
    expect([ids(found), found.total, found.documents[0]?.match]).toEqual([['fleet'], 1, 'semantic']);
  });

  it('are bound by exclusions and phrases', () => {
    expect(ids(fused('automobile -lorries', ['fleet', 'office']))).toEqual(['office']);
    expect(ids(fused('"the boiler" automobile', ['fleet', 'leak', 'office']))).not.toContain('fleet');
    expect(ids(fused('"the boiler" automobile', ['fleet', 'leak', 'office']))).toContain('leak');
    expect(ids(fused('-boiler', ['leak', 'fleet']))).not.toContain('leak');
  });

  it('are bound by what the index lets the reader see and by the filter, whatever the vectors say', () => {
    const nothing = index.visibleTo([]);
    expect(fused('automobile', ['fleet'], { readable: nothing, wanted: nothing })).toMatchObject({
      documents: [],
      total: 0,
    });
    const sops = index.matching({ tags: ['no such tag'] }, index.visibleTo(EVERY_SPACE));
    expect(fused('automobile', ['fleet', 'gone'], { wanted: sops })).toMatchObject({
      documents: [],
      total: 0,
    });
  });

  it('leave lists without words as they are', () => {
    expect(fused('-boiler', ['fleet']).documents.every(({ match }) => match === 'keyword')).toBe(true);
  });
});

/** The rule, written down as plainly as possible: the whole list in order, from which pages are cut. */
function plainFusion(byWords: readonly string[], close: readonly string[]): { id: string; match: string }[] {
  const score = new Map<string, number>();
  for (const list of [byWords.slice(0, 100), close]) {
    for (const [place, id] of list.entries()) score.set(id, (score.get(id) ?? 0) + 1 / (60 + place + 1));
  }
  const head = [...score].toSorted(([, one], [, other]) => other - one).map(([id]) => id);
  const all = [...head, ...byWords.slice(100).filter((id) => !score.has(id))];
  return all.map((id) => {
    const match = close.includes(id) ? 'semantic' : 'keyword';
    return { id, match: byWords.includes(id) && match === 'semantic' ? 'both' : match };
  });
}

describe('pages of words and meaning', () => {
  it('count a document once, also where the words find it far behind the best hundred', () => {
    const names = Array.from({ length: 240 }, (_, number) => `d${number}`);
    const textOf = (number: number) =>
      number < 230 ? `the steam pump and its valve ${'other '.repeat(number)}` : 'pump alone';
    const many = collectionOf(Object.fromEntries(names.map((name, number) => [name, textOf(number)])));
    const all = findDocuments(many.index, many.request('the steam pump and its valve', { limit: 1000 }));
    expect(all).toMatchObject({ total: 230, relaxed: false });
    const byWords = all.documents.map(({ document }) => many.index.idOf(document));
    const close = ['d231', 'd235', 'd0', 'd229', 'd228'];
    const expected = plainFusion(byWords, close);
    for (const offset of [0, 25, 100, 200]) {
      const page = many.fused('the steam pump and its valve', close, { limit: 25, offset });
      const listed = page.documents.map(({ document, match }) => ({ id: many.index.idOf(document), match }));
      expect(listed).toEqual(expected.slice(offset, offset + 25));
      expect(page.total).toBe(232);
    }
  });

  it('are cut from one list: the rule written plainly gives the same order, matches and totals', () => {
    const { index, documents, random } = changedCollection(7, 900, 260);
    const readable = index.visibleTo(EVERY_SPACE);
    const plain = [...documents.values()].map(plainDocument);
    let deep = 0;
    for (let round = 0; round < 60; round += 1) {
      const { query } = parseSearchQuery(makeQuery(random));
      const close = [
        ...new Set(Array.from({ length: Math.floor(random() * 60) }, () => pick(random, plain).document.id)),
      ];
      const request = { query, readable, wanted: readable };
      const everything = findDocuments(index, { ...request, limit: 1000, offset: 0 });
      const passing = plainSearch(plain, () => true, { ...query, words: [] });
      // Relaxed: nothing holds the phrases.
      const passes = new Set(passing.relaxed ? [] : passing.hits.map(({ id }) => id));
      const isListing = query.words.length === 0 && query.phrases.length === 0;
      const expected = plainFusion(
        everything.documents.map(({ document }) => index.idOf(document)),
        isListing ? [] : close.filter((id) => passes.has(id)),
      );
      if (expected.length > 120) deep += 1;
      const limit = 1 + Math.floor(random() * 40);
      const listed: { id: string; match: string }[] = [];
      for (let offset = 0; offset <= expected.length; offset += limit) {
        const page = findFused(findDocuments, index, { ...request, limit, offset }, close.map(hitOf));
        expect(page.total).toBe(expected.length);
        listed.push(...page.documents.map(({ document, match }) => ({ id: index.idOf(document), match })));
      }
      expect(listed).toEqual(expected);
    }
    expect(deep).toBeGreaterThan(5);
  });
});
