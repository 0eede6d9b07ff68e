import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outline } from '../../domain/outline.ts';
import { finish } from '../../sliced-work.ts';
import { termKey } from '../analysis/term-key.ts';
import type { Highlights } from '../query/findings.ts';
import { createExcerpter, MAX_SNIPPET } from './excerpt.ts';
import { MAX_SCANNED } from './max-scanned.ts';

/** `"a phrase"`, `begin*` and words, as a query of them would be highlighted. */
function highlightsOf(query: string): Highlights {
  const phrases = [...query.matchAll(/"([^"]*)"/g)].map(([, phrase = '']) => phrase.split(' ').map(termKey));
  const words = query
    .replaceAll(/"[^"]*"/g, ' ')
    .split(' ')
    .filter(Boolean);
  return {
    terms: [...words.filter((word) => !word.endsWith('*')).map(termKey), ...phrases.flat()],
    prefixes: words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1)),
    phrases,
  };
}

const excerptFor = (text: string, query: string, summary = '') =>
  createExcerpter(highlightsOf(query))(text, summary);

const filler = 'lorem ipsum dolor sit amet '.repeat(40);

describe('a snippet', () => {
  it('shows the passage that holds most of the different words', () => {
    const text = `${filler} pump pump pump pump ${filler} turn the pump valve to the left ${filler}`;
    const { snippet } = excerptFor(text, 'pump valve turning');
    expect(snippet).toContain('turn the pump valve to the left');
    expect(snippet.startsWith('…') && snippet.endsWith('…')).toBe(true);
  });

  it('prefers a whole phrase to more of the other words', () => {
    const text = `${filler} valve of the red pump, left ${filler} then the pump valve opens ${filler}`;
    expect(excerptFor(text, '"pump valve" red left').snippet).toContain('the pump valve opens');
  });

  it('finds a phrase across a line break, a link and in other forms of its words', () => {
    const text = `${filler}\nvalve\n\nsee the [running\nshoe](https://example.com/valve) there`;
    expect(excerptFor(text, '"running shoes"').snippet).toContain('see the running shoe there');
  });

  it('of equal passages shows the first, and of passages with equal words the one that says them most often', () => {
    const text = `one pump ${filler} three pump, pump ${filler}`;
    expect(excerptFor(text, 'pump').snippet).toContain('three pump, pump');
    expect(excerptFor(`one pump ${filler} two pump ${filler}`, 'pump').snippet).toContain('one pump');
  });

  it('finds words by their beginnings, and identifiers by their parts', () => {
    expect(excerptFor(`${filler} Configuration ${filler}`, 'confi*').snippet).toContain('Configuration');
    expect(excerptFor(`${filler} getPumpValve ${filler}`, 'valve').snippet).toContain('getPumpValve');
    expect(excerptFor(`${filler} sha256 ${filler}`, 'sha').snippet).toContain('sha256');
  });

  it.each([
    [
      '知識',
      '知識',
      `${'これは長い文章です。'.repeat(50)}知識ベースを使う。${'これは長い文章です。'.repeat(50)}`,
    ],
    ['Ümläute', 'umlaute', `${filler} Ümläute ${filler}`],
    ['насос', 'насос', `${filler} НАСОС ${filler}`],
    ['ﾃﾞｰﾀ', 'デー', `${filler} ﾃﾞｰﾀ ${filler}`],
    ['𠀀𠀁', '𠀀𠀁', `${filler} 𠀀𠀁 ${filler}`],
  ])('finds %s in a text of its script', (_name, query, text) => {
    const { snippet } = excerptFor(text, query);
    expect(snippet.startsWith('…')).toBe(true);
    expect(snippet.normalize('NFKC').toLowerCase()).toContain(
      query === 'umlaute' ? 'ümläute' : query.normalize('NFKC'),
    );
  });

  it('finds a phrase of characters, and not characters that stand elsewhere', () => {
    const sentence = 'これは長い文章です。'.repeat(40);
    const text = `知る識者。${sentence}会社の知識ベース。${sentence}`;
    const finding = { terms: [], prefixes: [], phrases: [['知', '識', 'ベ', 'ー']] };
    expect(createExcerpter(finding)(text, '').snippet).toContain('知識ベース');
  });

  it('falls back to the summary, then to the beginning', () => {
    expect(excerptFor('Some *text*.', 'absent', 'The **summary**')).toEqual({
      snippet: 'The summary',
      section: null,
      anchor: null,
    });
    expect(excerptFor('# T\nSome *text*.', 'absent').snippet).toBe('T Some text.');
    expect(excerptFor('Some *text*.', '')).toEqual({ snippet: 'Some text.', section: null, anchor: null });
    expect(excerptFor('', 'absent')).toEqual({ snippet: '', section: null, anchor: null });
  });

  it('starts at a sentence where one begins shortly before the words', () => {
    const text = `${filler}. The handle is red. Turn the pump valve ${filler}`;
    expect(excerptFor(text, 'pump valve').snippet).toMatch(/^…The handle is red\. Turn the pump valve/);
  });
});

