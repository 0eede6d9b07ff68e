import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BASE62_CHARACTERS, mintMany, UNFAIR_CHI_SQUARE } from '../../test/tokens/mint-many.ts';
import {
  hashToken,
  mintPersonalToken,
  mintSecret,
  parsePersonalToken,
  parseSecret,
  SECRET_PREFIX,
  type SecretKind,
} from './token-secret.ts';

describe('a personal token', () => {
  test('is "`cpl_pat_` + 43 base62 + 6 base62 of CRC32", and stored as its SHA-256 only', () => {
    const token = mintPersonalToken();
    expect(token.secret).toMatch(/^cpl_pat_[0-9A-Za-z]{49}$/);
    expect(token.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(token.hash).toBe(hashToken(token.secret));
    expect(token.last_four).toBe(token.secret.slice(-4));
    expect(parsePersonalToken(token.secret)).toBe(token.secret);
  });

  test('"every single-character change fails the checksum"', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(...BASE62_CHARACTERS), (place, character) => {
        const { secret } = mintPersonalToken();
        const index = place % secret.length;
        fc.pre(secret[index] !== character);
        const changed = secret.slice(0, index) + character + secret.slice(index + 1);
        expect(parsePersonalToken(changed)).toBeUndefined();
      }),
      { numRuns: 5000 },
    );
  });

  test('is refused with a character missing, added or swapped with its neighbour', () => {
    for (let round = 0; round < 200; round += 1) {
      const { secret } = mintPersonalToken();
      const index = 8 + (round % 48);
      const swapped = secret.slice(0, index) + secret[index + 1] + secret[index] + secret.slice(index + 2);
      expect(parsePersonalToken(swapped)).toBe(swapped === secret ? secret : undefined);
      expect(parsePersonalToken(secret.slice(0, -1))).toBeUndefined();
      expect(parsePersonalToken(`${secret}0`)).toBeUndefined();
      expect(parsePersonalToken(`${secret}\n`)).toBeUndefined();
      expect(parsePersonalToken(` ${secret}`)).toBeUndefined();
    }
  });

  test('is never minted twice, and uses every character about as often', () => {
    const { different, chiSquare } = mintMany(20_000);
    expect(different).toBe(20_000);
    expect(chiSquare).toBeLessThan(UNFAIR_CHI_SQUARE);
  });
});

test('a secret of one kind never passes as one of another, not even with its prefix exchanged', () => {
  const kinds = Object.keys(SECRET_PREFIX) as SecretKind[];
  for (const kind of kinds) {
    const { secret } = mintSecret(kind);
    const body = secret.slice(SECRET_PREFIX[kind].length);
    for (const other of kinds) {
      expect(parseSecret(other, secret)).toBe(other === kind ? secret : undefined);
      expect(parseSecret(other, SECRET_PREFIX[other] + body) !== undefined).toBe(other === kind);
    }
  }
});
