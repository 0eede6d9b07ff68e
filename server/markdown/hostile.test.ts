import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blockDefinitions } from './blocks/catalog.ts';
import { checkMarkdown } from './check.ts';
import { passages } from './passages.ts';
import { blockStatistics } from './statistics.ts';
import { finish, type SlicedWork } from '../sliced-work.ts';

const SIZE = 400_000;
const PIECES = [
  ':::a\n',
  ':::\n',
  ':::note\nx\n:::\n\n',
  '::a\n',
  ':',
  '[',
  ']',
  '![',
  '![](',
  '[a](',
  '> ',
  '> [!NOTE]\n',
  '> a\n',
  '1. ',
  '- ',
  '- a\n  ',
  '- :::a\n',
  '* * ',
  '\n',
  'a\n',
  'a\n\n',
  '# a\n',
  '# a\n\n',
  '<details>\n',
  '<details></details>\n',
  '<summary>',
  '<!--\n',
  '<!-- -->\n',
  '<',
  '```\n',
  '````\n```\n',
  '```decision\n',
  '```decision\na: b\n```\n',
  '`',
  '`a``b',
  '~~~\n',
  '/documents/doc_0 ',
  '[a](/documents/doc_0)\n',
  'a\n=\n\n',
  '|',
  '|a|\n|-|\n',
  '-|',
  '\t',
  ' ',
  '\r\n',
  '*a ',
  '**a_b',
  '&a;',
  '\\',
  '[^a]',
  '[^a]: b\n',
  '[a]: b\n',
  ':::a[',
  '::video[a]{src="https://youtu.be/a"}\n\n',
  '\u{1f600}',
  '\u0000',
  '\ud800',
];

const EXAMPLES = blockDefinitions.map(({ syntax }) => syntax);

function steps<Result>(work: SlicedWork<Result>): { count: number; result: Result } {
  for (let count = 1; ; count += 1) {
    const step = work.next();
    if (step.done) return { count, result: step.value };
  }
}

describe.each(
  PIECES.map((piece) => ({ name: JSON.stringify(piece), text: piece.repeat(SIZE / piece.length) })),
)('400 KB of $name', ({ text }) => {
  test('is checked within bounds: few warnings, a limited amount of parsing, pauses in between', () => {
    const { count, result } = steps(
      checkMarkdown(text, { resolves: () => false, resolvesImage: () => false }),
    );
    expect(result.length).toBeLessThanOrEqual(51);
    expect(count).toBeLessThan(1000);
  });

  test('is cut into passages in order, that leave out nothing but blanks', () => {
    let at = 0;
    let leftOut = '';
    let isInOrder = true;
    for (const passage of passages(text)) {
      if (passage === null || passage.start === passage.end) continue;
      isInOrder &&= passage.start >= at;
      leftOut += text.slice(at, passage.start).trim();
      at = passage.end;
    }
    expect({ isInOrder, leftOut }).toEqual({ isInOrder: true, leftOut: '' });
    expect(text.slice(at).trim()).toBe('');
  });

  test('is counted', () => {
    expect(finish(blockStatistics(text)).images).toBeGreaterThanOrEqual(0);
  });
});

test('of any pieces in any order nothing throws, and warnings are in order of their lines', () => {
  const piece = fc.constantFrom(
    ...PIECES,
    ...EXAMPLES,
    '\n',
    '\n\n',
    'text ',
    ':::',
    '::::tabs\n',
    ':::tab[A]\n',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 50 }), (pieces) => {
      const text = pieces.join('');
      const lines = finish(checkMarkdown(text, { resolves: () => false, resolvesImage: () => false })).map(
        ({ line }) => line,
      );
      expect(lines).toEqual(lines.toSorted((left, right) => left - right));
      expect(lines.every((line) => line >= 1 && line <= text.split('\n').length)).toBe(true);
      finish(blockStatistics(text));
    }),
    { numRuns: 300 },
  );
});
