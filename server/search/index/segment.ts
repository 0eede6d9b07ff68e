import type { CompactNumbers, Lexicon } from './index-reader.ts';
import type { TextList } from './text-list.ts';

/** Lists of numbers of different lengths: list `n` is `numbers[starts[n]] … numbers[starts[n + 1] - 1]`. */
export interface NumberLists {
  starts: Uint32Array;
  numbers: Uint32Array;
}

/** Lists of bytes of different lengths. */
export interface ByteLists {
  starts: Uint32Array;
  bytes: Uint8Array;
}

/**
 * An index that never changes. Documents, words and terms are numbers; everything is in flat arrays, so that it
 * is shared between threads, written and opened as it is.
 */
export interface SegmentContent {
  terms: Lexicon;
  words: Lexicon;
  termOfWord: Uint32Array;
  /** How many documents hold each word. */
  wordFrequencies: Uint32Array;
  /** By term: documents ascending, and codes of their packed frequencies, which are listed by code. */
  postings: { starts: Uint32Array; documents: CompactNumbers; codes: CompactNumbers; packed: Uint32Array };
  /**
   * By term: the positions in each of its documents in turn (`positions.ts`). `marks[n]` is where those of posting
   * number `n << MARK_SHIFT` begin, counted through all terms.
   */
  positions: ByteLists & { marks: Uint32Array };
  /** By document: its word numbers ascending (`word-lists.ts`). */
  wordLists: ByteLists;
  /** By document. */
  lengths: readonly [title: Uint32Array, tags: Uint32Array, text: Uint32Array];
  updatedAt: Float64Array;
  ids: TextList;
  stamps: TextList;
  /** The distinct values of the columns, which hold their numbers. */
  labels: TextList;
  spaces: Uint32Array;
  statuses: Uint32Array;
  types: Uint32Array;
  authors: Uint32Array;
  tags: NumberLists;
}

export interface Segment extends SegmentContent {
  /** All of it, as the file holds it. */
  buffer: SharedArrayBuffer;
  documentCount: number;
}
