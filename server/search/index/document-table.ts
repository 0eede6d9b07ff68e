import type { AnalysedDocument } from '../analysis/analysed-document.ts';
import { pushNumber, type GrowingNumbers } from './growing-numbers.ts';
import type { Segment } from './segment.ts';
import { allTexts, textReader } from './text-list.ts';

/** What is known of each document by number, those that are gone included. */
export interface DocumentTable {
  /** Documents of the base; later ones came since. */
  readonly baseCount: number;
  /** Documents that have a number. */
  count: number;
  liveCount: number;
  /** Documents of the base that are gone. */
  buriedOfBase: number;
  /** How many numbers the columns have room for. */
  capacity: number;
  columns: DocumentColumns;
  /** Sums of the field lengths of the live documents. */
  readonly totalLengths: [title: number, tags: number, text: number];
  /** Values of the columns by number, and the number of each. */
  readonly labels: string[];
  readonly labelNumbers: Map<string, number>;
  /** Tags of document `n`: labels between `tagStarts[n]` and `tagStarts[n + 1]`. */
  readonly tagStarts: GrowingNumbers;
  readonly tags: GrowingNumbers;
  readonly ids: string[];
  /** Of the documents that came since the base. */
  readonly addedStamps: string[];
  readonly numberById: Map<string, number>;
  readonly readBaseStamp: (document: number) => string;
}

/** By document number; all of one length. */
export interface DocumentColumns {
  /** 1 where the document is live. */
  alive: Uint8Array;
  lengths: [title: Uint32Array, tags: Uint32Array, text: Uint32Array];
  updatedAt: Float64Array;
  spaces: Uint32Array;
  statuses: Uint32Array;
  types: Uint32Array;
  authors: Uint32Array;
}

/** Room for new documents before the columns grow. */
const SPARE = 256;

export function createDocumentTable(base: Segment): DocumentTable {
  const capacity = base.documentCount + SPARE;
  const ids = allTexts(base.ids);
  const labels = allTexts(base.labels);
  const columns = columnsOf(base, capacity);
  return {
    baseCount: base.documentCount,
    count: base.documentCount,
    liveCount: base.documentCount,
    buriedOfBase: 0,
    capacity,
    columns,
    totalLengths: [sum(base.lengths[0]), sum(base.lengths[1]), sum(base.lengths[2])],
    labels,
    labelNumbers: new Map(labels.map((label, number) => [label, number])),
    tagStarts: { values: base.tags.starts.slice(), length: base.tags.starts.length },
    tags: { values: base.tags.numbers.slice(), length: base.tags.numbers.length },
    ids,
    addedStamps: [],
    numberById: new Map(ids.map((id, number) => [id, number])),
    readBaseStamp: textReader(base.stamps),
  };
}

function columnsOf(
  source: Omit<DocumentColumns, 'alive' | 'lengths'> & Pick<Segment, 'lengths'>,
  capacity: number,
): DocumentColumns {
  const numbers = (column: Uint32Array) => {
    const copy = new Uint32Array(capacity);
    copy.set(column);
    return copy;
  };
  const updatedAt = new Float64Array(capacity);
  updatedAt.set(source.updatedAt);
  const [title, tags, text] = source.lengths;
  return {
    alive: new Uint8Array(capacity).fill(1, 0, source.updatedAt.length),
    lengths: [numbers(title), numbers(tags), numbers(text)],
    updatedAt,
    spaces: numbers(source.spaces),
    statuses: numbers(source.statuses),
    types: numbers(source.types),
    authors: numbers(source.authors),
  };
}

function sum(numbers: Uint32Array): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

/** Gives a document the next number. */
export function appendDocument(table: DocumentTable, document: AnalysedDocument): number {
  const number = table.count;
  if (number === table.capacity) growColumns(table);
  const { columns, totalLengths } = table;
  columns.alive[number] = 1;
  for (const field of [0, 1, 2] as const) {
    columns.lengths[field][number] = document.lengths[field];
    totalLengths[field] += document.lengths[field];
  }
  columns.updatedAt[number] = document.updatedAt;
  columns.spaces[number] = labelNumber(table, document.space_id);
  columns.statuses[number] = labelNumber(table, document.status);
  columns.types[number] = labelNumber(table, document.type);
  columns.authors[number] = labelNumber(table, document.author_id);
  for (const tag of document.tags) pushNumber(table.tags, labelNumber(table, tag));
  pushNumber(table.tagStarts, table.tags.length);
  table.ids.push(document.id);
  table.addedStamps.push(document.stamp);
  table.numberById.set(document.id, number);
  table.count += 1;
  table.liveCount += 1;
  return number;
}

function growColumns(table: DocumentTable): void {
  const { alive } = table.columns;
  table.capacity += Math.max(SPARE, table.count - table.baseCount);
  table.columns = columnsOf(table.columns, table.capacity);
  table.columns.alive.fill(0);
  table.columns.alive.set(alive);
}

function labelNumber(table: DocumentTable, label: string): number {
  const known = table.labelNumbers.get(label);
  if (known !== undefined) return known;
  const number = table.labels.push(label) - 1;
  table.labelNumbers.set(label, number);
  return number;
}

/** Takes a live document out of the statistics; its number stays, dead. */
export function buryDocument(table: DocumentTable, number: number): void {
  const { columns, totalLengths } = table;
  columns.alive[number] = 0;
  for (const field of [0, 1, 2] as const) totalLengths[field] -= columns.lengths[field][number] ?? 0;
  table.numberById.delete(table.ids[number] ?? '');
  table.liveCount -= 1;
  if (number < table.baseCount) table.buriedOfBase += 1;
}

export function stampOf(table: DocumentTable, number: number): string {
  return number < table.baseCount
    ? table.readBaseStamp(number)
    : (table.addedStamps[number - table.baseCount] ?? '');
}

/** What a merge needs of the documents that came since the base. */
export interface AddedDocuments {
  alive: Uint8Array;
  lengths: [title: Uint32Array, tags: Uint32Array, text: Uint32Array];
  updatedAt: Float64Array;
  ids: string[];
  stamps: string[];
  /** The labels of the base, and those that came. */
  labels: string[];
  spaces: Uint32Array;
  statuses: Uint32Array;
  types: Uint32Array;
  authors: Uint32Array;
  tags: { starts: Uint32Array; numbers: Uint32Array };
}

export function addedDocuments({ baseCount, count, columns, ...table }: DocumentTable): AddedDocuments {
  const [title, tags, text] = columns.lengths;
  const firstTag = table.tagStarts.values[baseCount] ?? 0;
  return {
    alive: columns.alive.slice(baseCount, count),
    lengths: [title.slice(baseCount, count), tags.slice(baseCount, count), text.slice(baseCount, count)],
    updatedAt: columns.updatedAt.slice(baseCount, count),
    ids: table.ids.slice(baseCount),
    stamps: table.addedStamps.slice(),
    labels: table.labels.slice(),
    spaces: columns.spaces.slice(baseCount, count),
    statuses: columns.statuses.slice(baseCount, count),
    types: columns.types.slice(baseCount, count),
    authors: columns.authors.slice(baseCount, count),
    tags: {
      starts: table.tagStarts.values.slice(baseCount, count + 1).map((start) => start - firstTag),
      numbers: table.tags.values.slice(firstTag, table.tags.length),
    },
  };
}
