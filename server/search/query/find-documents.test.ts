import { describe, expect, it } from 'vitest';
import { searchableDocument } from '../../../test/builders/searchable-document.ts';
import { parseSearchQuery } from '../../domain/search-query.ts';
import { analyseDocument } from '../analysis/analyse-document.ts';
import { createLiveIndex, type LiveIndex } from '../index/live-index.ts';
import type { SearchableDocument } from '../searchable-document.ts';
import { findDocuments } from './find-documents.ts';

type Texts = Partial<Pick<SearchableDocument, 'title' | 'tags' | 'content'>>;

function indexOf(documents: Record<string, Texts>): LiveIndex {
  const index = createLiveIndex();
  for (const [number, [id, texts]] of Object.entries(documents).entries()) {
    index.put(
      analyseDocument(
        searchableDocument({
          id,
          updated_at: new Date(Date.UTC(2026, 0, 1 + number)).toISOString(),
          ...texts,
        }),
      ),
    );
  }
  return index;
}

function find(index: LiveIndex, q: string, asYouType = false) {
  const all = index.everything();
  const { query } = parseSearchQuery(q, { asYouType });
  const request = { query, readable: all, wanted: all, limit: 100, offset: 0 };
  const { documents, total, relaxed, highlights } = findDocuments(index, request);
  return {
    ids: documents.map(({ document }) => index.idOf(document)),
    reasons: documents.map(({ reasons }) => reasons.join(' ')),
    scores: documents.map(({ score }) => score),
    total,
    relaxed,
    highlights,
  };
}

const many = (count: number, texts: Texts, name = 'doc'): Record<string, Texts> =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [`${name}_${number}`, texts]));

describe('a search', () => {
  const index = indexOf({
    manual: { title: 'Steam valve manual', content: 'Open the valve slowly. Steam is hot.' },
    pumps: { title: 'Pumps', content: 'Running pumps need maintenance of the steam trap.' },
    parts: { title: 'Spare parts', tags: ['valve'], content: 'Gaskets, seals.' },
  });

  it.each([
    ['steam valve', ['manual'], 'words'],
    ['"steam valve"', ['manual'], 'phrase'],
    ['mainten*', ['pumps'], 'prefix'],
    ['maintanance', ['pumps'], 'typo'],
    ['steam -valve', ['pumps'], 'words'],
    ['steam -"steam valve"', ['pumps'], 'words'],
    ['"open the valve" stea*', ['manual'], 'phrase prefix'],
    ['gasket', ['parts'], 'words'],
  ])('finds what holds every word, phrase and beginning, and says why: %s', (q, ids, reason) => {
    expect(find(index, q)).toMatchObject({ ids, total: ids.length, relaxed: false });
    expect(find(index, q).reasons.every((reasons) => reasons === reason)).toBe(true);
  });

  it('takes a word that nothing holds as the beginning of one', () => {
    expect(find(index, 'mainte')).toMatchObject({ ids: ['pumps'], reasons: ['prefix'], relaxed: false });
    expect(find(index, 'mai').ids).toEqual([]);
  });

  it('takes no typo for a word that is held somewhere', () => {
    expect(find(index, 'stean valve')).toMatchObject({ ids: ['manual'], relaxed: false });
    expect(find(index, 'steam gasket')).toMatchObject({ relaxed: true, total: 3 });
  });

  it('is relaxed when nothing holds every word: phrases and exclusions bind all the same', () => {
    expect(find(index, 'zebra valve')).toMatchObject({ relaxed: true, total: 2 });
    expect(find(index, 'zebra valve -gaskets')).toMatchObject({ relaxed: true, ids: ['manual'] });
    expect(find(index, 'gaskets "steam valve"')).toMatchObject({ relaxed: true, ids: ['manual'] });
    expect(find(index, 'zebra')).toMatchObject({ relaxed: false, total: 0 });
  });

  it('takes a phrase that nothing wanted holds for its words, and says so', () => {
    expect(find(index, '"valve steam"')).toMatchObject({
      relaxed: true,
      ids: ['manual'],
      reasons: ['words'],
    });
    expect(find(index, '"valve steam" -open')).toMatchObject({ relaxed: true, ids: ['pumps', 'parts'] });
    expect(find(index, '"zebra crossing"')).toMatchObject({ relaxed: false, total: 0 });
  });

  it('lists newest first when there is nothing to look for', () => {
    expect(find(index, '')).toMatchObject({ ids: ['parts', 'pumps', 'manual'], scores: [0, 0, 0] });
    expect(find(index, '-steam').ids).toEqual(['parts']);
    expect(find(index, '+ ^').ids).toEqual([]);
  });

  it('tells what to show in a passage', () => {
    expect(find(index, 'running "steam trap" mainten* pomps').highlights).toEqual({
      terms: ['pump', 'run', 'steam', 'trap'],
      prefixes: ['mainten'],
      phrases: [['steam', 'trap']],
    });
  });

  it('finds a word while it is typed, in all its forms', () => {
    for (const typed of ['ru', 'runn', 'running', 'runs']) {
      expect(find(index, `pumps ${typed}`, true), typed).toMatchObject({ ids: ['pumps'], relaxed: false });
    }
    expect(find(index, 'maintanance', true)).toMatchObject({ ids: ['pumps'], reasons: ['typo'] });
  });
});

