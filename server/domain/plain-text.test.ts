import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainLine, plainText } from './plain-text.ts';

const words = (markdown: string) => plainText(markdown).text.replaceAll(/ +/g, ' ');

describe('plain text', () => {
  it('is a document without its markup', () => {
    const markdown = [
      '> [!WARNING]',
      '> Stop the **sync** _first_, see [the guide](https://example.com/a(b) "x") and ![a valve](v.png).',
      '- [x] `npm ci` <b>now</b> \\*really\\*',
      '| a | b |',
      '|---|---|',
      '<!-- hidden',
      'still hidden --> shown',
      '```sh',
      'echo snake_case * 2 <b>',
      '```',
      ':::details[Why?]',
      'Because.',
      ':::',
      '::video[A caption]{src="https://example.com/v"}',
      '## Closed ##',
      '<https://example.com>',
    ].join('\n');
    expect(words(markdown)).toBe(
      'Stop the sync first, see the guide and a valve. npm ci now *really* a b shown echo snake_case * 2 <b> Why? Because. A caption Closed https://example.com',
    );
  });

  it.each([
    ['`<div>` and `a_b_`', '<div> and a_b_'],
    ['a ``code ` tick`` b', 'a code ` tick b'],
    ['never `closed', 'never closed'],
    ['AT&amp;T &lt;now&gt; &unknown; & so', 'AT&T <now> &unknown; & so'],
    ['2 * 3 * 4, snake_case, ~5', '2 * 3 * 4, snake_case, ~5'],
    ['~~gone~~ [ref][1] [bare] !', 'gone ref bare !'],
    ['a\u0000b\u2028c', 'a b c'],
  ])('of the line %j is %j', (line, text) => {
    expect(plainLine(line)).toBe(text);
  });

  it('says where each of its lines comes from', () => {
    const { text, starts, sources } = plainText('# One\n\n  two\n\n---\n> three');
    expect(text).toBe('One two three');
    expect(starts.map((start) => text.slice(start, start + 3))).toEqual(['One', 'two', 'thr']);
    expect(sources).toEqual([0, 7, 18]);
  });

  it('is one line, and its lines ascend, whatever the document', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('```\n', '\n', '<!--', '-->', '](', '`', '\r\n', '| ', '> ', '&amp;', '\u2029', '{'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const { text, starts, sources } = plainText(pieces.join(''));
        expect(text).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        expect(starts).toHaveLength(sources.length);
        for (const places of [starts, sources]) {
          expect(places).toEqual([...new Set(places)].toSorted((left, right) => left - right));
        }
      }),
    );
  });
});
