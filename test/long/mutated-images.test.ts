import { expect, it } from 'vitest';
import { checkMany } from '../images/check-many.ts';

const PICTURES = 100_000;
const PER_ROUND = 10_000;
const MEGABYTE = 1024 * 1024;

it('100,000 mutated pictures: 0 hangs, 0 crashes, memory flat (security U4)', async () => {
  let checked = 0;
  let afterFirstRound = 0;
  for (let seed = 2; checked < PICTURES; seed += 1) {
    const { taken, refused } = await checkMany(PER_ROUND, seed);
    checked += taken + refused;
    if (seed === 2) afterFirstRound = process.memoryUsage().rss;
  }
  expect(process.memoryUsage().rss - afterFirstRound).toBeLessThan(100 * MEGABYTE);
});
