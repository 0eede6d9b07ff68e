import type { Store } from '../../server/ports.ts';

/** Which records a store holds. Records are replaced, never altered, so the same objects mean the same state. */
export type Snapshot = ReadonlyMap<string, unknown>;

export function takeSnapshot({ tables }: Pick<Store, 'tables'>): Snapshot {
  const records = new Map<string, unknown>();
  for (const [name, table] of Object.entries(tables)) {
    for (const record of table.all()) records.set(`${name} ${record.id}`, record);
  }
  return records;
}

export function isSameState(left: Snapshot, right: Snapshot): boolean {
  if (left.size !== right.size) return false;
  for (const [key, record] of left) if (right.get(key) !== record) return false;
  return true;
}
