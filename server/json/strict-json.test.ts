import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { finish } from '../sliced-work.ts';
import { SLICE_BYTES } from './json-text.ts';
import { parseStrictJson } from './strict-json.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const parseBytes = (raw: Uint8Array) => finish(parseStrictJson(raw));
const parse = (text: string) => parseBytes(bytes(text));

function refusal(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return error.message;
    throw error;
  }
  return 'accepted';
}

function isAcceptedByJsonParse(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('what is valid JSON', () => {
  test('gives exactly what JSON.parse gives', () => {
    const safe = fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' }).filter((value) => {
      const text = JSON.stringify(value);
      return !/\\u0000|\\ud[89a-f]|__proto__|constructor|prototype/.test(text);
    });
    fc.assert(
      fc.property(safe, fc.constantFrom(undefined, 1, '\t', '\r\n '), (value, space) => {
        const text = JSON.stringify(value, null, space).replaceAll('\\r\\n ', ' ');
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 3000 },
    );
  });

  test('and one changed character never makes it accept what JSON.parse refuses', () => {
    const piece = fc.constantFrom(...'{}[]":,\\ \n019-+.eEtrufalsn\u0001'.split(''));
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(), piece, (value, place, character) => {
        const text = JSON.stringify(value);
        const index = place % text.length;
        const changed = text.slice(0, index) + character + text.slice(index + 1);
        const isRefused = refusal(changed) !== 'accepted';
        expect(isRefused || isAcceptedByJsonParse(changed)).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  test('and strings made of tokens are judged as JSON.parse judges them, duplicate keys apart', () => {
    const token = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"b"',
      '1',
      '-',
      '01',
      'true',
      'nul',
      '"\\x"',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 9 }), (tokens) => {
        const text = tokens.join('');
        const message = refusal(text);
        expect(message === 'accepted').toBe(isAcceptedByJsonParse(text) && !message.includes('twice'));
      }),
      { numRuns: 20_000 },
    );
  });
});

describe('what is refused, with a message that names the problem', () => {
  test.each([
    ['nothing', '', 'ends too early'],
    ['an unclosed object', '{"a":1', 'ends too early'],
    ['an unclosed text', '{"a', 'does not end'],
    ['a trailing comma', '{"a":1,}', 'unexpected character at position 7'],
    ['a second value', '{} {}', 'unexpected character at position 3'],
    ['single quotes', "{'a':1}", 'unexpected character at position 1'],
    ['a comment', '{} // x', 'unexpected character'],
    ['NaN', '[NaN]', 'unexpected character'],
    ['a leading zero', '[01]', 'unexpected character'],
    ['a byte order mark', '\ufeff{}', 'unexpected character at position 0'],
    ['a bad escape', '["\\x"]', 'bad character'],
    ['a raw line break in a text', '["a\nb"]', 'bad character'],
    ['a key twice', '{"title":1,"title":2}', 'key "title" twice'],
    ['a key twice, once escaped', '{"title":1,"t\\u0069tle":2}', 'key "title" twice'],
    ['__proto__', '{"a":{"__proto__":{}}}', 'forbidden key "__proto__"'],
    ['__proto__, escaped', '{"__pr\\u006fto__":{}}', 'forbidden key "__proto__"'],
    ['constructor', '[{"constructor":1}]', 'forbidden key "constructor"'],
    ['prototype', '{"prototype":1}', 'forbidden key "prototype"'],
    ['half a surrogate pair', '["\\ud83d"]', 'half a surrogate pair'],
    ['half a surrogate pair in a key', '{"\\uDC00":1}', 'half a surrogate pair'],
    ['NUL', '["a\\u0000b"]', 'NUL character'],
    ['NUL in a key', '{"\\u0000":1}', 'NUL character'],
    ['an endless number', '[1e999]', 'number out of range'],
    ['an endless negative number', '[-1e999]', 'number out of range'],
    ['33 levels', `${'['.repeat(33)}${']'.repeat(33)}`, 'nested deeper than 32 levels'],
    ['100,000 levels', '['.repeat(100_000), 'nested deeper than 32 levels'],
    [
      '1,001 keys',
      `{${Array.from({ length: 1001 }, (_, key) => `"${key}":1`).join()}}`,
      'more than 1000 keys',
    ],
    ['10,001 items', `[${'1,'.repeat(10_000)}1]`, 'more than 10000 array items'],
  ])('%s', (_name, text, problem) => {
    expect(refusal(text)).toContain(problem);
  });

  test('bytes that are not UTF-8', () => {
    expect(() => parseBytes(Uint8Array.of(0x22, 0xff, 0x22))).toThrow('not valid UTF-8');
    expect(() => parseBytes(Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22))).toThrow('not valid UTF-8');
  });

  test('a message quotes only the harmless part of a key', () => {
    const key = `<script>\u202e${'x'.repeat(1000)}`;
    const message = refusal(`{${JSON.stringify(key)}:1,${JSON.stringify(key)}:1}`);
    expect(message).not.toMatch(/[<>\u202e]/);
    expect(message.length).toBeLessThan(150);
  });
});

