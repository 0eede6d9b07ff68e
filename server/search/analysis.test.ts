import { describe, expect, it } from 'vitest';
import { countTerms, foldRun, identifierParts, wordKey, wordSequence } from './analysis.ts';

const keysOf = (text: string) => {
  const counts = new Map<string, number>();
  countTerms(text, 1, counts);
  return [...counts.keys()];
};
const fold = (raw: string) => foldRun(raw).map((run) => run.text);

describe('analysis', () => {
  it.each([
    ['Übersicht', 'ubersicht'],
    ['café', 'cafe'],
    ['cafe\u0301', 'cafe'],
    ['Straße', 'strasse'],
    ['ＷＩＤＥ', 'wide'],
    ['Łódź', 'lodz'],
    ['İstanbul', 'istanbul'],
    ['Привет', 'привет'],
    ['Ελλάδα', 'ελλάδα'],
    ['हिन्दी', 'हिन्दी'],
    ['שלום', 'שלום'],
    ['مرحبا', 'مرحبا'],
  ])(
    'compares %s as %s: case, width and Latin diacritics do not count, marks of other scripts do',
    (raw, folded) => {
      expect(fold(raw)).toEqual([folded]);
    },
  );

  it('finds all forms of an English word under one key, apart from the stem written as a word', () => {
    expect(wordKey('running')).toBe(wordKey('run'));
    expect(wordKey('configurations')).toBe(wordKey('configuration'));
    expect(wordKey('running')).not.toBe('run');
  });

  it('leaves words of other scripts and numbers as they are', () => {
    expect(['приветы', '80386', 'sha256'].map(wordKey)).toEqual(['приветы', '80386', 'sha256']);
  });

  it('finds identifiers whole and by their parts', () => {
    expect(identifierParts('createSearchIndex')).toEqual(['create', 'search', 'index']);
    expect(identifierParts('HTTPServer_config')).toEqual(['http', 'server', 'config']);
    expect(identifierParts('word')).toEqual([]);
    expect(identifierParts('Word')).toEqual([]);
    expect(keysOf('createSearchIndex')).toEqual(
      expect.arrayContaining(['search', wordKey('createsearchindex')]),
    );
  });

  it('does not take emphasis for a part of the word', () => {
    expect(fold('_word_')).toEqual(['word']);
    expect(fold('____')).toEqual([]);
  });

  it('divides Chinese, Japanese, Korean and Thai into characters and pairs', () => {
    expect(keysOf('知識ベース')).toEqual(expect.arrayContaining(['知識', '識ベ', 'ベー', 'ース', '知']));
    expect(keysOf('東京Tower')).toEqual(expect.arrayContaining(['東京', 'tower']));
    expect(keysOf('한국어')).toContain('한국');
  });

  it('reads texts as sequences of words for phrases, whatever stands between', () => {
    expect(wordSequence('The *Quick*,\nbrown—fox')).toBe(' the quick brown fox ');
    expect(wordSequence('知識 base')).toBe(' 知 識 base ');
  });

  it.each(['a', '<', '\u0301', '_', '\ud800', 'à\u0316', '知', '知\u0301\u0316', '😀'])(
    'keeps no more than a bounded part of 1 MB of %j as one word',
    (unit) => {
      const counts = new Map<string, number>();
      countTerms(unit.repeat(Math.ceil(1_000_000 / unit.length)), 1, counts);
      expect(counts.size).toBeLessThan(10);
      for (const key of counts.keys()) expect(key.length).toBeLessThanOrEqual(65);
    },
  );
});
