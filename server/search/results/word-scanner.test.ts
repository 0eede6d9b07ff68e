import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identifierParts } from '../analysis/identifier-parts.ts';
import { forEachWord } from '../analysis/word-runs.ts';
import { scanWord } from './word-scanner.ts';

function scan(text: string) {
  const words: { raw: string; start: number; isPlain: boolean }[] = [];
  const word = { start: 0, end: 0, isAscii: false, isPlain: false };
  for (let at = 0; scanWord(text, at, word); at = word.end) {
    words.push({ raw: text.slice(word.start, word.end), start: word.start, isPlain: word.isPlain });
  }
  return words;
}

const texts = fc.string({
  unit: fc.oneof(
    fc.constantFrom('a', 'B', '1', '_', ' ', '-', 'é', '\u0301', '知', '😀', '𠀀', '\ud800', '\udc00', '½'),
    fc.string({ unit: 'binary', maxLength: 1 }),
  ),
  maxLength: 60,
});

describe('scanning words', () => {
  it('gives the same words at the same places as the analysis', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const expected: { raw: string; start: number }[] = [];
        forEachWord(text, (raw, start) => void expected.push({ raw, start }));
        expect(scan(text).map(({ raw, start }) => ({ raw, start }))).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('calls plain only words of ASCII letters that have no parts', () => {
    expect(scan('pump PUMP Pump getPump HTTPServer sha256 a_b Größe').map(({ isPlain }) => isPlain)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    fc.assert(
      fc.property(texts, (text) => {
        const plain = scan(text).filter(({ isPlain }) => isPlain);
        expect(
          plain.filter(({ raw }) => !/^[A-Za-z]+$/.test(raw) || identifierParts(raw).length > 0),
        ).toEqual([]);
      }),
    );
  });
});
