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
    expect(parseSearchQuery('tag: tag:"" -tag:')).toEqual({
      query: {
        words: ['tag:', 'tag:'].map((text) => ({ text, prefix: false })),
        phrases: [],
        excluded: ['tag:'],
      },
      operators: {},
      excludedOperators: {},
    });
  });

  it('excludes by operators as well as by words', () => {
    expect(parseSearchQuery('pump -tag:old -TAG:"night shift" -type:sop tag:new -foo:bar')).toEqual({
      query: { words: [{ text: 'pump', prefix: false }], phrases: [], excluded: ['foo:bar'] },
      operators: { tag: ['new'] },
      excludedOperators: { tag: ['old', 'night shift'], type: ['sop'] },
    });
  });

  it('does not look for operators within the values of operators, phrases and words', () => {
    expect(parseSearchQuery('tag:type:sop author:"tag:x" "status:draft" (type:sop)')).toEqual({
      query: { words: [{ text: '(type:sop)', prefix: false }], phrases: ['status:draft'], excluded: [] },
      operators: { tag: ['type:sop'], author: ['tag:x'] },
      excludedOperators: {},
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
    expect(parseSearchQuery('“pump valve” b «red»').query.phrases).toEqual(['pump valve', 'red']);
  });

  it('looks at 64 words of 64 characters at most, and still reads what stands behind them', () => {
    const { query, operators } = parseSearchQuery(`${'word '.repeat(20_000)} tag:late -late "late phrase"`);
    expect(query.words).toHaveLength(64);
    expect(operators).toEqual({ tag: ['late'] });
    expect(query).toMatchObject({ phrases: ['late phrase'], excluded: ['late'] });
    expect(parseSearchQuery('"a b" -c '.repeat(50)).query).toMatchObject({
      phrases: { length: 16 },
      excluded: { length: 16 },
    });
    expect(words('x'.repeat(1000))[0]).toHaveLength(64);
  });

  it('takes the last word for the beginning of one while it is being typed', () => {
    const typed = (text: string) => parseSearchQuery(text, { asYouType: true }).query.words.at(-1);
    expect(typed('reset pum')).toEqual({ text: 'pum', prefix: true, unfinished: true });
    expect(typed('насос')).toMatchObject({ unfinished: true });
    for (const text of ['pump ', 'pump.', 'p', 'pump "val', 'pump -val', 'pump tag:val', 'pump*']) {
      expect([text, typed(text)?.unfinished]).toEqual([text, undefined]);
    }
    expect(parseSearchQuery('reset pum').query.words.at(-1)).toEqual({ text: 'pum', prefix: false });
  });

  it('never throws and stays within its limits, whatever the text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('"', '-', '*', ':', ' ', 'a', '\u0000', '\ud800', '\udfff', '“', '\u0301'),
      }),
      fc.constantFrom(
        'tag:',
        'type:"',
        'status:draft',
        '-"',
        '-tag:',
        '-type:"',
        '__proto__:x',
        'constructor:',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece), fc.boolean(), (pieces, asYouType) => {
        const { query, operators, excludedOperators } = parseSearchQuery(pieces.join(''), { asYouType });
        const texts = [...query.words.map((word) => word.text), ...query.phrases, ...query.excluded];
        expect(texts.length).toBeLessThanOrEqual(96);
        const values = [operators, excludedOperators].flatMap((each) => Object.values(each).flat());
        expect(values.length).toBeLessThanOrEqual(2 * 5 * 16);
        for (const text of [...texts, ...values]) {
          expect(text.trim()).not.toBe('');
          expect(text.isWellFormed()).toBe(true);
          expect(text.length).toBeLessThanOrEqual(256);
        }
      }),
    );
  });
});
