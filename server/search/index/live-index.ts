import type { AnalysedDocument } from '../analysis/analysed-document.ts';
import { copyOfDelta, type DeltaContent } from './delta.ts';
import { addedDocuments, stampOf } from './document-table.ts';
import type { IndexReader } from './index-reader.ts';
import {
  createIndexState,
  fileDocument,
  putDocument,
  removeDocument,
  type IndexState,
} from './index-state.ts';
import { emptySegment, mergeSegments, type MergeInput } from './merge-segments.ts';
import { readerOf } from './read-index.ts';
import type { Segment } from './segment.ts';

type Edit = { put: AnalysedDocument } | { remove: string };

/**
 * An index that takes edits: a base segment, what came since, and a mark on each document that is gone. All
 * statistics are exact after every edit.
 */
export interface LiveIndex extends IndexReader {
  /** Files a document in place of the one of the same id. */
  put(document: AnalysedDocument): void;
  /** Answers whether there was such a document. */
  remove(id: string): boolean;
  /** What names the state of a document. */
  stampOf(document: number): string;
  /** Ids of the live documents. */
  ids(): IterableIterator<string>;
  readonly base: Segment;
  /** Documents of the base, and how many of them are gone. */
  readonly baseDocuments: number;
  readonly tombstones: number;
  /** Documents filed since the base, those that are gone again included. */
  readonly deltaDocuments: number;
  /**
   * Everything as `mergeSegments` takes it, to be posted to another thread. Edits are kept from now on, until
   * `adopt` or `abandonMerge`.
   */
  exportForMerge(): MergeInput;
  /** Keeps edits from now on, for a base that is made elsewhere. */
  keepEdits(): void;
  /**
   * Goes on with another base and does the kept edits again. Numbers of documents, words and terms change, and
   * sets of before are of no use.
   */
  adopt(base: Segment): void;
  /** There will be no other base: edits are not kept any more. */
  abandonMerge(): void;
}

export function createLiveIndex(base: Segment = emptySegment()): LiveIndex {
  let state = createIndexState(base);
  /** Edits since the last export; none are kept when nothing was exported. */
  let edits: Edit[] | undefined;

  function apply(edit: Edit): boolean {
    if ('put' in edit) {
      putDocument(state, edit.put);
      return true;
    }
    return removeDocument(state, edit.remove);
  }

  function perform(edit: Edit): boolean {
    edits?.push(edit);
    return apply(edit);
  }

  return {
    ...readerOf(() => state),
    // Getters do not survive a spread.
    get capacity() {
      return state.table.capacity;
    },
    get documentCount() {
      return state.table.liveCount;
    },
    get terms() {
      return state.terms;
    },
    get words() {
      return state.words;
    },
    get fieldLengths() {
      return state.table.columns.lengths;
    },
    put: (document) => void perform({ put: document }),
    remove: (id) => perform({ remove: id }),
    stampOf: (document) => stampOf(state.table, document),
    ids: () => state.table.numberById.keys(),
    get base() {
      return state.base;
    },
    get baseDocuments() {
      return state.table.baseCount;
    },
    get tombstones() {
      return state.table.buriedOfBase;
    },
    get deltaDocuments() {
      return state.table.count - state.table.baseCount;
    },
    exportForMerge() {
      edits = [];
      return mergeInput(state, copyOfDelta(state.delta.content()));
    },
    keepEdits() {
      edits = [];
    },
    abandonMerge() {
      edits = undefined;
    },
    adopt(newBase) {
      const missed = edits ?? [];
      edits = undefined;
      state = createIndexState(newBase);
      for (const edit of missed) apply(edit);
    },
  };
}

/** A segment of these documents; where ids repeat, the last one counts. */
export function buildSegment(documents: Iterable<AnalysedDocument>): Segment {
  const state = createIndexState(emptySegment());
  for (const document of documents) fileDocument(state, document);
  return mergeSegments(mergeInput(state, state.delta.content()));
}

function mergeInput(state: IndexState, delta: DeltaContent): MergeInput {
  const { base, table, terms, words, termOfAddedWord } = state;
  return {
    base: base.buffer,
    baseAlive: table.columns.alive.slice(0, table.baseCount),
    delta,
    documents: addedDocuments(table),
    addedTerms: terms.added.join(' '),
    addedWords: words.added.join(' '),
    termOfAddedWord: termOfAddedWord.slice(0, words.added.length),
  };
}
