import { isSameTag, type DocumentFilter, type VisibleSpace } from '../../domain/document-filter.ts';
import type { DocumentTable } from './document-table.ts';
import type { DocumentSet } from './index-reader.ts';

export interface DocumentSets {
  everything(): DocumentSet;
  visibleTo(visible: readonly VisibleSpace[]): DocumentSet;
  matching(filter: DocumentFilter, within: DocumentSet): DocumentSet;
  /** The documents have changed. */
  forget(): void;
}

/** Sets that are kept until the next change, of each kind. */
const MAX_KEPT = 8;

export function createDocumentSets(table: DocumentTable): DocumentSets {
  let all: DocumentSet | undefined;
  const visibleSets = new Map<string, DocumentSet>();
  const matchingSets = new Map<DocumentSet, Map<string, DocumentSet>>();

  function everything(): DocumentSet {
    all ??= {
      mask: table.columns.alive.slice(),
      size: table.liveCount,
      totalLengths: [...table.totalLengths],
      isEverything: true,
    };
    return all;
  }

  return {
    everything,
    visibleTo(visible) {
      return kept(visibleSets, JSON.stringify(visible), () => {
        const set = setOf(table, visibleMask(table, visible));
        return set.isEverything ? everything() : set;
      });
    },
    matching(filter, within) {
      const conditions = conditionsOf(table, filter);
      if (conditions.length === 0) return within;
      const sets = kept(matchingSets, within, () => new Map<string, DocumentSet>());
      return kept(sets, JSON.stringify(filter), () => setOf(table, matchingMask(table, within, conditions)));
    },
    forget() {
      all = undefined;
      visibleSets.clear();
      matchingSets.clear();
    },
  };
}

function kept<Key, Value>(cache: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const value = make();
  if (cache.size === MAX_KEPT) cache.clear();
  cache.set(key, value);
  return value;
}

/** 1 by document number where the reader may see it: published ones of a space, and drafts where the space says so. */
function visibleMask(table: DocumentTable, visible: readonly VisibleSpace[]): Uint8Array {
  const { columns, capacity, count, labelNumbers } = table;
  const published = new Uint8Array(table.labels.length);
  const drafts = new Uint8Array(table.labels.length);
  for (const space of visible) {
    const label = labelNumbers.get(space.space_id);
    if (label === undefined) continue;
    published[label] = 1;
    drafts[label] = space.drafts ? 1 : 0;
  }
  const publishedLabel = labelNumbers.get('published');
  const mask = new Uint8Array(capacity);
  for (let document = 0; document < count; document += 1) {
    const seen = columns.statuses[document] === publishedLabel ? published : drafts;
    mask[document] = (columns.alive[document] ?? 0) & (seen[columns.spaces[document] ?? 0] ?? 0);
  }
  return mask;
}

/** Whether a document passes one condition of a filter. */
type Condition = (document: number) => boolean;

function conditionsOf(table: DocumentTable, filter: DocumentFilter): Condition[] {
  const conditions: Condition[] = [];
  const addColumn = (column: Uint32Array, values: readonly string[] | undefined) => {
    if (!values) return;
    const wanted = labelsWhere(table, new Set(values));
    conditions.push((document) => wanted[column[document] ?? 0] === 1);
  };
  const { columns } = table;
  addColumn(columns.spaces, filter.space_ids);
  addColumn(columns.statuses, filter.statuses);
  addColumn(columns.types, filter.types);
  addColumn(columns.authors, filter.author_ids);
  for (const wanted of [filter.tags, filter.and_tags])
    if (wanted) conditions.push(tagCondition(table, wanted));
  if (filter.without_tags) {
    const hasUnwanted = tagCondition(table, filter.without_tags);
    conditions.push((document) => !hasUnwanted(document));
  }
  return conditions;
}

function labelsWhere({ labels, labelNumbers }: DocumentTable, values: ReadonlySet<string>): Uint8Array {
  const wanted = new Uint8Array(labels.length);
  for (const value of values) {
    const label = labelNumbers.get(value);
    if (label !== undefined) wanted[label] = 1;
  }
  return wanted;
}

function tagCondition({ labels, tags, tagStarts }: DocumentTable, values: readonly string[]): Condition {
  const wanted = Uint8Array.from(labels, (label) =>
    values.some((value) => isSameTag(label, value)) ? 1 : 0,
  );
  return (document) => {
    const end = tagStarts.values[document + 1] ?? 0;
    for (let at = tagStarts.values[document] ?? 0; at < end; at += 1) {
      if (wanted[tags.values[at] ?? 0] === 1) return true;
    }
    return false;
  };
}

function matchingMask(
  { capacity, count }: DocumentTable,
  within: DocumentSet,
  conditions: readonly Condition[],
): Uint8Array {
  const mask = new Uint8Array(capacity);
  for (let document = 0; document < count; document += 1) {
    if (within.mask[document] === 1 && conditions.every((passes) => passes(document))) mask[document] = 1;
  }
  return mask;
}

function setOf({ columns, count, liveCount }: DocumentTable, mask: Uint8Array): DocumentSet {
  const [title, tags, text] = columns.lengths;
  let size = 0;
  let [titles, tagWords, texts] = [0, 0, 0];
  for (let document = 0; document < count; document += 1) {
    if (mask[document] === 0) continue;
    size += 1;
    titles += title[document] ?? 0;
    tagWords += tags[document] ?? 0;
    texts += text[document] ?? 0;
  }
  return { mask, size, totalLengths: [titles, tagWords, texts], isEverything: size === liveCount };
}
