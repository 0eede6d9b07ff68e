import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileNameFor } from './file-name.ts';

describe('a file name from a title', () => {
  it.each([
    ['Getting started', 'getting-started'],
    ["Ada's guide: C++ & more!", 'adas-guide-c-more'],
    ['手順書 2026', '手順書-2026'],
    ['../../etc/passwd', 'etc-passwd'],
    ['???', 'page'],
    ['CON', 'con-page'],
    ['lpt1', 'lpt1-page'],
    ['README', 'readme-page'],
    ['Index', 'index-page'],
  ])('%j is %j', (title, name) => {
    expect(fileNameFor(title, new Set())).toBe(name);
  });

  it('is never given twice, not even in other case or composition', () => {
    const taken = new Set<string>();
    expect([
      fileNameFor('Café', taken),
      fileNameFor('CAFE\u0301', taken),
      fileNameFor('café', taken),
    ]).toEqual(['café', 'café-2', 'café-3']);
  });

  it('is another one where a disk takes ß and ss for the same', () => {
    const taken = new Set<string>();
    expect([fileNameFor('Straße', taken), fileNameFor('Strasse', taken)]).toEqual(['straße', 'strasse-2']);
  });

  it('is found at once, however many pages have the title (a search from 1 on would outlive the time limit)', () => {
    const taken = new Set<string>();
    const names = Array.from({ length: 50_000 }, () => fileNameFor('Untitled', taken));
    expect(names.at(-1)).toBe('untitled-50000');
    expect(fileNameFor('Untitled 2', taken)).toBe('untitled-2-2');
  });

  it('of any titles is safe, unique and at most 100 bytes long', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 200 }), { minLength: 1 }), (titles) => {
        const taken = new Set<string>();
        const names = titles.map((title) => fileNameFor(title, taken));
        expect(new Set(names.map((name) => name.toLowerCase().normalize('NFKD'))).size).toBe(titles.length);
        for (const name of names) {
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(100);
          expect(name).toMatch(/^[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*$/u);
        }
      }),
    );
  });
});
