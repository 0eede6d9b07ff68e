import { isId } from './identifier.ts';

const DOCUMENT_LINK = /\/documents\/(doc_[0-9a-z]{12})(?![0-9a-z])/g;

/** Ids of the documents that a text links to, each once, in the order of their first appearance. */
export function linkedDocuments(markdown: string): string[] {
  const ids = new Set<string>();
  for (const match of markdown.matchAll(DOCUMENT_LINK)) {
    const id = match[1];
    if (id !== undefined && isId('document', id)) ids.add(id);
  }
  return [...ids];
}
