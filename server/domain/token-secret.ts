import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** How a personal token starts, so that people and secret scanners know one when they see it. */
export const PERSONAL_TOKEN_PREFIX = 'cpl_pat_';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 > 2^256: 43 characters carry 256 bits. */
const SECRET_LENGTH = 43;
/** 62^6 > 2^32: 6 characters carry a CRC32. */
const CHECKSUM_LENGTH = 6;
/** Bytes from here on are thrown away: 248 is the largest multiple of 62 below 256, so the rest is unbiased. */
const UNBIASED_BELOW = 248;

const PERSONAL_TOKEN = new RegExp(
  `^${PERSONAL_TOKEN_PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`,
);

export interface MintedToken {
  /** The whole token: shown once, stored never. */
  secret: string;
  /** What is stored: SHA-256 of the whole token, hex. */
  hash: string;
  last_four: string;
}

/**
 * A fresh personal access token: `cpl_pat_`, 43 base62 characters (256 bits), 6 base62 characters of CRC32
 * (decisions, "Token"; security T1).
 */
export function mintPersonalToken(): MintedToken {
  const unchecked = PERSONAL_TOKEN_PREFIX + randomBase62(SECRET_LENGTH);
  const secret = unchecked + checksum(unchecked);
  return { secret, hash: hashToken(secret), last_four: secret.slice(-4) };
}

/** SHA-256 of a token, hex: the only form in which a token is stored or looked up (security T2). */
export function hashToken(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/**
 * The token when its form and checksum are right, else undefined. Decided without any lookup, so that a
 * mistyped or invented token never reaches the records (security T1). A right form proves nothing yet.
 */
export function parsePersonalToken(text: string): string | undefined {
  if (!PERSONAL_TOKEN.test(text)) return undefined;
  return checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH) ? text : undefined;
}

/** The checksum covers the prefix too, so a token of one kind never passes as another. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    digits = BASE62.charAt(rest % BASE62.length) + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}

function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < UNBIASED_BELOW && text.length < length) text += BASE62.charAt(byte % BASE62.length);
    }
  }
  return text;
}
