import { mintPersonalToken, parsePersonalToken, SECRET_PREFIX } from '../../server/domain/token-secret.ts';

export const BASE62_CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.split('');

/** 61 degrees of freedom: a fair source exceeds it about once in a billion runs. */
export const UNFAIR_CHI_SQUARE = 150;

const RANDOM_START = SECRET_PREFIX.personal_token.length;
const RANDOM_CHARACTERS = 43;

/** Mints so many personal tokens and tells how many differ, and how evenly their random characters are spread. */
export function mintMany(count: number): { different: number; chiSquare: number } {
  const seen = new Set<string>();
  const uses = new Uint32Array(128);
  for (let index = 0; index < count; index += 1) {
    const { secret } = mintPersonalToken();
    seen.add(secret);
    for (let at = RANDOM_START; at < RANDOM_START + RANDOM_CHARACTERS; at += 1) {
      const code = secret.charCodeAt(at);
      uses[code] = (uses[code] ?? 0) + 1;
    }
  }
  const expected = (count * RANDOM_CHARACTERS) / BASE62_CHARACTERS.length;
  const chiSquare = BASE62_CHARACTERS.reduce(
    (sum, character) => sum + ((uses[character.charCodeAt(0)] ?? 0) - expected) ** 2 / expected,
    0,
  );
  return { different: seen.size, chiSquare };
}

/** Of all that one changed character makes of a token: how many still pass. */
export function changesThatPass(secret: string): number {
  let passed = 0;
  for (let place = 0; place < secret.length; place += 1) {
    for (const character of BASE62_CHARACTERS) {
      if (secret[place] === character) continue;
      const changed = secret.slice(0, place) + character + secret.slice(place + 1);
      if (parsePersonalToken(changed) !== undefined) passed += 1;
    }
  }
  return passed;
}
