import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finish } from '../../sliced-work.ts';
import { linkDestinations, replaceDestinationsInSlices } from './link-destinations.ts';

const found = (text: string) => linkDestinations(text).map(({ kind, raw }) => `${kind} ${raw}`);

describe('destinations of links', () => {
  it.each([
    ['[a](b.md)', ['link b.md']],
    ['[a]( b.md "title" )', ['link b.md']],
    ["[a](b.md 'it''s')", []],
    ['[a](<b c.md>)', ['link b c.md']],
    ['[a](b(c).md)', ['link b(c).md']],
    ['[a](b\\).md)', ['link b\\).md']],
    ['![a](b.png)', ['image b.png']],
    ['[![a](b.png)](c.md)', ['image b.png', 'link c.md']],
    ['[a]: b.md "title"', ['definition b.md']],
    ['[a]: <b c.md>', ['definition b c.md']],
    ['[a\nb](c.md)', ['link c.md']],
    ['- [a](b.md)\n  1. [c](d.md)', ['link b.md', 'link d.md']],
    ['> [a](b.md)', ['link b.md']],
    ['| [a](b.md) | [c](d.md) |', ['link b.md', 'link d.md']],
    ['<Card>[a](b.md)</Card>', ['link b.md']],
  ])('finds those of %j', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each([
    ['`[a](b.md)`'],
    ['``[a](b.md) ` [c](d.md)``'],
    ['```\n[a](b.md)\n```'],
    ['\\[a](b.md)'],
    ['a](b.md)'],
    ['[^1]: note.md'],
    ['[a](b c.md)'],
    ['[a](b.md'],
    ['[a\n\nb](c.md)'],
  ])('finds none in %j', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('takes a backtick that nothing closes for a backtick', () => {
    expect(found('it`s [a](b.md)')).toEqual(['link b.md']);
  });

  it('replaces destinations and nothing else', () => {
    const text = 'See [a](x.md "t"), `[b](x.md)` and\n\n[c]: <x.md>\n';
    expect(finish(replaceDestinationsInSlices(text, ({ raw }) => (raw === 'x.md' ? 'Y' : undefined)))).toBe(
      'See [a](Y "t"), `[b](x.md)` and\n\n[c]: <Y>\n',
    );
  });

  it('returns any text as it was when nothing is replaced', () => {
    const pieces = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '`',
      '\\',
      '<',
      '>',
      '!',
      '\n',
      ' ',
      'a',
      ':',
      '"',
      '~~~',
      '- ',
      '> ',
    );
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        const text = parts.join('');
        expect(finish(replaceDestinationsInSlices(text, ({ raw }) => raw))).toBe(text);
      }),
    );
  });

  it.each(['[', '](', '`', '[a](', '[](', '[a](b "', '[a](b (', '[a](<', '[]: ', '> ', '- ', '!['])(
    'answers for %j repeated 100,000 times (a quadratic reader would outlive the time limit of a test)',
    (piece) => {
      expect(linkDestinations(piece.repeat(100_000))).toEqual([]);
    },
  );

  it('finds as many as a text holds, and links with no more parentheses in each other than people write', () => {
    expect(linkDestinations('[a]: b\n'.repeat(300_000))).toHaveLength(300_000);
    const nested = (depth: number) => `[a](${'('.repeat(depth)}${')'.repeat(depth)})`;
    expect(linkDestinations(nested(32))).toHaveLength(1);
    expect(linkDestinations(nested(33))).toEqual([]);
  });
});
