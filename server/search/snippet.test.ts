import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from './plain-text.ts';
import { strictTerms } from './query-terms.ts';
import { createExcerpter } from './snippet.ts';

const excerptFor = (text: string, query: string, summary = '') => {
  const words = query.split(' ').map((word) => ({ text: word, prefix: false }));
  return createExcerpter(strictTerms({ words, phrases: [], excluded: [] }))(text, summary);
};

describe('snippets', () => {
  it('are plain text without Markdown markup', () => {
    const markdown = [
      '> [!WARNING]',
      '> Stop the **sync** _first_, see [the guide](https://example.com/a(b) "x") and ![a valve](v.png).',
      '- [x] `npm ci` <b>now</b> \\*really\\*',
      '| a | b |',
      '|---|---|',
      '<!-- hidden -->',
      '```sh',
      'echo snake_case * 2',
      '```',
      ':::details[Why?]',
    ].join('\n');
    expect(plainText(markdown).text.replaceAll(/ +/g, ' ')).toBe(
      'Stop the sync first, see the guide and a valve. npm ci now *really* a b echo snake_case * 2 Why?',
    );
  });

  it('show the passage that holds most of the words, with the heading of its section', () => {
    const filler = 'lorem ipsum dolor sit amet '.repeat(40);
    const text = `# Pumps\n${filler} pump\n## Resetting the valve ##\n${filler} turn the pump valve to the left ${filler}`;
    const { snippet, section } = excerptFor(text, 'pump valve turning');
    expect(snippet).toContain('turn the pump valve to the left');
    expect(section).toBe('Resetting the valve');
    expect(snippet.startsWith('…') && snippet.endsWith('…')).toBe(true);
  });

  it('do not take a comment in code for a heading', () => {
    expect(excerptFor('# Real\n```sh\n# not a heading\nneedle\n```', 'needle').section).toBe('Real');
  });

  it('fall back to the summary, then to the beginning', () => {
    expect(excerptFor('Some *text*.', 'absent', 'The **summary**')).toEqual({
      snippet: 'The summary',
      section: null,
    });
    expect(excerptFor('Some *text*.', 'absent')).toEqual({ snippet: 'Some text.', section: null });
    expect(excerptFor('', 'absent')).toEqual({ snippet: '', section: null });
  });

  it('find words within Chinese and Japanese sentences', () => {
    const text = `${'これは長い文章です。'.repeat(50)}知識ベースを使う。${'これは長い文章です。'.repeat(50)}`;
    expect(excerptFor(text, '知識').snippet).toContain('知識');
  });

  it('are at most 240 characters of well-formed text without line breaks, whatever the document', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'needle',
        '```\n',
        '# ',
        '](',
        '[',
        '<a ',
        '|',
        '\n',
        ' ',
        '\u0000',
        '😀',
        '<!--',
        'x'.repeat(300),
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const { snippet } = excerptFor(pieces.join(''), 'needle');
        expect(snippet.length).toBeLessThanOrEqual(240);
        expect(snippet.isWellFormed()).toBe(true);
        expect(snippet).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }),
    );
  });

  it.each([
    'a',
    '<',
    '\u0301',
    '[',
    '](',
    '<a',
    '_',
    '*',
    '`',
    '> ',
    '- ',
    '|',
    ':::',
    '!',
    '\\',
    'needle ',
    '知',
  ])('are made of 1 MB of %j from a bounded part of it', (unit) => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
    expect(excerptFor(text, 'needle').snippet).toBe(excerptFor(text.slice(0, 60_000), 'needle').snippet);
  });
});
