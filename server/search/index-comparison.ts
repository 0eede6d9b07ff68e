import type { ReadableTable } from '../ports.ts';
import type { DocumentHead } from '../domain/document.ts';
import { stampOf } from './searchable-document.ts';
import type { ComparisonQuestion, Difference } from './worker/messages.ts';

/** Heads that are compared in one go: under a millisecond of the event loop. */
const SLICE = 250;

export interface ComparisonOptions {
  documents: ReadableTable<DocumentHead>;
  /** Whether a change of this document is still on its way to the index: then it says nothing yet. */
  isPending: (id: string) => boolean;
  ask: (question: ComparisonQuestion) => Promise<Difference>;
  /** Takes out of the index at once what differs. */
  repairs: boolean;
}

/**
 * Compares the stamps of all documents with those in the index, slice by slice, while changes go on: which documents
 * it lacks, which it holds in another state, and which it should not hold.
 */
export async function compareWithIndex({
  documents,
  isPending,
  ask,
  repairs,
}: ComparisonOptions): Promise<Difference> {
  const all: Difference = { missing: [], stale: [], surplus: [] };
  const add = ({ missing, stale, surplus }: Difference) => {
    all.missing = all.missing.concat(missing);
    all.stale = all.stale.concat(stale);
    all.surplus = all.surplus.concat(surplus);
  };
  let ids: string[] = [];
  let stamps: (string | null)[] = [];
  const askAboutSlice = async () => {
    add(await ask({ about: 'comparison', step: 'slice', ids, stamps }));
    ids = [];
    stamps = [];
  };
  await ask({ about: 'comparison', step: 'begin', repairs });
  for (const head of documents.all()) {
    const isMoving = isPending(head.id);
    if (head.trashed && !isMoving) continue;
    ids.push(head.id);
    stamps.push(isMoving ? null : stampOf(head));
    if (ids.length === SLICE) await askAboutSlice();
  }
  await askAboutSlice();
  add(await ask({ about: 'comparison', step: 'end' }));
  return all;
}
