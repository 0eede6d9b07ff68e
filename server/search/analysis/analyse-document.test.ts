import { describe, expect, it } from 'vitest';
import { searchableDocument } from '../../../test/builders/searchable-document.ts';
import { tagsFrequency, textFrequency, titleFrequency } from '../index/frequency.ts';
import { readPositions } from '../index/positions.ts';
import type { SearchableDocument } from '../searchable-document.ts';
import { analyseDocument } from './analyse-document.ts';
import { wordsOf, type AnalysedDocument } from './analysed-document.ts';
import { termKey } from './term-key.ts';

/** Terms as they are found: how often in title, tags and text, and where. */
function termsOf(fields: Partial<SearchableDocument>) {
  const analysed = analyseDocument(searchableDocument(fields));
  const { termOfWord, frequencies, positions } = analysed;
  const names: string[] = [];
  for (const [index, word] of wordsOf(analysed).entries()) names[termOfWord[index]!] = termKey(word);
  const found = { positions: new Uint32Array(1), count: 0 };
  let at = 0;
  const terms: Record<string, { counts: number[]; at: number[] }> = {};
  for (const [term, name] of names.entries()) {
    at = readPositions(positions, at, found);
    const packed = frequencies[term]!;
    terms[name] = {
      counts: [titleFrequency(packed), tagsFrequency(packed), textFrequency(packed)],
      at: [...found.positions.subarray(0, found.count)],
    };
  }
  return terms;
}

/** Without the numbers that words have in this process. */
const inWords = (analysed: AnalysedDocument) => ({
  ...analysed,
  words: wordsOf(analysed),
  vocabulary: null,
});

describe('an analysed document', () => {
  it('has each term with its frequency in title, tags and text, and the positions of all of them', () => {
    expect(
      termsOf({ title: 'Run fast', tags: ['running', 'fast'], summary: 'Runs', content: 'run, ran; fast' }),
    ).toEqual({
      run: { counts: [1, 1, 2], at: [0, 3, 7, 9] },
      fast: { counts: [1, 1, 1], at: [1, 5, 11] },
      ran: { counts: [0, 0, 1], at: [10] },
    });
  });

  it('leaves a gap between title, each tag, summary and content, so that no phrase spans two', () => {
    const terms = termsOf({ title: 'a1', tags: ['b1', 'c1'], summary: 'd1', content: 'e1' });
    expect(['a1', 'b1', 'c1', 'd1', 'e1'].map((term) => terms[term]?.at[0])).toEqual([0, 2, 4, 6, 8]);
  });

  it('counts words, not parts of identifiers, into the lengths', () => {
    const { lengths } = analyseDocument(
      searchableDocument({
        title: 'Two words',
        tags: ['one', 'two three'],
        summary: 'four',
        content: 'maxOldSpace 知識',
      }),
    );
    expect(lengths).toEqual([2, 3, 4]);
  });

  it('finds identifiers whole and by their parts; the parts stand nowhere', () => {
    const terms = termsOf({ content: 'use maxOldSpace here' });
    expect(terms['maxoldspac']).toEqual({ counts: [0, 0, 1], at: [3] });
    expect(terms['space']).toEqual({ counts: [0, 0, 1], at: [] });
    expect(terms['here']?.at).toEqual([4]);
  });

  it('has single characters and pairs of unspaced scripts, both where the character stands', () => {
    const terms = termsOf({ content: '知識庫 x' });
    expect(Object.fromEntries(Object.entries(terms).map(([term, { at }]) => [term, at]))).toEqual({
      知: [2],
      知識: [2],
      識: [3],
      識庫: [3],
      庫: [4],
      x: [5],
    });
  });

  it('takes characters of two units for one', () => {
    const { words } = inWords(analyseDocument(searchableDocument({ content: '𠀀知𠀁' })));
    expect(words).toEqual(['𠀀知', '𠀀', '知𠀁', '知', '𠀁']);
  });

  it('keeps stop words, because phrases hold them', () => {
    expect(termsOf({ content: 'to be or not to be' })['to']).toEqual({ counts: [0, 0, 2], at: [2, 6] });
  });

  it('lists each written word once, in the order in which they come', () => {
    const analysed = analyseDocument(searchableDocument({ title: 'Run runs RUN', content: 'running run' }));
    expect(wordsOf(analysed)).toEqual(['run', 'runs', 'running']);
  });

  it('is the same however much was analysed before', () => {
    const document = searchableDocument({
      title: 'Übersicht',
      tags: ['a_b'],
      content: 'createSearchIndex 東京Tower the',
    });
    const before = inWords(analyseDocument(document));
    const many = Array.from({ length: 80_000 }, (_, index) => `w${index.toString(36)}`).join(' ');
    analyseDocument(searchableDocument({ content: many }));
    expect(inWords(analyseDocument(document))).toEqual(before);
  });

  it.each(['a', '<', '\u0301', '_', '\ud800', 'à\u0316', '知', '知\u0301\u0316', '😀', 'aB', 'ﷺ', '½', 'a—'])(
    'keeps no more than a bounded part of 1 MB of %j as one word',
    (unit) => {
      const content = unit.repeat(Math.ceil(1_000_000 / unit.length));
      const words = wordsOf(analyseDocument(searchableDocument({ content })));
      expect(words.length).toBeLessThan(10);
      for (const word of words) expect(word.length).toBeLessThanOrEqual(64);
    },
  );
});
