import { join } from 'node:path';
import type { CollectionName, FiledName, ResidentName } from '../ports.ts';
import type { Databases } from './collection-file.ts';
import { describeProblem, type DamageLog } from './damage-log.ts';
import { isTemporaryName } from './durable-file.ts';
import { namesIfPresent, unlessMissing, type FileSystem } from './file-system.ts';
import { FILED_NAMES, type Layout } from './layout.ts';
import type { Memory } from './memory.ts';
import { readRecordFile } from './record-file.ts';
import { recordIds } from './record-folders.ts';
import { isFiledName, keyOf, type AnyRecord } from './records.ts';
import type { Unfiled } from './unfiled.ts';

const PARALLEL_READS = 16;
/** What ids are made of: other files that lie in the folder are none of ours. */
const ID = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

export interface FilesContext {
  fileSystem: FileSystem;
  layout: Layout;
  damage: DamageLog;
  upgrade: (collection: CollectionName, record: AnyRecord) => AnyRecord;
  /** The collections that the folder has: those of an older schema may be fewer. */
  collections: readonly ResidentName[];
}

/** How far the files of a folder go, by what each says of itself. */
export interface FilesReach {
  /** The newest journal record that any file names. */
  seq: number;
  /** Whether there is a file that holds a record as it was after journal record `at`, or as it became later. */
  hold(collection: CollectionName, id: string, at: number): boolean;
}

/** Fills the memory from the files alone, for a folder whose snapshot or filed part of the journal is damaged. */
export async function rebuildFromFiles(context: FilesContext, memory: Memory): Promise<FilesReach> {
  const filed = new Map<string, number>();
  for (const name of FILED_NAMES) {
    const ids = (await recordIds(context, name)).filter((id) => ID.test(id));
    memory.map(name).clear();
    for (let start = 0; start < ids.length; start += PARALLEL_READS) {
      const slice = ids.slice(start, start + PARALLEL_READS);
      await Promise.all(slice.map((id) => rebuildRecord(context, memory, { name, id, filed })));
    }
  }
  for (const name of context.collections) await rebuildCollection(context, memory.databases, name);
  const seqOf = (name: ResidentName) => memory.databases[name].data.seq;
  let seq = Math.max(0, ...context.collections.map(seqOf));
  for (const reach of filed.values()) seq = Math.max(seq, reach);
  return {
    seq,
    hold(collection, id, at) {
      const reach = isFiledName(collection) ? filed.get(keyOf(collection, id)) : seqOf(collection);
      return reach !== undefined && at <= reach;
    },
  };
}

async function rebuildRecord(
  context: FilesContext,
  memory: Memory,
  { name, id, filed }: { name: FiledName; id: string; filed: Map<string, number> },
): Promise<void> {
  try {
    const { record, seq } = await readRecordFile(context.fileSystem, context.layout, name, id);
    memory.map(name).set(id, context.upgrade(name, record));
    filed.set(keyOf(name, id), seq);
  } catch (error) {
    reportLost(context, context.layout.record(name, id), error);
  }
}

async function rebuildCollection(
  context: FilesContext,
  databases: Databases,
  name: ResidentName,
): Promise<void> {
  const database = databases[name];
  try {
    await database.read();
    const { records } = database.data;
    for (const [id, record] of records) records.set(id, context.upgrade(name, record));
  } catch (error) {
    reportLost(context, context.layout.collection(name), error);
  }
}

function reportLost({ damage }: FilesContext, path: string, error: unknown): void {
  damage.report(path, {
    problem: describeProblem(error),
    action: 'it could not be rebuilt, because the snapshot or journal is damaged too',
    lost: true,
  });
}

export interface DamagedCollection {
  name: ResidentName;
  problem: string;
}

/** Reads the collection files, which memory does not need, and answers which are damaged. */
export async function damagedCollections(
  { collections }: FilesContext,
  { databases }: Memory,
): Promise<DamagedCollection[]> {
  const damaged: DamagedCollection[] = [];
  const check = async (name: ResidentName) => {
    try {
      await databases[name].adapter.read();
    } catch (error) {
      damaged.push({ name, problem: describeProblem(error) });
    }
  };
  await Promise.all(collections.map(check));
  return damaged;
}

/** Has the damaged collection files written anew; the returned repairs set the old ones aside. */
export function renewCollections(
  { layout, damage }: FilesContext,
  unfiled: Unfiled,
  damaged: readonly DamagedCollection[],
): (() => Promise<void>)[] {
  return damaged.map(({ name, problem }) => {
    const path = layout.collection(name);
    const action = 'written anew from the snapshot and the journal';
    damage.report(path, { problem, action, lost: false });
    unfiled.residents.add(name);
    return () => damage.setAside(path);
  });
}

/** Deletes what a crash left half written. Only documents that the journal names can have such version files. */
export async function removeTemporaries(
  { fileSystem, layout }: FilesContext,
  documentIds: Iterable<string>,
): Promise<void> {
  const { versions: _eachHasItsOwn, ...rest } = layout.folders;
  const folders = [layout.root, ...Object.values(rest)];
  for (const id of documentIds) folders.push(layout.versionFolder(id));
  for (const folder of folders) {
    for (const name of await namesIfPresent(fileSystem, folder)) {
      if (isTemporaryName(name)) await unlessMissing(fileSystem.unlink(join(folder, name)));
    }
  }
}
