import { expect, it } from 'vitest';
import { checkMany } from './check-many.ts';

it('2,000 mutated pictures: no hang, no crash, each refused with a reason or kept whole (security U4)', async () => {
  const { taken, refused } = await checkMany(2_000, 1);
  expect(taken + refused).toBe(2_000);
  expect(taken).toBeGreaterThan(50);
  expect(refused).toBeGreaterThan(1_000);
});
