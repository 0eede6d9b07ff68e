import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** How each kind of secret starts, so that people and secret scanners know one when they see it (decisions, "Token"). */
export const SECRET_PREFIX = {
  personal_token: 'cpl_pat_',
  /** Cookie of a browser that somebody is signed in with. */
  session: 'cpl_ses_',
  /** Cookie by which a browser is known again, signed in or not. */
  browser: 'cpl_brw_',
  invitation: 'cpl_inv_',
  upload_link: 'cpl_up_',
  /** Opens the app of the person at the machine, once. */
  launch_ticket: 'cpl_lt_',
} as const;

export type SecretKind = keyof typeof SECRET_PREFIX;

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 > 2^256: 43 characters carry 256 bits. */
const SECRET_LENGTH = 43;
/** 62^6 > 2^32: 6 characters carry a CRC32. */
const CHECKSUM_LENGTH = 6;
/** Bytes from here on are thrown away: 248 is the largest multiple of 62 below 256, so the rest is unbiased. */
const UNBIASED_BELOW = 248;

const RANDOM_PART = new RegExp(`^[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

export interface MintedToken {
  /** The whole token: shown once, stored never. */
  secret: string;
  /** What is stored: SHA-256 of the whole token, hex. */
  hash: string;
  last_four: string;
}

/**
 * A fresh secret: prefix of its kind, 43 base62 characters (256 bits), 6 base62 characters of CRC32 (decisions,
 * "Token"; security T1).
 */
export function mintSecret(kind: SecretKind): MintedToken {
  const unchecked = SECRET_PREFIX[kind] + randomBase62(SECRET_LENGTH);
  const secret = unchecked + checksum(unchecked);
  return { secret, hash: hashToken(secret), last_four: secret.slice(-4) };
}

export const mintPersonalToken = (): MintedToken => mintSecret('personal_token');

/** SHA-256 of a token, hex: the only form in which a token is stored or looked up (security T2). */
export function hashToken(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/**
 * The secret when its form and checksum are right, else undefined. Decided without any lookup, so that a
 * mistyped or invented one never reaches the records (security T1). A right form proves nothing yet.
 */
export function parseSecret(kind: SecretKind, text: string): string | undefined {
  const prefix = SECRET_PREFIX[kind];
  if (!text.startsWith(prefix) || !RANDOM_PART.test(text.slice(prefix.length))) return undefined;
  return checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH) ? text : undefined;
}

export const parsePersonalToken = (text: string): string | undefined => parseSecret('personal_token', text);

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
