import { expect, it } from 'vitest';
import { nextIndex } from './next-index.ts';

it.each([
  ['ArrowDown', 0, 3, 1],
  ['ArrowDown', 2, 3, 0],
  ['ArrowUp', 0, 3, 2],
  ['PageDown', 1, 20, 9],
  ['PageDown', 18, 20, 19],
  ['PageUp', 18, 20, 10],
  ['PageUp', 3, 20, 0],
  ['ArrowDown', 0, 0, undefined],
  ['Home', 2, 3, undefined],
  ['a', 2, 3, undefined],
])('%s at line %i of %i goes to %s', (key, index, count, expected) => {
  expect(nextIndex(key, index, count)).toBe(expected);
});
