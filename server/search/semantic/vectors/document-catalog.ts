import {
  matchesFilter,
  visibleAmong,
  type DocumentFilter,
  type VisibleSpace,
} from '../../../domain/document-filter.ts';
import type { DocumentHead } from '../../../domain/document.ts';

/** What decides who may find a document, and whether its vectors are of its present state. */
export interface DocumentFacts extends Pick<
  DocumentHead,
  'id' | 'space_id' | 'status' | 'type' | 'tags' | 'author_id'
> {
  /** Names the state of the text: equal stamps, equal vectors. */
  stamp: string;
}

/** May not be seen by the reader; may be seen; may be seen and was asked for. */
export const HIDDEN = 0;
export const READABLE = 1;
export const WANTED = 2;

/** The documents outside the Trash, each with a number that it keeps. */
export interface DocumentCatalog {
  readonly size: number;
  put(facts: DocumentFacts): void;
  remove(id: string): void;
  facts(id: string): DocumentFacts | undefined;
  ids(): Iterable<string>;
  /** The number of an id, a new one when it has none yet. Numbers are never given to another id. */
  numberOf(id: string): number;
  idOf(number: number): string;
  /** By document number what a reader may see of it: rights and filter before anything is ranked (security A3). */
  marks(visible: readonly VisibleSpace[], filter: DocumentFilter): Uint8Array;
}

export function createDocumentCatalog(): DocumentCatalog {
  const numbers = new Map<string, number>();
  const ids: string[] = [];
  const known = new Map<string, { facts: DocumentFacts; number: number }>();

  function numberOf(id: string): number {
    const existing = numbers.get(id);
    if (existing !== undefined) return existing;
    numbers.set(id, ids.length);
    return ids.push(id) - 1;
  }

  return {
    get size() {
      return known.size;
    },
    put: (facts) => void known.set(facts.id, { facts, number: numberOf(facts.id) }),
    remove: (id) => void known.delete(id),
    facts: (id) => known.get(id)?.facts,
    ids: () => known.keys(),
    numberOf,
    idOf: (number) => ids[number] ?? '',
    marks(visible, filter) {
      const marks = new Uint8Array(ids.length);
      const isVisible = visibleAmong(visible);
      for (const { facts, number } of known.values()) {
        if (!isVisible(facts)) continue;
        marks[number] = matchesFilter(facts, filter) ? WANTED : READABLE;
      }
      return marks;
    },
  };
}
