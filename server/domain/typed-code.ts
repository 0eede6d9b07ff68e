import { randomInt } from 'node:crypto';

/** Crockford base32: no letter that is taken for another or for a figure. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 50 bits, for a code that lives ten minutes and may be tried a hundred times a minute. */
const LENGTH = 10;
const MEANT: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/** A fresh code that is read from one screen and typed into another. */
export function mintTypedCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

/** In two groups, which are easier to read: `7Q3KD-M9XTA`. */
export function showTypedCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}

/** The code that a person meant, however they grouped it and in whatever case; undefined when it cannot be one. */
export function parseTypedCode(text: string): string | undefined {
  const code = text
    .slice(0, 100)
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll(/[OIL]/g, (letter) => MEANT[letter] ?? letter);
  return code.length === LENGTH && Array.from(code).every((letter) => ALPHABET.includes(letter))
    ? code
    : undefined;
}
