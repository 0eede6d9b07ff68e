import { describe, expect, it } from 'vitest';
import { characterPairs } from './character-pairs.ts';
import { foldedRuns, foldRun } from './fold.ts';
import { identifierParts } from './identifier-parts.ts';
import { isStopWord, termKey } from './term-key.ts';
import { forEachWord } from './word-runs.ts';

const fold = (raw: string) => foldRun(raw).map((run) => run.text);
const wordsOf = (text: string) => foldedRuns(text).map((run) => run.text);

describe('words', () => {
  it.each([
    ['Latin', 'Übersicht', 'ubersicht'],
    ['Latin', 'café', 'cafe'],
    ['Latin, composed of two', 'cafe\u0301', 'cafe'],
    ['Latin', 'Straße', 'strasse'],
    ['Latin', 'Łódź', 'lodz'],
    ['Latin', 'İstanbul', 'istanbul'],
    ['Vietnamese', 'Tiếng', 'tieng'],
    ['wide Latin', 'ＷＩＤＥ', 'wide'],
    ['Cyrillic', 'Привет', 'привет'],
    ['Greek', 'Ελλάδα', 'ελλάδα'],
    ['Devanagari', 'हिन्दी', 'हिन्दी'],
    ['Hebrew', 'שלום', 'שלום'],
    ['Arabic', 'مرحبا', 'مرحبا'],
    ['Armenian', 'Հայերեն', 'հայերեն'],
    ['Georgian', 'ქართული', 'ქართული'],
    ['Tamil', 'தமிழ்', 'தமிழ்'],
  ])(
    'of %s: %s is compared as %s: case, width and Latin diacritics do not count, marks of other scripts do',
    (_script, raw, folded) => {
      expect(fold(raw)).toEqual([folded]);
    },
  );

  it.each([
    ['½', ['1', '2']],
    ['10½', ['101', '2']],
    ['ﷺ', ['صلى', 'الله', 'عليه', 'وسلم']],
  ])('never hold a space or a sign, even where folding gives one: %s', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('does not take emphasis for a part of the word', () => {
    expect(fold('_word_')).toEqual(['word']);
    expect(fold('____')).toEqual([]);
  });

  it('stand where the text says, whatever stands between', () => {
    const found: [string, number][] = [];
    forEachWord('The *Quick*,\nbrown—fox 😀x \ud800é c++', (raw, start) => {
      found.push([raw, start]);
      return undefined;
    });
    expect(found).toEqual([
      ['The', 0],
      ['Quick', 5],
      ['brown', 13],
      ['fox', 19],
      ['x', 25],
      ['é', 28],
      ['c', 30],
    ]);
  });

  it('are passed over once the visitor has seen enough', () => {
    const found: string[] = [];
    forEachWord('one two three', (raw) => found.push(raw) === 2);
    expect(found).toEqual(['one', 'two']);
  });

  it('of scripts without spaces are runs of characters, divided from words beside them', () => {
    expect(foldRun('東京Tower')).toEqual([
      { text: '東京', isUnspaced: true },
      { text: 'tower', isUnspaced: false },
    ]);
    expect(characterPairs('知識ベ')).toEqual({ singles: ['知', '識', 'ベ'], pairs: ['知識', '識ベ'] });
    expect(foldRun('ｶﾞｷﾞ')).toEqual([{ text: 'ガギ', isUnspaced: true }]);
  });

  it('keep characters of two units whole at the length where folding goes piece by piece', () => {
    const run = `知${'𠀀'.repeat(700)}`;
    expect(wordsOf(run).join('')).toBe(run);
  });
});

describe('terms', () => {
  it('are one for all forms of an English word', () => {
    expect(termKey('running')).toBe(termKey('run'));
    expect(termKey('configurations')).toBe(termKey('configuration'));
  });

  it('are the words themselves in other scripts, for numbers and for identifiers with digits', () => {
    expect(['приветы', '80386', 'c1603', 'sha256', 'ab'].map(termKey)).toEqual([
      'приветы',
      '80386',
      'c1603',
      'sha256',
      'ab',
    ]);
  });

  it('tell the words that English sentences are full of', () => {
    expect(['the', 'is', 'what', 'search', 'und', ''].filter(isStopWord)).toEqual(['the', 'is', 'what']);
  });
});

describe('identifiers', () => {
  it.each([
    ['createSearchIndex', ['create', 'search', 'index']],
    ['HTTPServer_config', ['http', 'server', 'config']],
    ['sha256', ['sha', '256']],
    ['max_old_space_size', ['max', 'old', 'space', 'size']],
    ['word', []],
    ['Word', []],
    ['WORD', []],
    ['80386', []],
    ['naïveCase', []],
  ])('%s has the parts %j', (raw, parts) => {
    expect(identifierParts(raw)).toEqual(parts);
  });
});
