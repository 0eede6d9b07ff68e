import { randomInt } from 'node:crypto';
import { z } from 'zod';

/** Crockford base32, lower case: no i, l, o, u, so an id survives being read aloud or retyped. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RANDOM_LENGTH = 11;

/** Prefix of every kind of identifier (decisions, "Identifiers"). */
export const ID_PREFIX = {
  document: 'doc',
  attachment: 'att',
  change_request: 'cr',
  template: 'tpl',
  deck: 'deck',
  assignment: 'asg',
  user: 'usr',
  token: 'tok',
  space: 'spc',
  notification: 'ntf',
  session: 'ses',
  sign_in_code: 'sic',
  connected_app: 'app',
  upload_link: 'upl',
  sitting: 'sit',
  checklist: 'chk',
} as const;

export type IdKind = keyof typeof ID_PREFIX;

/** What each ASCII character counts; -1 for those that no identifier has. */
const VALUES = Int8Array.from({ length: 128 }, (_, code) => ALPHABET.indexOf(String.fromCharCode(code)));

/**
 * A position-weighted sum, so that one wrong character or two swapped neighbours never pass. Counts the 11 random
 * characters from `start` on; undefined when one of them is none.
 */
function checkValue(text: string, start: number): number | undefined {
  let sum = 0;
  for (let position = 0; position < RANDOM_LENGTH; position += 1) {
    const value = VALUES[text.charCodeAt(start + position)] ?? -1;
    if (value === -1) return undefined;
    sum += (position * 2 + 1) * value;
  }
  return sum % ALPHABET.length;
}

/** A fresh identifier: prefix, `_`, 11 random characters (55 bits), 1 check character. */
export function newId(kind: IdKind): string {
  let random = '';
  for (let index = 0; index < RANDOM_LENGTH; index += 1)
    random += ALPHABET.charAt(randomInt(ALPHABET.length));
  return `${ID_PREFIX[kind]}_${random}${ALPHABET.charAt(checkValue(random, 0) ?? 0)}`;
}

/** Whether a string is a well-formed identifier of this kind, check character included. */
export function isId(kind: IdKind, value: string): boolean {
  const prefix = ID_PREFIX[kind];
  const start = prefix.length + 1;
  if (value.length !== start + RANDOM_LENGTH + 1) return false;
  if (!value.startsWith(prefix) || value.charAt(prefix.length) !== '_') return false;
  const check = checkValue(value, start);
  return check !== undefined && ALPHABET.charAt(check) === value.charAt(start + RANDOM_LENGTH);
}

/** As the service gives them out, as texts link to documents, and as the app shows them in its address line. */
const DOCUMENT_IN_URL = /^(?:https?:\/\/[^\s/]+)?\/(?:#\/)?documents\/(doc_[0-9a-z]{12})(?:[/?#]\S*)?$/;

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
