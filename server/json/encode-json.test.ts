import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { finish } from '../sliced-work.ts';
import { encodeJson, SLICE_CHARACTERS } from './encode-json.ts';

const encode = (value: unknown, layout: 'compact' | 'indented' = 'compact') =>
  Buffer.concat(finish(encodeJson(value, layout))).toString();

describe('JSON in pieces', () => {
  const long = fc
    .tuple(fc.string({ unit: 'binary', maxLength: 9 }), fc.nat(SLICE_CHARACTERS))
    .map(([unit, more]) => (unit === '' ? '' : unit.repeat((SLICE_CHARACTERS + more) / unit.length)));
  const value = fc.oneof(fc.jsonValue({ stringUnit: 'binary' }), long);
  const nested = fc.oneof(
    value,
    fc.array(value, { maxLength: 4 }),
    fc.dictionary(fc.string(), fc.oneof(value, fc.constant(undefined)), { maxKeys: 4 }),
    fc.record({ items: fc.array(fc.record({ id: value, text: long }), { maxLength: 3 }), total: fc.nat() }),
  );

  test('is what JSON.stringify makes, whatever the value', () => {
    fc.assert(
      fc.property(nested, (input) => {
        // Compared like this, for a difference would be printed whole.
        expect(encode(input) === JSON.stringify(input)).toBe(true);
        expect(encode(input, 'indented') === JSON.stringify(input, null, 2)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test('of a short value is one piece, without a pause', () => {
    const work = encodeJson({ title: 'x', tags: ['a', 'b'], gone: undefined });
    expect(work.next()).toEqual({ done: true, value: [Buffer.from('{"title":"x","tags":["a","b"]}')] });
  });

  test.each([
    ['one long text', '\u0001'.repeat(4 * SLICE_CHARACTERS)],
    ['many texts', Array.from({ length: 100 }, () => ({ text: 'x'.repeat(SLICE_CHARACTERS / 25) }))],
    ['many small values', Array.from({ length: SLICE_CHARACTERS }, () => 12)],
  ])('of %s is made in slices of bounded size', (_name, input) => {
    const work = encodeJson({ input });
    let slices = 1;
    let step = work.next();
    for (; !step.done; step = work.next()) slices += 1;
    expect(slices).toBeGreaterThanOrEqual(4);
    const longest = Math.max(...step.value.map((piece) => piece.length));
    expect(longest).toBeLessThanOrEqual('\\u0001'.length * SLICE_CHARACTERS + 100);
  });
});
