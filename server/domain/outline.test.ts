import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { finish } from '../sliced-work.ts';
import {
  findSection,
  outline as outlineInSlices,
  pageOfText,
  SLICE_CHARACTERS,
  SLICE_HEADINGS,
} from './outline.ts';

const outline = (text: string) => finish(outlineInSlices(text));

describe('outline', () => {
  test('has at most 20,000 headings, however many a text holds', () => {
    expect(outline('# a\n'.repeat(25_000))).toHaveLength(20_000);
  });

  test('shortens titles and anchors that nobody could name, and cuts no character in half', () => {
    const [heading] = outline(`# ${'é😀'.repeat(1000)}\n`);
    expect(heading?.title).toBe('é😀'.repeat(166) + 'é');
    expect(heading?.anchor).toBe('é'.repeat(67));
    expect(findSection(outline(`# ${'x'.repeat(600)}`), 'x'.repeat(200))).toMatchObject({ found: 'one' });
  });

  test.each([
    ['line feeds', '\n'.repeat(4 * SLICE_CHARACTERS)],
    ['fences', '```\n'.repeat(SLICE_CHARACTERS)],
    ['paragraphs', 'a\n\n'.repeat(2 * SLICE_CHARACTERS)],
    ['headings', '# a\n'.repeat(4 * SLICE_HEADINGS)],
  ])('of a long text of %s is made in slices', (_name, text) => {
    expect([...outlineInSlices(text)].length).toBeGreaterThanOrEqual(3);
  });

  test('names the ATX headings of a text, in order, with their levels', () => {
    const headings = outline('# One\n\ntext\n\n## Two ##\n\n### Three #hash\n');
    expect(headings.map(({ level, title }) => [level, title])).toEqual([
      [1, 'One'],
      [2, 'Two'],
      [3, 'Three #hash'],
    ]);
  });

  test('takes nothing inside of fences for a heading', () => {
    const text = '# Real\n\n```sh\n# comment\n```\n\n~~~\n## no\n~~~\n\n## Also real\n';
    expect(outline(text).map(({ title }) => title)).toEqual(['Real', 'Also real']);
  });

  test.each(['#no space', '####### seven', '    # indented code', 'Title\n====='])(
    '%j is no ATX heading',
    (text) => {
      expect(outline(text)).toEqual([]);
    },
  );

  test('a section reaches to the next heading of the same or a higher level', () => {
    const text = '# A\na\n## B\nb\n### C\nc\n## D\nd\n# E\n';
    const sections = outline(text).map(({ start, end }) => text.slice(start, end));
    expect(sections).toEqual([
      '# A\na\n## B\nb\n### C\nc\n## D\nd\n',
      '## B\nb\n### C\nc\n',
      '### C\nc\n',
      '## D\nd\n',
      '# E\n',
    ]);
  });

  test('anchors are unique even where numbered ones collide with titles', () => {
    const anchors = outline('# Setup\n# Setup\n# Setup-1\n# Setup\n# !\n# ?\n').map(({ anchor }) => anchor);
    expect(anchors[0]).toBe('setup');
    expect(anchors[1]).toBe('setup-1');
    expect(new Set(anchors).size).toBe(anchors.length);
  });

  test.each([
    ['Getting started', 'getting-started'],
    ['A & B', 'a--b'],
    ['`snake_case` and _emphasis_', 'snake_case-and-emphasis'],
    ['See [the guide](https://example.com/x)', 'see-the-guide'],
    ['🎉 Über C++', '-über-c'],
    ['知識ベース', '知識ベース'],
  ])('%j has the anchor that GitHub gives it', (title, anchor) => {
    expect(outline(`## ${title} ##`)[0]?.anchor).toBe(anchor);
  });

  test('reads Windows line ends', () => {
    expect(outline('# A\r\n\r\n## B\r\n').map(({ title }) => title)).toEqual(['A', 'B']);
  });

  test('for any text, every section starts with its heading and anchors are unique', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom('# a', '## a', '### a-1', '```', '~~~', '- x', '> q', ''),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const text = lines.join('\n');
        const headings = outline(text);
        expect(new Set(headings.map(({ anchor }) => anchor)).size).toBe(headings.length);
        for (const { start, end, level } of headings) {
          expect(text.slice(start, end).trimStart().startsWith('#'.repeat(level))).toBe(true);
        }
      }),
    );
  });
});

describe('findSection', () => {
  const headings = outline('# Setup\n## macOS\n# Usage\n## macOS\n');

  test('finds a section by its heading, whatever the case, with or without marks', () => {
    expect(findSection(headings, '# usage')).toMatchObject({ found: 'one', heading: { title: 'Usage' } });
    expect(findSection(headings, 'SETUP')).toMatchObject({ found: 'one', heading: { title: 'Setup' } });
  });

  test('finds a section by its heading without markup, as search results name it', () => {
    const [marked] = outline('## Reset `the` **valve**\n');
    for (const name of ['Reset the valve', 'Reset `the` **valve**', 'reset-the-valve']) {
      expect(findSection(outline('## Reset `the` **valve**\n'), name)).toEqual({
        found: 'one',
        heading: marked,
      });
    }
  });

  test('says when several sections have the heading, and their anchors tell them apart', () => {
    expect(findSection(headings, 'macOS')).toEqual({ found: 'several', anchors: ['macos', 'macos-1'] });
    expect(findSection(headings, 'macos-1')).toMatchObject({ found: 'one', heading: headings[3] });
  });

  test('says when there is none', () => {
    expect(findSection(headings, 'Linux')).toEqual({ found: 'none' });
  });
});

describe('pageOfText', () => {
  test('for any text and any size, the pages together are the text and no page splits a character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.integer({ min: 1, max: 50 }),
        (text, size) => {
          const pages: string[] = [];
          for (let offset: number | null = 0; offset !== null;) {
            const page = pageOfText(text, offset, size);
            pages.push(page.text);
            expect(page.text.isWellFormed()).toBe(true);
            offset = page.nextOffset;
          }
          expect(pages.join('')).toBe(text);
        },
      ),
    );
  });

  test('ends behind a line where one ends near the limit', () => {
    const text = `${'a'.repeat(95)}\n${'b'.repeat(50)}`;
    expect(pageOfText(text, 0, 100)).toEqual({ text: `${'a'.repeat(95)}\n`, nextOffset: 96 });
  });

  test('a text that fits is one page', () => {
    expect(pageOfText('short', 0, 5)).toEqual({ text: 'short', nextOffset: null });
    expect(pageOfText('', 0, 1)).toEqual({ text: '', nextOffset: null });
  });
});