describe('a search in a sentence', () => {
  const SENTENCE = 'how is the steam valve of a pump closed';
  const whole: Texts = { content: 'steam valve pump closed' };
  const some = many(5, { content: 'the steam valve' }, 'some');

  it('is followed by what holds some words when fewer than ten documents hold them all', () => {
    const few = find(indexOf({ ...some, ...many(9, whole) }), SENTENCE);
    expect(few).toMatchObject({ total: 14, relaxed: true });
    expect(few.ids.slice(0, 9).every((id) => id.startsWith('doc_'))).toBe(true);
    expect(few.scores).toEqual(few.scores.toSorted((left, right) => right - left));
  });

  it('is not when ten documents hold them all, nor when no other holds any', () => {
    expect(find(indexOf({ ...some, ...many(10, whole) }), SENTENCE)).toMatchObject({
      total: 10,
      relaxed: false,
    });
    expect(find(indexOf(many(3, whole)), SENTENCE)).toMatchObject({ total: 3, relaxed: false });
  });

  it('is one of three telling words and a stop word, or of five telling words', () => {
    const index = indexOf({ ...some, ...many(2, { content: 'steam valve pump closed slowly' }) });
    const isCompleted = (q: string) => find(index, q).relaxed;
    expect(['steam valve pump closed', 'the steam pump'].map(isCompleted)).toEqual([false, false]);
    expect(['the steam valve pump', 'steam valve pump closed slowly'].map(isCompleted)).toEqual([true, true]);
  });

  it('keeps what holds all words even where their parts say more', () => {
    const names = Array.from(
      { length: 6 },
      (_, number) => `one${'abcdef'[number]}Two${'abcdef'[number]}Three${'abcdef'[number]}`,
    );
    const index = indexOf({
      ...many(5, { content: names.join(' ').toLowerCase() }, 'written_small'),
      parts: { content: names.join(' ').replaceAll(/(?=T)/g, ' ') },
    });
    const { ids, total, relaxed } = find(index, names.join(' '));
    expect({ total, relaxed, last: ids.at(-1) }).toEqual({ total: 6, relaxed: true, last: 'parts' });
  });

  it('asks for any of the sixteen rarest words when there are more', () => {
    const words = Array.from({ length: 17 }, (_, number) => `word${number}`);
    const index = indexOf({
      ...many(12, { content: words.join(' ') }),
      ...many(2, { content: 'word0' }, 'usual'),
      one: { content: 'word3' },
    });
    expect(find(index, words.join(' '))).toMatchObject({ total: 13, relaxed: true });
    expect(find(index, words.slice(1).join(' '))).toMatchObject({ total: 12, relaxed: false });
  });
});
