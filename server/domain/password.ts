import { z } from 'zod';
import { isCommonPassword } from './common-passwords.ts';

const PASSWORD_MINIMUM_CHARACTERS = 12;
const PASSWORD_MAXIMUM_BYTES = 1024;

/**
 * A new password: at least 12 characters, at most 1,024 bytes, not one of the common ones; NFKC, so that it can
 * be typed on any keyboard (security P1). No rules about which characters.
 */
export const passwordSchema = z
  .string()
  .max(PASSWORD_MAXIMUM_BYTES)
  .transform((password) => password.normalize('NFKC'))
  .refine((password) => password.isWellFormed() && !password.includes('\0'), {
    message: 'must be well-formed Unicode without NUL characters',
  })
  .refine((password) => Array.from(password).length >= PASSWORD_MINIMUM_CHARACTERS, {
    message: `must have at least ${PASSWORD_MINIMUM_CHARACTERS} characters`,
  })
  .refine((password) => new TextEncoder().encode(password).length <= PASSWORD_MAXIMUM_BYTES, {
    message: `must have at most ${PASSWORD_MAXIMUM_BYTES} bytes`,
  })
  .refine((password) => !isCommonPassword(password), {
    message: 'is one of the passwords that are guessed first',
  })
  .describe('Password, at least 12 characters');

/**
 * Whether a password is little more than a word about its owner or this program (security P1).
 *
 * @param words what a guesser knows: username, name, e-mail, workspace name
 */
export function isContextPassword(password: string, words: readonly (string | null)[]): boolean {
  const bare = lettersAndDigits(password);
  return ['commonplace', ...words].some((word) => {
    const known = lettersAndDigits(word ?? '');
    return known.length >= 4 && bare.includes(known) && bare.replaceAll(known, '').length < 6;
  });
}

function lettersAndDigits(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
