import type { SearchableDocument } from '../searchable-document.ts';

/** Counts up with every change that makes other words or terms of a text: an index of another one is built anew. */
export const ANALYSIS_VERSION = 1;

/** Words by number, for many documents: it grows, and no number changes. */
export interface AnalysedWords {
  readonly texts: readonly string[];
}

/** A document as the index takes it in. Terms are numbered within the document. */
export interface AnalysedDocument extends Pick<
  SearchableDocument,
  'id' | 'stamp' | 'space_id' | 'status' | 'type' | 'author_id' | 'tags'
> {
  /** Milliseconds since 1970. */
  updatedAt: number;
  /** Words in title, tags, and summary and content; parts of identifiers are not counted. */
  lengths: readonly [title: number, tags: number, text: number];
  vocabulary: AnalysedWords;
  /** The distinct words as numbers of the vocabulary, in the order in which they come first. */
  words: Uint32Array;
  /** By place in `words`: the number of its term (`termKey` of the word) within the document. */
  termOfWord: Uint32Array;
  /** By term, packed (`index/frequency.ts`). */
  frequencies: Uint32Array;
  /** The positions of each term in turn (`index/positions.ts`). */
  positions: Uint8Array;
}

export function wordsOf({ words, vocabulary }: AnalysedDocument): string[] {
  return Array.from(words, (word) => vocabulary.texts[word] ?? '');
}
