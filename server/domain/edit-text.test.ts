import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { finish } from '../sliced-work.ts';
import { editText, type TextEdit } from './edit-text.ts';
import { outline } from './outline.ts';

const edit = (text: string, how: TextEdit) => finish(editText(text, how));

function edited(text: string, how: TextEdit): string {
  const result = edit(text, how);
  if (!result.done) throw new Error(`The edit was refused: ${result.reason}.`);
  return result.text;
}

/** Texts as people write them: headings, paragraphs, line feeds of all kinds. */
const piece = fc.constantFrom(
  '# A',
  '## B',
  '## C',
  '### D',
  'word',
  ' ',
  '\n',
  '\r\n',
  '\n\n',
  '```',
  '$&',
  'é😀',
);
const anyText = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

describe('append and prepend', () => {
  test.each([
    ['a', 'b', 'a\n\nb', 'b\n\na'],
    ['a\n', 'b\n', 'a\n\nb\n', 'b\n\na\n'],
    ['a\n\n', 'b', 'a\n\nb', 'b\n\na\n\n'],
    ['a\r\nc\r\n', 'b', 'a\r\nc\r\n\r\nb', 'b\r\n\r\na\r\nc\r\n'],
    ['', 'b', 'b', 'b'],
    ['a', '', 'a', 'a'],
  ])('%j and %j stand with one blank line between them', (text, markdown, appended, prepended) => {
    expect(edited(text, { mode: 'append', markdown })).toBe(appended);
    expect(edited(text, { mode: 'prepend', markdown })).toBe(prepended);
  });

  test('neither changes a character of the text or of what is added', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, markdown) => {
        const below = edited(text, { mode: 'append', markdown });
        expect(below.startsWith(text) && below.endsWith(markdown)).toBe(true);
        expect(below.slice(text.length, below.length - markdown.length)).toMatch(/^[\r\n]*$/);
        const above = edited(text, { mode: 'prepend', markdown });
        expect(above.startsWith(markdown) && above.endsWith(text)).toBe(true);
      }),
    );
  });
});

describe('patch', () => {
  test('puts the new text where the old one stood, and takes no character for a pattern', () => {
    expect(edited('cost: $1 (was $2)', { mode: 'patch', find: '(was $2)', markdown: "$& $' $1" })).toBe(
      "cost: $1 $& $' $1",
    );
    expect(edited('one two', { mode: 'patch', find: ' two', markdown: '' })).toBe('one');
  });

  test.each([
    ['abc', 'x', 0],
    ['ab ab', 'ab', 2],
    ['aaa', 'aa', 2],
    ['', 'a', 0],
  ])('in %j, %j stands %i times: the text "must match exactly once"', (text, find, count) => {
    expect(edit(text, { mode: 'patch', find, markdown: 'new' })).toEqual({
      done: false,
      reason: 'matches',
      count,
    });
  });

  test.each([
    ['a\r\nb\r\nc\r\n', 'a\nb', 'x\ny', 'x\r\ny\r\nc\r\n'],
    ['one\r\n\r\ntwo\nthree', '\n\ntwo', '\n\n2', 'one\r\n\r\n2\nthree'],
    ['one\r\ntwo\nthree\r\n', 'two\r\nthree\r\n', 'x\r\n', 'one\r\nx\r\n'],
    ['one\r\ntwo\nthree\nfour', 'two\r\nthree', 'x\r\ny', 'one\r\nx\ny\nfour'],
    ['a\r\nb', '\n', ' ', 'a b'],
  ])(
    'in %j the text %j is found whatever ends its lines; no other line end changes',
    (text, find, markdown, expected) => {
      expect(edited(text, { mode: 'patch', find, markdown })).toBe(expected);
    },
  );

  test('a text that stands as it was sent counts before one with other line ends, and two of those are two', () => {
    expect(edited('a\r\nb a\nb', { mode: 'patch', find: 'a\nb', markdown: 'x\ny' })).toBe('a\r\nb x\ny');
    expect(edit('a\r\nb a\r\nb', { mode: 'patch', find: 'a\nb', markdown: 'x' })).toEqual({
      done: false,
      reason: 'matches',
      count: 2,
    });
  });

  test('with either line ends, what lies outside of the passage stays as it is', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (above, passage, below) => {
        const text = `${above}<${passage}>${below}`;
        const find = `<${passage}>`.replaceAll('\r\n', '\n');
        fc.pre(!above.includes('<') && !below.includes('<'));
        expect(edited(text, { mode: 'patch', find, markdown: 'new' })).toBe(`${above}new${below}`);
      }),
    );
  });

  test('counts as a plain search does, and changes nothing outside of the one match', () => {
    const short = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 });
    const wanted = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(short, wanted, short, (text, find, markdown) => {
        const places = Array.from({ length: text.length }, (_, at) => at).flatMap((at) =>
          text.startsWith(find, at) ? [at] : [],
        );
        const [only = 0] = places;
        const expected =
          places.length === 1
            ? { done: true, text: text.slice(0, only) + markdown + text.slice(only + find.length) }
            : { done: false, reason: 'matches', count: places.length };
        expect(edit(text, { mode: 'patch', find, markdown })).toEqual(expected);
      }),
    );
  });

  test('goes through the longest texts in slices, also those that were made to hold a search up', () => {
    const work = editText('a'.repeat(2_000_000), {
      mode: 'patch',
      find: `b${'a'.repeat(999_999)}`,
      markdown: '',
    });
    let slices = 0;
    while (!work.next().done) slices += 1;
    expect(slices).toBeGreaterThan(4);
  });
});

