import { readFileSync } from 'node:fs';
import { searchableDocument } from '../../builders/searchable-document.ts';
import type { SearchableDocument } from '../../../server/search/searchable-document.ts';
import type { Judged } from './metrics.ts';

export interface Collection {
  documents: SearchableDocument[];
  questions: Judged[];
}

interface RelevanceFile {
  docs: { id: string; title: string; text: string }[];
  queries: { id: string; text: string }[];
  qrels: Record<string, Record<string, number>>;
}

/** One of the classic test collections of information retrieval; throws when the corpus is not at hand. */
export function readCollection(name: 'cranfield' | 'cacm'): Collection {
  const path = new URL(`../../../../shared/corpus/relevance/${name}.json`, import.meta.url);
  const { docs, queries, qrels } = JSON.parse(readFileSync(path, 'utf8')) as RelevanceFile;
  return {
    documents: docs.map(({ id, title, text }) => asDocument(id, title, text)),
    questions: queries.flatMap(({ id, text }) => {
      const grades = qrels[id];
      return grades ? [{ text, grades: new Map(Object.entries(grades)) }] : [];
    }),
  };
}

/** A document of which nothing matters but its words. */
export function asDocument(id: string, title: string, content: string): SearchableDocument {
  return searchableDocument({ id, title, content });
}