describe('the section and the anchor', () => {
  const text = [
    'before any heading',
    '# Pumps',
    filler,
    '## Reset the `main` **valve** ##',
    `${filler} needle`,
    '```sh',
    '# not a heading: thread',
    '```',
    '## Pumps',
    'haystack',
  ].join('\n');

  it.each([
    ['before', null, null],
    ['pumps ipsum', 'Pumps', 'pumps'],
    ['needle', 'Reset the main valve', 'reset-the-main-valve'],
    ['thread', 'Reset the main valve', 'reset-the-main-valve'],
    ['haystack', 'Pumps', 'pumps-1'],
  ])('of a passage with %j are those of the nearest heading above', (query, section, anchor) => {
    expect(excerptFor(text, query)).toMatchObject({ section, anchor });
  });

  it('name, for any text, a heading that its outline has', () => {
    const line = fc.constantFrom(
      '# a',
      '## a',
      '# needle',
      '```',
      'needle',
      '> # q',
      '- x',
      '',
      '#',
      ' ### b',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const { anchor } = excerptFor(lines.join('\n'), 'needle');
        const anchors = finish(outline(lines.join('\n'))).map((heading) => heading.anchor);
        expect(anchor === null || anchors.includes(anchor)).toBe(true);
      }),
    );
  });
});

describe('a snippet of any document (security Q3)', () => {
  const HOSTILE = [
    'a',
    '<',
    '\u0301',
    '[',
    '](',
    '<a',
    '_',
    '*',
    '`',
    '` `` ',
    '> ',
    '- ',
    '|',
    ':::',
    '!',
    '\\',
    '&',
    '{',
  ];
  const MORE = [
    'needle ',
    'needle needle ',
    '知',
    '\ud800',
    '😀',
    '# needle\n',
    '\n',
    '<!--',
    '\u0000',
    'ne\u0301',
    'aB_',
  ];

  it.each([...HOSTILE, ...MORE])('of 1 MB of %j is made of a bounded part', (unit) => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
    const query = 'needle "needle needle needle thread" 知識 ne*';
    expect(excerptFor(text, query)).toEqual(excerptFor(text.slice(0, MAX_SCANNED), query));
  });

  it('is one line of well-formed text of at most 240 characters, whatever the document', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...HOSTILE, ...MORE, '```\n', '|', ' ', 'x'.repeat(300), '知識'.repeat(200)),
    );
    const queries = fc.constantFrom('needle', '"needle needle" x', '知 識', 'ne*', '');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), queries, (pieces, query) => {
        const { snippet } = excerptFor(pieces.join(''), query);
        expect(snippet.length).toBeLessThanOrEqual(MAX_SNIPPET);
        expect(snippet.isWellFormed()).toBe(true);
        expect(snippet).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }),
    );
  });
});
