import { describe, expect, test } from 'vitest';
import { isTooHeavy, parsingWeight } from './weight.ts';

describe('the weight of a text', () => {
  test('prose weighs what it is long, and a page of it is light', () => {
    expect(parsingWeight('Close the valve.')).toBe(16);
    expect(isTooHeavy('Close the [valve](x) of *pump* 3.\n'.repeat(50))).toBe(false);
  });

  test('what costs the square of its length is too heavy long before it is long', () => {
    for (const piece of ['![a ', '*a **b ', ']', '[', '- a\n'])
      expect(isTooHeavy(piece.repeat(1800 / piece.length))).toBe(true);
  });

  test('what is long is too heavy', () => {
    expect(isTooHeavy('a'.repeat(5001))).toBe(true);
  });
});
