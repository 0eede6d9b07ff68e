import { expect, it } from 'vitest';
import { progressWords } from './transfer-progress.ts';

it.each([
  [120, 301, 14, 88, '120 of 301 pages · 14 of 88 pictures'],
  [0, 1, 0, 1, '0 of 1 page · 0 of 1 picture'],
  [1_250, 10_000, 0, 0, '1,250 of 10,000 pages'],
  [0, 0, 3, 7, '3 of 7 pictures'],
  [0, 0, 0, 0, ''],
])('%i of %i pages and %i of %i pictures: %s', (pages, totalPages, images, totalImages, words) => {
  expect(progressWords({ pages, totalPages, images, totalImages })).toBe(words);
});
