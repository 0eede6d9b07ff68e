import type { CollectionName, FiledName, HeadRecords, ReadableTable } from '../ports.ts';
import type { Databases } from './collection-file.ts';
import { byCollection } from './layout.ts';
import { isFiledName, type AnyRecord, type RecordChange } from './records.ts';
import { trusted } from './trusted.ts';

export type Tables = { readonly [Name in CollectionName]: ReadableTable<HeadRecords[Name]> };

/** Committed state: resident collections as lowdb databases, heads of filed records as plain maps. */
export interface Memory {
  readonly databases: Databases;
  readonly tables: Tables;
  map(name: CollectionName): Map<string, AnyRecord>;
  /** Puts or removes one record; answers what was there. */
  apply(change: RecordChange): AnyRecord | undefined;
}

export function createMemory(databases: Databases): Memory {
  const heads: Record<FiledName, Map<string, AnyRecord>> = {
    documents: new Map(),
    change_requests: new Map(),
  };
  const map = (name: CollectionName): Map<string, AnyRecord> =>
    isFiledName(name) ? heads[name] : databases[name].data.records;
  const revisions = byCollection(() => ({ number: 0 }));
  return {
    databases,
    tables: trusted<Tables>(byCollection((name) => readable(name, map, revisions[name]))),
    map,
    apply({ collection, id, record }) {
      const records = map(collection);
      const before = records.get(id);
      if (record === null) records.delete(id);
      else records.set(id, record);
      revisions[collection].number += 1;
      return before;
    },
  };
}

/** The maps are keyed by collection, so a record of the map `name` is a `HeadRecords[name]`. */
function readable<Name extends CollectionName>(
  name: Name,
  map: (name: CollectionName) => Map<string, AnyRecord>,
  revision: { readonly number: number },
): ReadableTable<HeadRecords[Name]> {
  return {
    get: (id) => trusted<HeadRecords[Name] | undefined>(map(name).get(id)),
    all: () => trusted<Iterable<HeadRecords[Name]>>(map(name).values()),
    get size() {
      return map(name).size;
    },
    get revision() {
      return revision.number;
    },
  };
}
