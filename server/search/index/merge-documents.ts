import type { DeltaContent } from './delta.ts';
import type { AddedDocuments } from './document-table.ts';
import { growingNumbers, pushNumber } from './growing-numbers.ts';
import { NOWHERE } from './merge-vocabulary.ts';
import type { ByteLists, Segment, SegmentContent } from './segment.ts';
import { allTexts, textList } from './text-list.ts';
import { growingBytes } from './varint.ts';
import { forEachListedWord, writeWordList } from './word-lists.ts';

/** Documents that stay, in order: numbers of the base, then indexes of the added ones. */
export interface Survivors {
  base: Uint32Array;
  added: Uint32Array;
}

type DocumentContent = Pick<
  SegmentContent,
  'lengths' | 'updatedAt' | 'ids' | 'stamps' | 'labels' | 'spaces' | 'statuses' | 'types' | 'authors' | 'tags'
>;

/** The columns under the new document numbers; labels that nothing has any more are left out. */
export function mergeDocuments(base: Segment, added: AddedDocuments, survivors: Survivors): DocumentContent {
  const labels = labelSelection(added.labels);
  const texts = (before: SegmentContent['ids'], after: readonly string[]) => {
    const known = allTexts(before);
    return textList([
      ...Array.from(survivors.base, (number) => known[number] ?? ''),
      ...Array.from(survivors.added, (number) => after[number] ?? ''),
    ]);
  };
  const numbers = (before: Uint32Array, after: Uint32Array) => selected(before, after, survivors);
  const labelled = (before: Uint32Array, after: Uint32Array) =>
    numbers(before, after).map((label) => labels.select(label));
  const updatedAt = new Float64Array(survivors.base.length + survivors.added.length);
  for (const [index, number] of survivors.base.entries()) updatedAt[index] = base.updatedAt[number] ?? 0;
  for (const [index, number] of survivors.added.entries()) {
    updatedAt[survivors.base.length + index] = added.updatedAt[number] ?? 0;
  }
  const columns = {
    spaces: labelled(base.spaces, added.spaces),
    statuses: labelled(base.statuses, added.statuses),
    types: labelled(base.types, added.types),
    authors: labelled(base.authors, added.authors),
    tags: mergeTags(base.tags, added.tags, survivors, (label) => labels.select(label)),
  };
  return {
    lengths: [
      numbers(base.lengths[0], added.lengths[0]),
      numbers(base.lengths[1], added.lengths[1]),
      numbers(base.lengths[2], added.lengths[2]),
    ],
    updatedAt,
    ids: texts(base.ids, added.ids),
    stamps: texts(base.stamps, added.stamps),
    ...columns,
    labels: textList(labels.selected),
  };
}

function selected(before: Uint32Array, after: Uint32Array, survivors: Survivors): Uint32Array {
  const values = new Uint32Array(survivors.base.length + survivors.added.length);
  let index = 0;
  for (const number of survivors.base) {
    values[index] = before[number] ?? 0;
    index += 1;
  }
  for (const number of survivors.added) {
    values[index] = after[number] ?? 0;
    index += 1;
  }
  return values;
}

/** Gives new numbers to labels as they are met. */
function labelSelection(labels: readonly string[]) {
  const newNumbers = new Map<number, number>();
  const selectedLabels: string[] = [];
  return {
    selected: selectedLabels,
    select(label: number): number {
      const known = newNumbers.get(label);
      if (known !== undefined) return known;
      const number = selectedLabels.push(labels[label] ?? '') - 1;
      newNumbers.set(label, number);
      return number;
    },
  };
}

function mergeTags(
  base: SegmentContent['tags'],
  added: SegmentContent['tags'],
  survivors: Survivors,
  select: (label: number) => number,
): SegmentContent['tags'] {
  const starts = growingNumbers();
  const numbers = growingNumbers();
  pushNumber(starts, 0);
  for (const [source, documents] of [
    [base, survivors.base],
    [added, survivors.added],
  ] as const) {
    for (const document of documents) {
      const end = source.starts[document + 1] ?? 0;
      for (let at = source.starts[document] ?? 0; at < end; at += 1) {
        pushNumber(numbers, select(source.numbers[at] ?? 0));
      }
      pushNumber(starts, numbers.length);
    }
  }
  return {
    starts: starts.values.slice(0, starts.length),
    numbers: numbers.values.slice(0, numbers.length),
  };
}

/** The words of each document under their new numbers. */
export function mergeWordLists(
  base: ByteLists,
  delta: DeltaContent,
  survivors: Survivors,
  newNumbers: Uint32Array,
): ByteLists {
  const starts = new Uint32Array(survivors.base.length + survivors.added.length + 1);
  const stream = growingBytes(base.bytes.length + delta.words.length);
  const list = growingNumbers();
  let document = 0;
  const write = () => {
    writeWordList(stream, list.values.subarray(0, list.length));
    list.length = 0;
    document += 1;
    starts[document] = stream.length;
  };
  for (const number of survivors.base) {
    const start = base.starts[number] ?? 0;
    forEachListedWord(base.bytes, start, base.starts[number + 1] ?? 0, (word) =>
      pushNumber(list, newNumbers[word] ?? NOWHERE),
    );
    write();
  }
  for (const number of survivors.added) {
    const words = delta.words.subarray(delta.wordStarts[number], delta.wordStarts[number + 1]);
    for (const word of words) pushNumber(list, newNumbers[word] ?? NOWHERE);
    list.values.subarray(0, list.length).sort();
    write();
  }
  return { starts, bytes: stream.bytes.subarray(0, stream.length) };
}
