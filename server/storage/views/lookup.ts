import { compareText, createSortedGroups } from './sorted-list.ts';
import { viewOf, type View } from './view.ts';

interface Lookup<T> extends View<T> {
  get: (key: string) => T | undefined;
}

/** Records by a key that no two of them share; those whose key is null are left out. */
export function createLookup<T>(keyOf: (record: T) => string | null): Lookup<T> {
  const byKey = new Map<string, T>();
  const put = (record: T) => {
    const key = keyOf(record);
    if (key !== null) byKey.set(key, record);
  };
  const view = viewOf<T>({
    append: put,
    add: put,
    remove(record) {
      const key = keyOf(record);
      if (key !== null) byKey.delete(key);
    },
  });
  return { ...view, get: (key) => byKey.get(key) };
}

interface Groups<T> extends View<T> {
  of: (key: string) => T[];
}

/** Records by a key that several share, in the order of their creation; null leaves one out. */
export function createGroups<T extends { id: string }>(
  keyOf: (record: T) => string | null,
  createdAt: (record: T) => string,
  order: 'newest first' | 'oldest first',
): Groups<T> {
  const sign = order === 'newest first' ? -1 : 1;
  const groups = createSortedGroups<T>(
    (left, right) => sign * compareText(createdAt(left), createdAt(right)) || compareText(left.id, right.id),
  );
  const inGroup = (record: T, act: (key: string, record: T) => void) => {
    const key = keyOf(record);
    if (key !== null) act(key, record);
  };
  const view = viewOf<T>({
    append: (record) => inGroup(record, groups.append),
    add: (record) => inGroup(record, groups.add),
    remove: (record) => inGroup(record, groups.remove),
  });
  return { ...view, of: (key) => [...groups.items(key)] };
}
