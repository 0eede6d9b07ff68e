import { isId } from './identifier.ts';

const DOCUMENT_LINK = /\/documents\/(doc_[0-9a-z]{12})(?![0-9a-z])/g;

/** Each document's links are kept in memory: no page that people read has more. */
const MOST_LINKS = 2000;

/** Ids of the documents that a text links to, each once, in the order of their first appearance: the first 2,000. */
export function linkedDocuments(markdown: string): string[] {
  const ids = new Set<string>();
  for (const match of markdown.matchAll(DOCUMENT_LINK)) {
    const id = match[1];
    if (id !== undefined && isId('document', id)) ids.add(id);
    if (ids.size === MOST_LINKS) break;
  }
  return [...ids];
}
