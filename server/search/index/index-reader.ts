import type { DocumentFilter, VisibleSpace } from '../../domain/document-filter.ts';

/** The parts of a document that are weighed apart (search-storage §3). `text` is the summary and the content. */
export const FIELDS = ['title', 'tags', 'text'] as const;
export type Field = (typeof FIELDS)[number];

/** Numbers in half of the memory as long as none is above 65,535. */
export type CompactNumbers = Uint16Array | Uint32Array;

/**
 * A stretch of postings of one term: `documents[i]` holds it as often as `packed[codes[i]]` says, for
 * `start <= i < end`, documents ascending. There are few different frequencies, so that each has a code; they are
 * packed (`frequency.ts`). Deleted documents are still in it: a `DocumentSet` leaves them out.
 */
export interface PostingList {
  documents: CompactNumbers;
  codes: CompactNumbers;
  /** By code. */
  packed: Uint32Array;
  start: number;
  end: number;
}

/** Distinct strings in the order of their UTF-8 bytes; string `n` is `bytes[offsets[n]] … bytes[offsets[n + 1] - 1]`. */
export interface Lexicon {
  size: number;
  bytes: Uint8Array;
  offsets: Uint32Array;
}

/**
 * All strings of one kind by number: those of the base segment below `base.size`, then those that came since, in
 * the order they came. A string may have lost its last document: its frequency is 0 then.
 */
export interface Vocabulary {
  readonly base: Lexicon;
  /** String number `base.size + i` is `added[i]`. */
  readonly added: readonly string[];
  /** The string's number, or -1. */
  find(text: string): number;
  textOf(number: number): string;
  /** How many live documents hold it, whoever may see them. */
  documentFrequency(number: number): number;
}

/**
 * Where a term stands in documents that are asked for in ascending order. Positions count words through title,
 * tags, summary and content; between two of these lies a gap, so that no phrase spans them. Parts of identifiers
 * have no positions.
 */
export interface PositionCursor {
  /** Goes to a document that is not before the one at hand. Answers whether it holds the term. */
  seek(document: number): boolean;
  /** The stream (`positions.ts`) that the positions in the document at hand are in, and where they begin. */
  bytes(): Uint8Array;
  start(): number;
  /** Tells the last byte of them that was read, so that it need not be passed over again. */
  leave(at: number): void;
}

/** A set of live documents, with the statistics that ranking needs. Made once for many searches: do not change it. */
export interface DocumentSet {
  /** 1 by document number where the document is in the set; as long as `IndexReader.capacity` at least. */
  mask: Uint8Array;
  size: number;
  /** Sums of the field lengths over the set, by position in `FIELDS`. */
  totalLengths: readonly number[];
  /** True when every live document is in it, so that the index-wide statistics are its own. */
  isEverything: boolean;
}

/**
 * What searching reads: which document holds which term, how often and where. Documents are numbers below
 * `capacity`. A term is what is looked up (a stem, a word of another script, a pair of characters); a word is how
 * it was written, folded. Every word belongs to exactly one term.
 */
export interface IndexReader {
  /** Grows; document numbers are below it until the next `put`. */
  readonly capacity: number;
  /** Live documents. */
  readonly documentCount: number;
  readonly terms: Vocabulary;
  readonly words: Vocabulary;
  /** The term that a word is filed under. */
  termOfWord(word: number): number;
  /** Postings of a term: at most one stretch of the base and one of what came since, in this order, ascending. */
  postings(term: number): readonly PostingList[];
  /** Tells where a term stands. Of no use after the next `put`. */
  positionsOf(term: number): PositionCursor;
  /** Field lengths in words, by position in `FIELDS`, then by document. Taken anew after each `put`. */
  readonly fieldLengths: readonly [title: Uint32Array, tags: Uint32Array, text: Uint32Array];
  /** Length of a field of a document, in words. */
  fieldLength(field: number, document: number): number;
  /**
   * The numbers of the distinct words of a document, in no order: tells which words stand in what a reader may
   * see. The array is reused: copy what you keep.
   */
  wordsOf(document: number): Uint32Array;
  /** The document's terms with their packed frequencies, in no order (for similar documents). */
  termsOf(document: number): { terms: Uint32Array; frequencies: Uint32Array };
  documentNumber(id: string): number | undefined;
  idOf(document: number): string;
  /** ISO time of the last change as milliseconds since 1970, for "newest first". */
  updatedAt(document: number): number;
  /** All live documents. */
  everything(): DocumentSet;
  /** What a reader may see. */
  visibleTo(visible: readonly VisibleSpace[]): DocumentSet;
  /** The documents of a set that pass a filter. */
  matching(filter: DocumentFilter, within: DocumentSet): DocumentSet;
}
