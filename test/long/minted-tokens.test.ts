import { expect, test } from 'vitest';
import { mintPersonalToken } from '../../server/domain/token-secret.ts';
import { changesThatPass, mintMany, UNFAIR_CHI_SQUARE } from '../tokens/mint-many.ts';

const MINTED = 1_000_000;
const CHANGED = 1_000;

test('"1,000,000 minted: no duplicate, χ² uniform" (security T1)', () => {
  const { different, chiSquare } = mintMany(MINTED);
  expect(different).toBe(MINTED);
  expect(chiSquare).toBeLessThan(UNFAIR_CHI_SQUARE);
});

test('"every single-character change fails the checksum" (security T1): all of a thousand tokens', () => {
  for (let index = 0; index < CHANGED; index += 1)
    expect(changesThatPass(mintPersonalToken().secret)).toBe(0);
});
