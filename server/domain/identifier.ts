import { randomInt } from 'node:crypto';
import { z } from 'zod';

/** Crockford base32, lower case: no i, l, o, u, so an id survives being read aloud or retyped. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RANDOM_LENGTH = 11;
const WELL_FORMED = new RegExp(`^[${ALPHABET}]{${RANDOM_LENGTH + 1}}$`);

/** Prefix of every kind of identifier (decisions, "Identifiers"). */
export const ID_PREFIX = {
  document: 'doc',
  attachment: 'att',
  change_request: 'cr',
  template: 'tpl',
  deck: 'deck',
  user: 'usr',
  token: 'tok',
  space: 'spc',
  notification: 'ntf',
} as const;

export type IdKind = keyof typeof ID_PREFIX;

/** A position-weighted sum, so that one wrong character or two swapped neighbours never pass. */
function checkCharacter(random: string): string {
  let sum = 0;
  for (let position = 0; position < random.length; position += 1) {
    sum += (position * 2 + 1) * ALPHABET.indexOf(random.charAt(position));
  }
  return ALPHABET.charAt(sum % ALPHABET.length);
}

/** A fresh identifier: prefix, `_`, 11 random characters (55 bits), 1 check character. */
export function newId(kind: IdKind): string {
  let random = '';
  for (let index = 0; index < RANDOM_LENGTH; index += 1)
    random += ALPHABET.charAt(randomInt(ALPHABET.length));
  return `${ID_PREFIX[kind]}_${random}${checkCharacter(random)}`;
}

/** Whether a string is a well-formed identifier of this kind, check character included. */
export function isId(kind: IdKind, value: string): boolean {
  const prefix = `${ID_PREFIX[kind]}_`;
  if (!value.startsWith(prefix)) return false;
  const body = value.slice(prefix.length);
  if (!WELL_FORMED.test(body)) return false;
  return checkCharacter(body.slice(0, RANDOM_LENGTH)) === body.charAt(RANDOM_LENGTH);
}

const DOCUMENT_IN_URL = /^https?:\/\/[^\s/]+\/documents\/(doc_[0-9a-z]{12})(?:[/?#]\S*)?$/;

/**
 * The reference that a caller may send for a record: its id. For a document a URL of it is accepted too.
 * A malformed id is not an error of form: it names nothing, and so answers like an unknown one (security A2).
 */
export function idSchema(kind: IdKind) {
  const text = z
    .string()
    .min(1)
    .max(kind === 'document' ? 500 : 64);
  const described = text.describe(
    kind === 'document' ? 'Document id (doc_…) or the URL of a document' : `Id (${ID_PREFIX[kind]}_…)`,
  );
  if (kind !== 'document') return described;
  return described.transform((value) => DOCUMENT_IN_URL.exec(value)?.[1] ?? value);
}
