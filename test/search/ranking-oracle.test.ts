import { describe, expect, it } from 'vitest';
import { parseSearchQuery, type SearchQuery } from '../../server/domain/search-query.ts';
import { findDocuments } from '../../server/search/query/find-documents.ts';
import { changedCollection, makeQuery, type Collection } from './collection.ts';
import { hitDifferences } from './hit-differences.ts';
import { plainDocument, plainSearch, type PlainDocument } from './plain-search.ts';
import type { DocumentFilter, VisibleSpace } from '../../server/domain/document-filter.ts';
import { matchesFilter } from '../../server/domain/document-filter.ts';
import type { SearchableDocument } from '../../server/search/searchable-document.ts';

interface Reader {
  name: string;
  visible: readonly VisibleSpace[];
  filter: DocumentFilter;
}

const spaces = (drafts: boolean, ...ids: string[]) => ids.map((id) => ({ space_id: id, drafts }));

const READERS: readonly Reader[] = [
  { name: 'an admin', visible: spaces(true, 'spc_pumps', 'spc_office', 'spc_secret'), filter: {} },
  { name: 'a viewer', visible: spaces(false, 'spc_pumps', 'spc_office'), filter: {} },
  {
    name: 'an editor who asks for one kind in one space',
    visible: spaces(true, 'spc_pumps', 'spc_office'),
    filter: { space_ids: ['spc_pumps'], types: ['knowledge'] },
  },
];

function isVisible(reader: Reader, document: SearchableDocument): boolean {
  const space = reader.visible.find(({ space_id: id }) => id === document.space_id);
  return space !== undefined && (space.drafts || document.status === 'published');
}

function ask({ index }: Collection, reader: Reader, query: SearchQuery, page = { limit: 10_000, offset: 0 }) {
  const readable = index.visibleTo(reader.visible);
  const wanted = index.matching(reader.filter, readable);
  const findings = findDocuments(index, { query, readable, wanted, ...page });
  return {
    ...findings,
    hits: findings.documents.map(({ document, ...hit }) => ({ ...hit, id: index.idOf(document), document })),
  };
}

function plainDocuments({ documents }: Collection): PlainDocument[] {
  return [...documents.values()].map(plainDocument);
}

/** Much is compared; a busy machine needs its time. */
const TIMEOUT = 300_000;

describe('the search, compared with the rules applied to every document one by one', () => {
  it(
    'finds the same documents with the same scores, order, total and reasons, whatever was changed and asked',
    { timeout: TIMEOUT },
    () => {
      for (let seed = 1; seed <= 6; seed += 1) {
        const collection = changedCollection(seed, 250, 80);
        const documents = plainDocuments(collection);
        for (const reader of READERS) {
          const readable = documents.filter(({ document }) => isVisible(reader, document));
          for (let count = 0; count < 50; count += 1) {
            const q = makeQuery(collection.random);
            const about = `${q} for ${reader.name} in collection ${seed}`;
            const { query } = parseSearchQuery(q, { asYouType: collection.random() < 0.25 });
            const found = ask(collection, reader, query);
            const isWanted = (document: SearchableDocument) => matchesFilter(document, reader.filter);
            const expected = plainSearch(readable, isWanted, query);
            expect(hitDifferences(found.hits, expected.hits), about).toEqual([]);
            expect({ total: found.total, relaxed: found.relaxed }, about).toEqual({
              total: expected.hits.length,
              relaxed: expected.relaxed,
            });
            const reasons = new Map(expected.hits.map((hit) => [hit.id, hit.reasons]));
            for (const hit of found.hits) expect(hit.reasons, about).toEqual(reasons.get(hit.id));
          }
        }
      }
    },
  );

  it('puts equal scores newest first, then by id', () => {
    const collection = changedCollection(21, 300);
    for (const q of ['', 'pump', 'the', '-valve', '知識']) {
      const { hits } = ask(
        collection,
        { name: 'an admin', visible: READERS[0]?.visible ?? [], filter: {} },
        parseSearchQuery(q).query,
      );
      for (const [place, hit] of hits.slice(1).entries()) {
        const before = hits[place];
        if (before?.score !== hit.score) continue;
        const times = [before, hit].map(({ document }) => collection.index.updatedAt(document));
        const isNewer = (times[0] ?? 0) > (times[1] ?? 0);
        expect(isNewer || (times[0] === times[1] && before.id < hit.id), `${before.id} ${hit.id}`).toBe(true);
      }
    }
  });

  it('cuts every page from the same order, deep ones too', { timeout: TIMEOUT }, () => {
    const collection = changedCollection(22, 2500, 1500);
    for (const reader of READERS) {
      for (const q of ['', 'pump valve', 'the', 'pum* stream', 'zebra насос']) {
        const { query } = parseSearchQuery(q);
        const all = ask(collection, reader, query);
        for (const [limit, offset] of [
          [20, 0],
          [7, 13],
          [25, 990],
          [100, 1100],
          [10, 5000],
          [0, 0],
        ] as const) {
          const page = ask(collection, reader, query, { limit, offset });
          expect(page.total).toBe(all.total);
          expect(page.hits).toEqual(all.hits.slice(offset, offset + limit));
        }
      }
    }
  });
});
