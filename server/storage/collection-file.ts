import { Low, type Adapter } from 'lowdb';
import { z } from 'zod';
import type { ResidentName } from '../ports.ts';
import { finishInSlices } from '../sliced-work.ts';
import { decodeChecksummed, encodeChecksummedRows } from './checksummed-json.ts';
import { replaceFile } from './durable-file.ts';
import type { FileSystem } from './file-system.ts';
import { RESIDENT_NAMES, type Layout } from './layout.ts';
import { checked } from './record-file.ts';
import type { AnyRecord } from './records.ts';
import { trusted } from './trusted.ts';

/** What a lowdb database of ours holds. */
export interface CollectionData {
  /** The journal record up to which every change is in. */
  seq: number;
  records: Map<string, AnyRecord>;
}

export type Databases = Record<ResidentName, Low<CollectionData>>;

const collectionFileSchema = z.object({
  collection: z.string(),
  seq: z.int().min(0),
  records: z.array(z.looseObject({ id: z.string() })),
});

/**
 * lowdb's place to write to, in place of its `JSONFile`, which never flushes, has one fixed temporary name and
 * turns a missing file into an empty database (security F2): here a missing or damaged file is an error.
 * The caller makes the name durable, once for all collections.
 */
export function collectionAdapter(
  fileSystem: FileSystem,
  path: string,
  name: ResidentName,
): Adapter<CollectionData> {
  return {
    async read() {
      const file = checked(collectionFileSchema, decodeChecksummed(await fileSystem.readFile(path)));
      // The checksum vouches for the content: these are the records that this program wrote.
      const records = trusted<AnyRecord[]>(file.records);
      return { seq: file.seq, records: new Map(records.map((record) => [record.id, record])) };
    },
    async write({ seq, records }) {
      // As they are now: others may commit during the pauses.
      const now = [...records.values()];
      await replaceFile(
        fileSystem,
        path,
        await finishInSlices(encodeChecksummedRows({ collection: name, seq }, 'records', now)),
      );
    },
  };
}

/** One lowdb database for each resident collection, empty until recovery fills it. */
export function createDatabases(fileSystem: FileSystem, layout: Layout): Databases {
  const database = (name: ResidentName) =>
    new Low<CollectionData>(collectionAdapter(fileSystem, layout.collection(name), name), {
      seq: 0,
      records: new Map(),
    });
  return trusted<Databases>(Object.fromEntries(RESIDENT_NAMES.map((name) => [name, database(name)])));
}
