type Compare<T> = (left: T, right: T) => number;

/**
 * A list in the order of `compare`, which must tell any two items apart. `append` is for filling: the list
 * is sorted once, when it is first read.
 */
export interface SortedList<T> {
  append(item: T): void;
  add(item: T): void;
  remove(item: T): void;
  /** The items in order; not to be kept, it changes with the list. */
  items(): readonly T[];
}

export function createSortedList<T>(compare: Compare<T>): SortedList<T> {
  const list: Items<T> = { items: [], isSorted: true };
  return {
    append: (item) => append(list, item),
    add: (item) => add(list, item, compare),
    remove: (item) => remove(list, item, compare),
    items: () => settle(list, compare),
  };
}

/** Sorted lists by key, made when first needed and dropped when empty. */
export interface SortedGroups<T> {
  append: (key: string, item: T) => void;
  add: (key: string, item: T) => void;
  remove: (key: string, item: T) => void;
  items: (key: string) => readonly T[];
  size: (key: string) => number;
}

export function createSortedGroups<T>(compare: Compare<T>): SortedGroups<T> {
  const groups = new Map<string, Items<T>>();

  function group(key: string): Items<T> {
    let list = groups.get(key);
    if (!list) groups.set(key, (list = { items: [], isSorted: true }));
    return list;
  }

  return {
    append: (key, item) => append(group(key), item),
    add: (key, item) => add(group(key), item, compare),
    remove(key, item) {
      const list = groups.get(key);
      if (!list) return;
      remove(list, item, compare);
      if (list.items.length === 0) groups.delete(key);
    },
    items(key) {
      const list = groups.get(key);
      return list ? settle(list, compare) : [];
    },
    size: (key) => groups.get(key)?.items.length ?? 0,
  };
}

/** There may be as many of them as documents, so they are no more than this. */
interface Items<T> {
  items: T[];
  isSorted: boolean;
}

function append<T>(list: Items<T>, item: T): void {
  list.items.push(item);
  list.isSorted = false;
}

function settle<T>(list: Items<T>, compare: Compare<T>): T[] {
  if (!list.isSorted) list.items.sort(compare);
  list.isSorted = true;
  return list.items;
}

function add<T>(list: Items<T>, item: T, compare: Compare<T>): void {
  const index = position(list, item, compare);
  if (index === list.items.length) list.items.push(item);
  else list.items.splice(index, 0, item);
}

function remove<T>(list: Items<T>, item: T, compare: Compare<T>): void {
  const index = position(list, item, compare);
  const found = list.items[index];
  if (found !== undefined && compare(found, item) === 0) list.items.splice(index, 1);
}

/** Index of the first item that does not come before this one. */
function position<T>(list: Items<T>, item: T, compare: Compare<T>): number {
  const items = settle(list, compare);
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const candidate = items[middle];
    if (candidate !== undefined && compare(candidate, item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Compares strings by code unit: right for ids and for RFC 3339 timestamps of one width. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