describe('what looks alike but is fine', () => {
  test.each([
    ['a backslash before u0000', '["\\\\u0000"]'],
    ['a backslash before ud83d', '["\\\\ud83d"]'],
    ['a whole escaped pair', '["\\ud83d\\ude00"]'],
    ['the same key in two objects', '[{"a":1},{"a":2}]'],
    ['the forbidden words as values', '["__proto__","constructor"]'],
    ['32 levels', `${'['.repeat(32)}${']'.repeat(32)}`],
    ['escaped quotes and backslashes', '{"\\"\\\\":"\\\\\\""}'],
  ])('%s', (_name, text) => {
    expect(parse(text)).toEqual(JSON.parse(text));
  });
});

describe('a large body', () => {
  /** What it is parsed to, and the longest way in bytes that was gone without a pause. */
  function parseSliced(text: string): { value: unknown; slices: number } {
    const work = parseStrictJson(bytes(text), { depth: 32, keys: 1_000_000, items: 1_000_000 });
    for (let slices = 1; ; slices += 1) {
      const step = work.next();
      if (step.done) return { value: step.value, slices };
    }
  }

  const LENGTH = 3 * SLICE_BYTES;

  test.each([
    ['plain text', (fill: number) => 'x'.repeat(fill)],
    ['escaped quotes', (fill: number) => '\\"'.repeat(fill / 2)],
    ['escaped backslashes', (fill: number) => '\\\\'.repeat(fill / 2)],
    ['escaped pairs', (fill: number) => '\\ud83d\\ude00'.repeat(fill / 12)],
    ['escaped pairs, shifted', (fill: number) => `xxx${'\\ud83d\\ude00'.repeat(fill / 12)}`],
    ['long characters', (fill: number) => `x${'\u{1f600}'.repeat(fill / 4)}`],
  ])('of %s is parsed in slices, to what JSON.parse gives', (_name, make) => {
    const text = `{"a":["${make(LENGTH)}",1]}`;
    const { value, slices } = parseSliced(text);
    // Compared like this, for a difference would be printed whole.
    expect(JSON.stringify(value) === JSON.stringify(JSON.parse(text))).toBe(true);
    expect(slices).toBeGreaterThanOrEqual(3);
  });

  test('of white space, of many texts and of many numbers is parsed in slices', () => {
    const many = (item: string) => `[${`${item},`.repeat(LENGTH / (item.length + 1))}0]`;
    for (const text of [`[${' '.repeat(LENGTH)}]`, many(`"${'y'.repeat(99)}"`), many('123456789')]) {
      const { value, slices } = parseSliced(text);
      expect(JSON.stringify(value) === JSON.stringify(JSON.parse(text))).toBe(true);
      expect(slices).toBeGreaterThanOrEqual(3);
    }
  });

  test('with half a pair where a slice ends is refused', () => {
    for (const shift of ['', 'x', 'xx', 'xxx', 'xxxx', 'xxxxx']) {
      const text = `"${shift}${'\\ud83d\\ude00'.repeat(LENGTH / 12)}\\ud83d"`;
      expect(refusal(text)).toContain('half a surrogate pair');
      expect(refusal(text.replace('\\ude00', ''))).toContain('half a surrogate pair');
    }
  });

  test('of small size is parsed without a pause', () => {
    expect(parseSliced('{"title":"x","content":"y"}').slices).toBe(1);
  });
});
