import type { IndexReader, PostingList } from '../index/index-reader.ts';
import { keepWithAll, keepWithNone } from './phrases.ts';
import type { Phrase } from './query-terms.ts';
import type { TermGroup } from './term-group.ts';

/** The documents that answer a query, and how often they hold what was looked for. Good until the next search. */
export interface Matches {
  /** Document numbers, in the first `count` places. */
  documents: Uint32Array;
  count: number;
  /** By group of the query, by document: the packed frequency, 0 where it is not held. */
  rows: readonly Uint32Array[];
}

/** Memory of the search at hand; searches follow one another, so there is one. */
const memory: { documents: Uint32Array; steps: Uint8Array; rows: Uint32Array[] } = {
  documents: new Uint32Array(),
  steps: new Uint8Array(),
  rows: [],
};

function documentsMemory(capacity: number): Uint32Array {
  if (memory.documents.length < capacity) memory.documents = new Uint32Array(capacity * 2);
  return memory.documents;
}

/** A copy of a mask. */
function stepsMemory(mask: Uint8Array, capacity: number): Uint8Array {
  if (memory.steps.length < capacity) memory.steps = new Uint8Array(capacity * 2);
  const steps = memory.steps.subarray(0, capacity);
  steps.set(mask.subarray(0, capacity));
  return steps;
}

function rowMemory(number: number, capacity: number): Uint32Array {
  let row = memory.rows[number];
  if (!row || row.length < capacity) {
    row = new Uint32Array(capacity * 2);
    memory.rows[number] = row;
  }
  return row;
}

/**
 * The documents of a mask that hold every group and every phrase. Goes from the rarest group to the most common,
 * and touches every posting once.
 */
export function matchAll(
  index: IndexReader,
  allowed: Uint8Array,
  groups: readonly TermGroup[],
  phrases: readonly Phrase[],
): Matches {
  const { capacity } = index;
  const steps = stepsMemory(allowed, capacity);
  const rows = groups.map((_, number) => rowMemory(number, capacity));
  const order = groups
    .map(({ postings, documentFrequency }, number) => ({ postings, documentFrequency, row: rows[number] }))
    .toSorted((left, right) => left.documentFrequency - right.documentFrequency);
  for (const [step, { postings, row }] of order.entries()) {
    if (row) for (const list of postings) takeStep(steps, step + 1, list, row);
  }
  const documents = documentsMemory(capacity);
  const rarest = order[0];
  const count = rarest
    ? collectFrom(steps, order.length + 1, rarest.postings, documents)
    : collectMask(steps, documents);
  return withPhrases(index, { documents, count, rows }, phrases);
}

/** Documents that came as far as `step` and hold this too come one step further. */
function takeStep(steps: Uint8Array, step: number, list: PostingList, row: Uint32Array): void {
  const { documents, codes, packed, end } = list;
  for (let at = list.start; at < end; at += 1) {
    const document = documents[at] ?? 0;
    if (steps[document] !== step) continue;
    steps[document] = step + 1;
    row[document] = packed[codes[at] ?? 0] ?? 0;
  }
}

function collectFrom(
  steps: Uint8Array,
  last: number,
  postings: readonly PostingList[],
  collected: Uint32Array,
): number {
  let count = 0;
  for (const { documents, start, end } of postings) {
    for (let at = start; at < end; at += 1) {
      const document = documents[at] ?? 0;
      if (steps[document] !== last) continue;
      collected[count] = document;
      count += 1;
    }
  }
  return count;
}

/** The documents of a mask. */
export function collectMask(mask: Uint8Array, collected: Uint32Array): number {
  let count = 0;
  for (let document = 0; document < mask.length; document += 1) {
    if (mask[document] !== 1) continue;
    collected[count] = document;
    count += 1;
  }
  return count;
}

/** The documents of a mask that hold any of the groups. */
export function matchAny(index: IndexReader, allowed: Uint8Array, groups: readonly TermGroup[]): Matches {
  const { capacity } = index;
  const steps = stepsMemory(allowed, capacity);
  const documents = documentsMemory(capacity);
  const rows: Uint32Array[] = [];
  let count = 0;
  for (const [number, { postings }] of groups.entries()) {
    const row = rowMemory(number, capacity);
    row.fill(0, 0, capacity);
    rows.push(row);
    for (const list of postings) count = takeAny(steps, list, row, documents, count);
  }
  return { documents, count, rows };
}

function takeAny(
  steps: Uint8Array,
  list: PostingList,
  row: Uint32Array,
  collected: Uint32Array,
  collectedBefore: number,
): number {
  const { documents, codes, packed, end } = list;
  let count = collectedBefore;
  for (let at = list.start; at < end; at += 1) {
    const document = documents[at] ?? 0;
    row[document] = packed[codes[at] ?? 0] ?? 0;
    if (steps[document] !== 1) continue;
    steps[document] = 2;
    collected[count] = document;
    count += 1;
  }
  return count;
}

/** All documents of a mask, for a query that looks for no words. */
export function matchMask(index: IndexReader, allowed: Uint8Array): Matches {
  const documents = documentsMemory(index.capacity);
  return { documents, count: collectMask(allowed.subarray(0, index.capacity), documents), rows: [] };
}

/** Leaves the matches that hold every phrase. */
export function withPhrases(index: IndexReader, matches: Matches, phrases: readonly Phrase[]): Matches {
  if (phrases.length === 0 || matches.count === 0) return matches;
  const { documents, count, rows } = ascending(index, matches);
  return { documents, count: keepWithAll(index, phrases, documents, count), rows };
}

/** Leaves the matches that hold none of the phrases. */
export function withoutPhrases(index: IndexReader, matches: Matches, phrases: readonly Phrase[]): Matches {
  if (phrases.length === 0 || matches.count === 0) return matches;
  const { documents, count, rows } = ascending(index, matches);
  return { documents, count: keepWithNone(index, phrases, documents, count), rows };
}

/** The same matches in the order of their numbers. */
function ascending(index: IndexReader, matches: Matches): Matches {
  const { documents, count } = matches;
  if (!isAscending(documents, count)) collectMask(maskOf(index, matches), documents);
  return matches;
}

function isAscending(documents: Uint32Array, count: number): boolean {
  for (let at = 1; at < count; at += 1) {
    if ((documents[at] ?? 0) < (documents[at - 1] ?? 0)) return false;
  }
  return true;
}

/** The matches as a mask. */
export function maskOf(index: IndexReader, { documents, count }: Matches): Uint8Array {
  const mask = new Uint8Array(index.capacity);
  for (let at = 0; at < count; at += 1) mask[documents[at] ?? 0] = 1;
  return mask;
}
