import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasTooManyLines, sharedEnds } from './large-text.ts';

const text = fc.array(fc.constantFrom('a', 'b', ''), { maxLength: 8 }).map((lines) => lines.join('\n'));

describe('what texts have in common at both ends', () => {
  it('is whole lines, and with what stands between gives each text back', () => {
    fc.assert(
      fc.property(text, text, text, (first, second, third) => {
        const { head, tail, middles } = sharedEnds([first, second, third]);
        expect(middles.map((middle) => head + middle + tail)).toEqual([first, second, third]);
        expect(head).toMatch(/^$|\n$/);
        expect(tail).toMatch(/^$|^\n/);
      }),
    );
  });

  it.each([
    ['one\ntwo\nthree', 'one\nTWO\nthree', 'one\n', '\nthree'],
    ['one\ntwo', 'one\nnew\ntwo', 'one\n', ''],
    ['same start', 'same end', '', ''],
    ['', '\n', '', ''],
  ])('of %j and %j', (first, second, head, tail) => {
    expect(sharedEnds([first, second])).toMatchObject({ head, tail });
  });
});

it('a text is too long to be compared by lines from its 40,001st line on', () => {
  expect(hasTooManyLines('\n'.repeat(39_999))).toBe(false);
  expect(hasTooManyLines('\n'.repeat(40_000))).toBe(true);
});
