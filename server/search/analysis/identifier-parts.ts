import { MAX_WORD_LENGTH } from './fold.ts';

const JOINT = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]|_|[A-Za-z]\d|\d[A-Za-z]/;
const PART = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

/** The parts of `camelCase`, `PascalCase`, `snake_case` and `sha256`, lower-cased; none for a simple word. */
export function identifierParts(raw: string): string[] {
  const bounded = raw.slice(0, MAX_WORD_LENGTH);
  if (!JOINT.test(bounded) || !/^\w+$/.test(bounded)) return [];
  const parts = bounded.match(PART) ?? [];
  return parts.length < 2 ? [] : parts.map((part) => part.toLowerCase()).filter((part) => part.length > 1);
}
