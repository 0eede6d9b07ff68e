import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { termKey } from '../analysis/term-key.ts';
import { createFinder } from './matches.ts';

/** What a query's terms, beginnings and phrases match in a text. */
function matchesIn(text: string, wanted: { terms?: string[]; prefixes?: string[]; phrases?: string[][] }) {
  const finder = createFinder({ terms: [], prefixes: [], phrases: [], ...wanted });
  const found: string[] = [];
  finder.visitMatches(text, ({ start, end, unit }) => {
    found.push(`${unit}:${text.slice(start, end)}`);
    return text.length;
  });
  return found;
}

const ENDINGS = [
  '',
  'ed',
  'ing',
  's',
  'ies',
  'sses',
  'y',
  'eed',
  'ational',
  'e',
  'ly',
  'ness',
  'bility',
  'ation',
];
const MORE_ENDINGS = [
  'ization',
  'izer',
  'ously',
  'iveness',
  'alism',
  'logy',
  'ence',
  'ency',
  'ful',
  'ate',
  'ated',
];

describe('what is found in a text', () => {
  it('is every form of a word, whatever its case', () => {
    expect(matchesIn('Pumps, pumping PUMPED; pumpkin', { terms: ['pump'] })).toEqual([
      '0:Pumps',
      '0:pumping',
      '0:PUMPED',
    ]);
  });

  it('is a word that begins so, an identifier by its parts, one letter or digit alone', () => {
    expect(matchesIn('Configure conf co', { prefixes: ['conf'] })).toEqual(['0:Configure', '0:conf']);
    expect(matchesIn('CWnd::getPumpValve()', { terms: ['valv', 'cwnd'] })).toEqual([
      '1:CWnd',
      '0:getPumpValve',
    ]);
    expect(matchesIn('a C 7 a7', { terms: ['c', '7'] })).toEqual(['0:C', '1:7']);
  });

  it('is a phrase where its terms follow each other, besides the terms themselves', () => {
    const text = 'pump valve. Valve (pump) valves';
    expect(matchesIn(text, { terms: ['valv'], phrases: [['pump', 'valv']] })).toEqual([
      '1:pump valve',
      '0:valve',
      '0:Valve',
      '1:pump) valves',
      '0:valves',
    ]);
  });

  it('is a phrase over the border of two scripts, character by character', () => {
    const find = (phrase: string[]) => matchesIn('この API知識ベース', { phrases: [phrase] });
    expect(find(['api', '知', '識', 'ベ'])).toEqual(['0:API知識ベ']);
    expect(find(['api', '識'])).toEqual([]);
  });

  it('misses no form of a word, whatever stemming makes of it', () => {
    const letters = fc.stringMatching(/^[a-eilnostuy]{1,6}$/);
    const ending = fc.constantFrom(...ENDINGS, ...MORE_ENDINGS);
    fc.assert(
      fc.property(letters, ending, ending, (stem, first, second) => {
        const word = stem + first + second;
        expect(matchesIn(`(${word.toUpperCase()})`, { terms: [termKey(word)] })).toEqual([
          `0:${word.toUpperCase()}`,
        ]);
      }),
      { numRuns: 20_000 },
    );
  });
});
