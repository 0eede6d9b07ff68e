import { describe, expect, it } from 'vitest';
import { parseSearchQuery } from '../../server/domain/search-query.ts';
import { analyseDocument } from '../../server/search/analysis/analyse-document.ts';
import { createLiveIndex, type LiveIndex } from '../../server/search/index/live-index.ts';
import { mergeSegments } from '../../server/search/index/merge-segments.ts';
import { closestTitles } from '../../server/search/query/closest-titles.ts';
import { findDocuments } from '../../server/search/query/find-documents.ts';
import { similarDocuments } from '../../server/search/query/similar-documents.ts';
import type { SearchableDocument } from '../../server/search/searchable-document.ts';
import { seededRandom } from '../bench/corpus.ts';
import { makeDocument, makeQuery, pick, WORDS, type Random } from './collection.ts';

/** A viewer of two spaces: drafts, and the third space, are hidden. */
const VISIBLE = ['spc_pumps', 'spc_office'].map((id) => ({ space_id: id, drafts: false }));

const isHidden = ({ space_id, status }: SearchableDocument) =>
  status === 'draft' || !VISIBLE.some((visible) => visible.space_id === space_id);

const HIDDEN_WORDS = [
  'pumpjack',
  'valvetrain',
  'steamy',
  'zebra',
  'zebras',
  'confidential',
  'c1605',
  '知識人',
  'ポンプ室',
];

/** Hidden documents say what nobody else says, in forms and spellings near to what others say. */
function makeHidden(random: Random, id: string): SearchableDocument {
  const document = makeDocument(random, id);
  const secret = `${pick(random, HIDDEN_WORDS)} ${pick(random, WORDS)}s ${pick(random, WORDS)}ing`;
  const hidden = {
    ...document,
    title: `${secret} ${document.title}`,
    content: `${document.content} ${secret}`,
  };
  return isHidden(document) ? hidden : { ...hidden, space_id: 'spc_secret' };
}

function fill(documents: readonly SearchableDocument[], merges: number): LiveIndex {
  const index = createLiveIndex();
  for (const [place, document] of documents.entries()) {
    index.put(analyseDocument(document));
    if (merges > 0 && place % Math.ceil(documents.length / merges) === 0) {
      index.adopt(mergeSegments(structuredClone(index.exportForMerge())));
    }
  }
  return index;
}

/** 300 documents that the viewer may see, alone and among 1,200 that are hidden. */
function twoIndexes(seed: number): { alone: LiveIndex; among: LiveIndex; ids: string[]; random: Random } {
  const random = seededRandom(seed);
  const visible = Array.from({ length: 300 }, (_, number): SearchableDocument => ({
    ...makeDocument(random, `doc_${number}`),
    status: 'published',
    space_id: number % 2 === 0 ? 'spc_pumps' : 'spc_office',
  }));
  const hidden = Array.from({ length: 1200 }, (_, number) => makeHidden(random, `doc_hidden_${number}`));
  const mixed = [...hidden, ...visible].toSorted(() => random() - 0.5);
  return { alone: fill(visible, 0), among: fill(mixed, 5), ids: visible.map(({ id }) => id), random };
}

function answerTo(index: LiveIndex, q: string, asYouType: boolean) {
  const readable = index.visibleTo(VISIBLE);
  const { query } = parseSearchQuery(q, { asYouType });
  const findings = findDocuments(index, { query, readable, wanted: readable, limit: 50, offset: 0 });
  return {
    ...findings,
    documents: findings.documents.map(({ document, ...hit }) => ({ ...hit, id: index.idOf(document) })),
    suggestions: named(index, closestTitles(index, q, readable, 5)),
  };
}

function named(index: LiveIndex, found: readonly { document: number; score: number }[]) {
  return found.map(({ document, score }) => ({ id: index.idOf(document), score }));
}

function similarTo(index: LiveIndex, id: string) {
  const document = index.documentNumber(id) ?? -1;
  return named(index, similarDocuments(index, document, index.visibleTo(VISIBLE), 5));
}

describe('what a viewer is answered', () => {
  const { alone, among, ids, random } = twoIndexes(77);

  it(
    'is the same with and without 1,200 hidden documents: hits, scores, order, totals, reasons, highlights, suggestions',
    { timeout: 300_000 },
    () => {
      for (let count = 0; count < 600; count += 1) {
        const q = random() < 0.8 ? makeQuery(random) : pick(random, HIDDEN_WORDS).slice(0, 3 + (count % 6));
        const asYouType = random() < 0.3;
        expect(answerTo(among, q, asYouType), q).toEqual(answerTo(alone, q, asYouType));
      }
    },
  );

  it('names the same similar documents', () => {
    for (const id of ids) expect(similarTo(among, id), id).toEqual(similarTo(alone, id));
  });

  it('says nothing of a word that only hidden documents hold', () => {
    for (const q of ['confidential', 'confidental', 'confid*', 'zebr*', 'zebra', '"zebra pump"', '知識人']) {
      const { documents, suggestions } = answerTo(among, q, false);
      expect({ q, hidden: [...documents, ...suggestions].filter(({ id }) => !ids.includes(id)) }).toEqual({
        q,
        hidden: [],
      });
    }
    expect(answerTo(among, 'confidential', false)).toMatchObject({ total: 0, relaxed: false });
  });
});
