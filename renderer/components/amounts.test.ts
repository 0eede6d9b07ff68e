import { describe, expect, it } from 'vitest';
import { counted, sizeWords } from './amounts.ts';

describe('a size', () => {
  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [14_200, '15 kB'],
    [1_250_000, '1.3 MB'],
    [950_000_000, '950 MB'],
    [12_340_000_000, '12.3 GB'],
  ])('of %d bytes is %s', (bytes, words) => expect(sizeWords(bytes)).toBe(words));
});

it.each([
  [0, '0 pages'],
  [1, '1 page'],
  [1200, '1,200 pages'],
])('%d of something is %s', (count, words) => expect(counted(count, 'page')).toBe(words));
