import { describe, expect, it } from 'vitest';
import { parseSearchQuery } from '../../domain/search-query.ts';
import { readQueryTerms, type QueryTerms, type WantedTerm } from './query-terms.ts';

const read = (q: string): QueryTerms => readQueryTerms(parseSearchQuery(q).query);
const texts = (terms: readonly WantedTerm[]): string[] => terms.map(({ text }) => text);

describe('the terms of a query', () => {
  it.each([
    ['Running the pumps', ['running', 'pumps']],
    ['the and of', ['the', 'and', 'of']],
    ['CWnd::Create(foo)', ['cwnd', 'create', 'foo']],
    ['知識管理 pump', ['知識', '識管', '管理', 'pump']],
    ['本', ['本']],
    ['"steam valve" pump', ['pump', 'steam', 'valve']],
    ['+ ^ ~', []],
  ])('must all be held: %s', (q, expected) => {
    expect(texts(read(q).strict)).toEqual(expected);
  });

  it('are the parts of identifiers too when any will do', () => {
    expect(texts(read('createSearchIndex').relaxed)).toEqual([
      'createsearchindex',
      'create',
      'search',
      'index',
    ]);
  });

  it('are beginnings of words of at least two characters', () => {
    const kinds = (q: string) => read(q).strict.map(({ kind, text }) => `${kind} ${text}`);
    expect(kinds('pu* foo.ba* 知識*')).toEqual(['prefix pu', 'word foo', 'prefix ba', 'word 知識']);
    expect(kinds('foo.b*')).toEqual(['word foo', 'word b']);
  });

  it('count as often as they are said, in whatever form', () => {
    expect(read('pump pumps valve').strict.map(({ occurrences }) => occurrences)).toEqual([2, 1]);
  });

  it('are 64 at most, stop words not counted, and 16 of them beginnings', () => {
    const words = Array.from({ length: 100 }, (_, number) => ({
      text: `word${number}`,
      prefix: number >= 50,
    }));
    const { strict } = readQueryTerms({
      words: [{ text: 'the', prefix: false }, ...words],
      phrases: [],
      excluded: [],
    });
    expect(strict.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 50 }, () => 'word'),
      ...Array.from({ length: 14 }, () => 'prefix'),
    ]);
    const beginnings = words.map(({ text }) => ({ text, prefix: true }));
    expect(readQueryTerms({ words: beginnings, phrases: [], excluded: [] }).strict).toHaveLength(16);
  });

  it('are told from stop words, which ask for nothing beside them', () => {
    expect(read('the pumps of the valves')).toMatchObject({ stopWords: ['the', 'of'] });
    expect(read('the of')).toMatchObject({ stopWords: [] });
  });

  it('may be misspelt when a person wrote them as words', () => {
    const isLenient = (q: string) => read(q).strict.map(({ mayBeTypo }) => mayBeTypo);
    expect(isLenient('valve')).toEqual([true]);
    expect(isLenient('"valve" val* 知識')).toEqual([false, false, false]);
  });
});

describe('the phrases of a query', () => {
  it('are terms at their places, characters of unspaced scripts in pairs', () => {
    const [phrase] = read('"the 知識管 pumps"').phrases;
    expect(phrase).toEqual({
      terms: [
        { term: 'the', offset: 0 },
        { term: '知識', offset: 1 },
        { term: '識管', offset: 2 },
        { term: 'pump', offset: 4 },
      ],
      sequence: ['the', '知', '識', '管', 'pump'],
    });
  });

  it('are runs of unspaced scripts too, as long as the search is strict', () => {
    expect(read('知識管理 本 pump').runs.map(({ sequence }) => sequence.join(''))).toEqual(['知識管理']);
  });

  it('are compared up to a bound', () => {
    const [phrase] = read(`"${'a '.repeat(500)}"`).phrases;
    expect(phrase?.terms).toHaveLength(64);
  });

  it('are left out when there is no word in them', () => {
    expect(read('"!!!" pump').phrases).toEqual([]);
  });
});

describe('what a query excludes', () => {
  it('are words by their terms, and several words as a phrase', () => {
    const { excludedTerms, excludedPhrases } = read('-pumps -"steam valves" -foo:bar -本 -知識');
    expect(excludedTerms).toEqual(['pump', '本', '知識']);
    expect(excludedPhrases.map(({ sequence }) => sequence)).toEqual([
      ['steam', 'valv'],
      ['foo', 'bar'],
    ]);
  });
});
