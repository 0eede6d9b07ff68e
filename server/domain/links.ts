import { isId } from './identifier.ts';

const PATH = '/documents/';
const ID_LENGTH = 'doc_000000000000'.length;

/** Each document's links are kept in memory: no page that people read has more. */
const MOST_LINKS = 2000;

/** Ids of the documents that a text links to, each once, in the order of their first appearance: the first 2,000. */
export function linkedDocuments(markdown: string): string[] {
  const ids = new Set<string>();
  let last = '';
  for (let at = markdown.indexOf(PATH); at !== -1 && ids.size < MOST_LINKS; at = markdown.indexOf(PATH, at)) {
    at += PATH.length;
    if (!markdown.startsWith('doc_', at) || isIdCharacter(markdown.charCodeAt(at + ID_LENGTH))) continue;
    const id = markdown.slice(at, at + ID_LENGTH);
    // Hostile texts repeat one link: the second look is cheaper than the second check.
    if (id !== last && isId('document', id)) ids.add(id);
    last = id;
  }
  return [...ids];
}

/** A digit or a small letter: with one behind it an id is part of a longer word. */
function isIdCharacter(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 122);
}
