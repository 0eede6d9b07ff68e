import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../../../test/search/plain-search.ts';
import type { Vocabulary } from '../index/index-reader.ts';
import { isWithinOneEdit, visitOneEdit } from './one-edit.ts';

function vocabularyOf(base: readonly string[], added: readonly string[]): Vocabulary {
  const sorted = base.map((text) => Buffer.from(text)).toSorted((left, right) => left.compare(right));
  const offsets = new Uint32Array(sorted.length + 1);
  for (const [place, text] of sorted.entries()) offsets[place + 1] = (offsets[place] ?? 0) + text.length;
  const all = [...sorted.map(String), ...added];
  return {
    base: { size: sorted.length, bytes: new Uint8Array(Buffer.concat(sorted)), offsets },
    added,
    find: (text) => all.indexOf(text),
    textOf: (number) => all[number] ?? '',
    documentFrequency: () => 1,
  };
}

function near(vocabulary: Vocabulary, text: string): string[] {
  const found: string[] = [];
  visitOneEdit(vocabulary, text, (number) => found.push(vocabulary.textOf(number)));
  return found.toSorted();
}

/** Few characters, so that words lie close; of one, two, three and four bytes. */
const wordArbitrary = fc
  .array(fc.constantFrom('a', 'b', 'z', 'é', 'ж', '知', '識', '𠮷', '𠮸'), { minLength: 1, maxLength: 6 })
  .map((characters) => characters.join(''));

describe('words that are one edit away', () => {
  it('are all those of the dictionary, and no others', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(wordArbitrary, { maxLength: 60 }),
        fc.uniqueArray(wordArbitrary, { maxLength: 20 }),
        wordArbitrary,
        (base, added, text) => {
          const fresh = added.filter((word) => !base.includes(word));
          const expected = [...base, ...fresh].filter((word) => editDistance(word, text) <= 1);
          expect(near(vocabularyOf(base, fresh), text)).toEqual(expected.toSorted());
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['put in', 'valve', 'vallve'],
    ['left out', 'valve', 'valv'],
    ['replaced', 'valve', 'valvo'],
    ['exchanged', 'valve', 'vavle'],
    ['none', 'valve', 'valve'],
  ])('by a character %s', (_edit, word, text) => {
    expect(near(vocabularyOf([word], []), text)).toEqual([word]);
    expect(near(vocabularyOf([], [word]), text)).toEqual([word]);
  });

  it('are told for two words alone as by the textbook', () => {
    fc.assert(
      fc.property(wordArbitrary, wordArbitrary, (left, right) => {
        expect(isWithinOneEdit(left, right)).toBe(editDistance(left, right) <= 1);
      }),
      { numRuns: 3000 },
    );
  });
});
