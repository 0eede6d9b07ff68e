import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearchQuery } from '../domain/search-query.ts';
import { findDocuments } from './find-documents.ts';
import { createInvertedIndex, type InvertedIndex } from './inverted-index.ts';
import type { SearchableDocument } from './search-messages.ts';

const WORDS = [
  'pump',
  'pumps',
  'valve',
  'steam',
  'the',
  'sha256',
  'readFile',
  '80386',
  'c1603',
  '知識',
  'été',
];

const textArbitrary = fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }).map((words) => words.join(' '));

const documentArbitrary: fc.Arbitrary<SearchableDocument> = fc
  .record({
    number: fc.integer({ min: 0, max: 9 }),
    title: textArbitrary,
    summary: textArbitrary,
    content: textArbitrary,
  })
  .map(({ number, ...texts }) => ({
    id: `doc_${number}`,
    tags: [],
    type: 'knowledge',
    status: number % 3 === 0 ? 'draft' : 'published',
    space_id: 'spc_a',
    author_id: 'usr_ada',
    updated_at: `2026-01-0${number}`,
    ...texts,
  }));

const changeArbitrary = fc.oneof(
  { weight: 3, arbitrary: documentArbitrary.map((document) => ({ document, id: document.id })) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 0, max: 9 }).map((number) => ({ document: null, id: `doc_${number}` })),
  },
);

const queryArbitrary = fc
  .array(fc.constantFrom(...WORDS, 'pum*', '"pump valve"', '-steam', '-"the valve"', 'zebra'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(' '));

function ask(index: InvertedIndex, q: string, drafts: boolean) {
  const { documents, relaxed } = findDocuments(index, {
    query: parseSearchQuery(q).query,
    visible: [{ space_id: 'spc_a', drafts }],
    filter: {},
    limit: 25,
    offset: 0,
  });
  return {
    relaxed,
    found: documents.map(({ document, score }) => ({ id: document.id, score: score.toFixed(9) })),
  };
}

describe('the index after changes', () => {
  it('finds, scores and orders exactly as one that was built anew from what a reader may see', () => {
    fc.assert(
      fc.property(
        fc.array(changeArbitrary, { maxLength: 25 }),
        queryArbitrary,
        fc.boolean(),
        (changes, q, drafts) => {
          const changed = createInvertedIndex();
          const current = new Map<string, SearchableDocument>();
          for (const { id, document } of changes) {
            if (document) changed.put(document);
            else changed.remove(id);
            if (document) current.set(id, document);
            else current.delete(id);
          }
          const fresh = createInvertedIndex();
          for (const document of current.values()) {
            if (drafts || document.status === 'published') fresh.put(document);
          }
          expect(ask(changed, q, drafts)).toEqual(ask(fresh, q, drafts));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('keeps nothing of a document that was removed', () => {
    const index = createInvertedIndex();
    index.put({
      id: 'doc_a',
      title: 'pump',
      summary: '',
      content: 'valve',
      tags: [],
      type: 'knowledge',
      status: 'published',
      space_id: 'spc_a',
      author_id: 'usr_ada',
      updated_at: '2026',
    });
    expect(index.keysStartingWith('')).not.toEqual([]);
    index.remove('doc_a');
    expect(index.keysStartingWith('')).toEqual([]);
    expect(ask(index, '-steam', true).found).toEqual([]);
  });
});

describe('a relaxed search', () => {
  it('finds identifiers by their parts, however they are written', () => {
    const index = createInvertedIndex();
    const document = {
      id: 'doc_a',
      title: '',
      summary: '',
      content: 'createSearchIndex and SHA-256',
      tags: [],
      type: 'knowledge',
      status: 'published',
      space_id: 'spc_a',
      author_id: 'usr_ada',
      updated_at: '2026',
    } as const;
    index.put({ ...document, tags: [] });
    expect(ask(index, 'search_index', true)).toMatchObject({ relaxed: true, found: [{ id: 'doc_a' }] });
    expect(ask(index, 'sha256', true)).toMatchObject({ relaxed: true, found: [{ id: 'doc_a' }] });
  });
});
