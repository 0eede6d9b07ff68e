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
  readonly size: number;
}

export function createSortedList<T>(compare: (left: T, right: T) => number): SortedList<T> {
  const items: T[] = [];
  let isSorted = true;

  function settle(): T[] {
    if (!isSorted) items.sort(compare);
    isSorted = true;
    return items;
  }

  /** Index of the first item that does not come before this one. */
  function position(item: T): number {
    let low = 0;
    let high = settle().length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const candidate = items[middle];
      if (candidate !== undefined && compare(candidate, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    append(item) {
      items.push(item);
      isSorted = false;
    },
    add(item) {
      const index = position(item);
      if (index === items.length) items.push(item);
      else items.splice(index, 0, item);
    },
    remove(item) {
      const index = position(item);
      const found = items[index];
      if (found !== undefined && compare(found, item) === 0) items.splice(index, 1);
    },
    items: settle,
    get size() {
      return items.length;
    },
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

export function createSortedGroups<T>(compare: (left: T, right: T) => number): SortedGroups<T> {
  const groups = new Map<string, SortedList<T>>();

  function group(key: string): SortedList<T> {
    let list = groups.get(key);
    if (!list) groups.set(key, (list = createSortedList(compare)));
    return list;
  }

  return {
    append: (key, item) => group(key).append(item),
    add: (key, item) => group(key).add(item),
    remove(key, item) {
      const list = groups.get(key);
      list?.remove(item);
      if (list?.size === 0) groups.delete(key);
    },
    items: (key) => groups.get(key)?.items() ?? [],
    size: (key) => groups.get(key)?.size ?? 0,
  };
}

/** Compares strings by code unit: right for ids and for RFC 3339 timestamps of one width. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
