import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearchQuery } from './search-query.ts';

const words = (text: string) => parseSearchQuery(text).query.words.map((word) => word.text);

describe('the search grammar', () => {
  it('takes words, "phrases" and -exclusions apart', () => {
    expect(parseSearchQuery('reset "pump valve" -steam').query).toEqual({
      words: [{ text: 'reset', prefix: false }],
      phrases: ['pump valve'],
      excluded: ['steam'],
    });
  });

  it('excludes phrases too, and reads a command-line flag or a lone minus as text', () => {
    expect(parseSearchQuery('-"pump valve"').query.excluded).toEqual(['pump valve']);
    expect(parseSearchQuery('serve --data - x').query).toEqual({
      words: ['serve', '--data', '-', 'x'].map((text) => ({ text, prefix: false })),
      phrases: [],
      excluded: [],
    });
  });

  it('knows the operators type: tag: space: author: status: in any case, with plain or quoted values', () => {
    const { query, operators } = parseSearchQuery(
      'Type:sop TAG:"release notes" space:ops author:ada status:draft',
    );
    expect(operators).toEqual({
      type: ['sop'],
      tag: ['release notes'],
      space: ['ops'],
      author: ['ada'],
      status: ['draft'],
    });
    expect(query).toEqual({ words: [], phrases: [], excluded: [] });
  });

  it('collects a repeated operator’s values, which are alternatives', () => {
    expect(parseSearchQuery('tag:a tag:b tag:a').operators).toEqual({ tag: ['a', 'b'] });
  });

  it('reads an unknown x:, a URL and a time as plain text', () => {
    expect(words('foo:bar http://a.example/b 12:30')).toEqual(['foo:bar', 'http://a.example/b', '12:30']);
    expect(parseSearchQuery('foo:bar').operators).toEqual({});
  });

  it('reads an operator without a value as a word', () => {
    expect(parseSearchQuery('tag: tag:""')).toEqual({
      query: { words: ['tag', 'tag'].map((text) => ({ text, prefix: false })), phrases: [], excluded: [] },
      operators: {},
    });
  });

  it('takes word* for a prefix of at least two letters; an asterisk elsewhere is text', () => {
    expect(parseSearchQuery('conf* c* *conf co*nf').query.words).toEqual([
      { text: 'conf', prefix: true },
      { text: 'c*', prefix: false },
      { text: '*conf', prefix: false },
      { text: 'co*nf', prefix: false },
    ]);
  });

  it('lets a quote that is never closed reach to the end, and knows typographic quotes', () => {
    expect(parseSearchQuery('a "pump valve').query.phrases).toEqual(['pump valve']);
    expect(parseSearchQuery('“pump valve” b').query.phrases).toEqual(['pump valve']);
  });

  it('looks at 16 terms of 64 characters at most, and still reads the operators behind them', () => {
    const { query, operators } = parseSearchQuery(`${'word '.repeat(20_000)} tag:late`);
    expect(query.words).toHaveLength(16);
    expect(operators).toEqual({ tag: ['late'] });
    expect(words('x'.repeat(1000))[0]).toHaveLength(64);
  });

  it('never throws and stays within its limits, whatever the text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('"', '-', '*', ':', ' ', 'a', '\u0000', '\ud800', '\udfff', '“', '\u0301'),
      }),
      fc.constantFrom('tag:', 'type:"', 'status:draft', '-"', '__proto__:x', 'constructor:'),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const { query, operators } = parseSearchQuery(pieces.join(''));
        const texts = [...query.words.map((word) => word.text), ...query.phrases, ...query.excluded];
        expect(texts.length).toBeLessThanOrEqual(16);
        for (const text of [...texts, ...Object.values(operators).flat()]) {
          expect(text.isWellFormed()).toBe(true);
          expect(text.length).toBeLessThanOrEqual(256);
        }
      }),
    );
  });
});