describe('section', () => {
  const text = '# A\n\none\n\n## B\n\ntwo\n\n### D\n\ndeep\n\n## C\n\nthree\n';

  test.each([
    ['its text and sub-sections go, its heading stays', 'B', 'new', '## B\n\nnew\n\n'],
    [
      'an own heading of the same level takes the heading’s place',
      'b',
      '## New B\n\nnew\n',
      '## New B\n\nnew\n\n',
    ],
    ['a heading of a lower level belongs to the text', 'b', '### D\n\nnew', '## B\n\n### D\n\nnew\n\n'],
    ['an empty text leaves the heading', '## B', '', '## B\n\n'],
  ])('%s', (_what, section, markdown, replaced) => {
    expect(edited(text, { mode: 'section', section, markdown })).toBe(
      `# A\n\none\n\n${replaced}## C\n\nthree\n`,
    );
  });

  test.each([
    ['## B', '## B\n\nnew'],
    ['## B\n', '## B\n\nnew\n'],
    ['## B\nold', '## B\n\nnew'],
    ['## B\nold\n## C', '## B\n\nnew\n\n## C'],
    ['## B\r\n\r\nold\r\n\r\n## C', '## B\r\n\r\nnew\r\n\r\n## C'],
  ])('%j: blank lines stand around the new text', (before, after) => {
    expect(edited(before, { mode: 'section', section: 'B', markdown: 'new' })).toBe(after);
  });

  test('one that is not there, and one of several of that name, are refused', () => {
    const twice = '# A\n\n## B\n\n## B\n';
    expect(edit(twice, { mode: 'section', section: 'Z', markdown: '' })).toEqual({
      done: false,
      reason: 'no_section',
    });
    expect(edit('## B x\n\n## **B x**\n', { mode: 'section', section: 'B x', markdown: '' })).toEqual({
      done: false,
      reason: 'several_sections',
      anchors: ['b-x', 'b-x-1'],
    });
    expect(edited(twice, { mode: 'section', section: 'b-1', markdown: 'x' })).toBe(
      '# A\n\n## B\n\n## B\n\nx\n',
    );
  });

  test('everything before and behind the section stays, and its own text changes nothing', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), anyText, (before, pick, markdown) => {
        const headings = finish(outline(before));
        const heading = headings[pick % Math.max(1, headings.length)];
        if (!heading) return;
        const { anchor: section, start, end } = heading;
        const after = edited(before, { mode: 'section', section, markdown });
        expect(after.startsWith(before.slice(0, start))).toBe(true);
        expect(after.endsWith(before.slice(end))).toBe(true);
        expect(edited(before, { mode: 'section', section, markdown: before.slice(start, end) })).toBe(before);
      }),
      { numRuns: 500 },
    );
  });
});
