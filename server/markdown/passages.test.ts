import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { passages, type Passage } from './passages.ts';

const cut = (text: string): Passage[] => [...passages(text)].filter((passage) => passage !== null);
const texts = (text: string) => cut(text).map(({ start, end }) => text.slice(start, end));

describe('passages', () => {
  test('end at blank lines', () => {
    expect(texts('a\nb\n\n\nc')).toEqual(['a\nb\n', 'c']);
  });

  test('keep fences, directives, details and comments whole', () => {
    const blocks = [
      '```js\na\n\nb\n```\n',
      '::::tabs\n\n:::tab[A]\n\nx\n\n:::\n\n::::\n',
      '<details>\n\na\n\n</details>\n',
      '<!-- a\n\nb -->\n',
    ];
    expect(texts(blocks.join('\n'))).toEqual(blocks);
  });

  test('keep the items of a list and what is indented below them', () => {
    expect(texts('- a\n\n  b\n\n  ```js\n\n  c\n  ```\n\ntext')).toEqual([
      '- a\n\n  b\n\n  ```js\n\n  c\n  ```\n',
      'text',
    ]);
  });

  test('say what nothing closes, and go on behind a directive of that kind', () => {
    const text = 'a\n\n:::note\n\nb\n\n```js\nc';
    expect(cut(text).map(({ line, unclosed }) => [line, unclosed])).toEqual([
      [1, null],
      [3, 'directive'],
      [5, null],
      [7, 'fence'],
    ]);
  });

  test('of any text: in order, with their lines, leaving out nothing but blanks', () => {
    const piece = fc.constantFrom(
      'a',
      '\n',
      '\n\n',
      ' ',
      '```',
      '````js\n',
      ':::note\n',
      '::::\n',
      ':::\n',
      '- ',
      '1. ',
      '> ',
      '<details>\n',
      '</details>\n',
      '<!--',
      '-->',
      '# h\n',
      '\t',
      '~~~\n',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        let at = 0;
        for (const { start, end, line } of cut(text).filter((passage) => passage.end > passage.start)) {
          expect(text.slice(at, start).trim()).toBe('');
          expect(text.slice(0, start).split('\n')).toHaveLength(line);
          at = end;
        }
        expect(text.slice(at).trim()).toBe('');
      }),
      { numRuns: 1000 },
    );
  });
});
