import type { FiledName } from '../ports.ts';
import { namesIfPresent, type FileSystem } from './file-system.ts';
import { FILED_NAMES, type Layout } from './layout.ts';
import type { Memory } from './memory.ts';
import { keyOf } from './records.ts';
import type { Unfiled } from './unfiled.ts';

const SUFFIX = '.json';
/** Some disks tell times no finer (FAT), so that two changes within it may bear the same. */
const TELLS_APART_MS = 2000;

interface Place {
  fileSystem: FileSystem;
  layout: Layout;
}

/**
 * The folders that had a file for every record when the program ended in good order, and when they had last changed, in
 * milliseconds since 1970. One that bears the same time at the next start need not be listed again.
 */
export type WholeFolders = Partial<Record<FiledName, number>>;

/** Ids of the records that have a file; undefined where the folder is as whole as it was. */
export type RecordFiles = Record<FiledName, readonly string[] | undefined>;

/** Ids that stand in the names of a folder's files. */
export async function recordIds({ fileSystem, layout }: Place, name: FiledName): Promise<string[]> {
  const names = await namesIfPresent(fileSystem, layout.folders[name]);
  return names.filter((file) => file.endsWith(SUFFIX)).map((file) => file.slice(0, -SUFFIX.length));
}

/** Finds the records' files with one listing for each folder, or none. */
export async function recordFiles(place: Place, whole: WholeFolders): Promise<RecordFiles> {
  const idsUnlessWhole = async (name: FiledName) => {
    const isWhole = whole[name] !== undefined && whole[name] === (await changedAt(place, name));
    return isWhole ? undefined : recordIds(place, name);
  };
  const [documents, requests] = await Promise.all([
    idsUnlessWhole('documents'),
    idsUnlessWhole('change_requests'),
  ]);
  return { documents, change_requests: requests };
}

/** Records whose file is not there. */
export function missingRecords(
  files: RecordFiles,
  memory: Memory,
  unfiled: Unfiled,
): { collection: FiledName; id: string }[] {
  const missing: { collection: FiledName; id: string }[] = [];
  for (const collection of FILED_NAMES) {
    const heads = memory.map(collection);
    const ids = files[collection];
    // Mostly none is missing, and counting tells it sooner than looking for each.
    if (ids === undefined || ids.filter((id) => heads.has(id)).length === heads.size) continue;
    const present = new Set(ids);
    for (const id of heads.keys()) {
      if (!present.has(id) && unfiled.records.get(keyOf(collection, id))?.content === undefined)
        missing.push({ collection, id });
    }
  }
  return missing;
}

/**
 * Looks, when everything is filed, which folders are whole. One that changed a moment ago is left out: a change that
 * comes now could bear the same time.
 *
 * @param known those of the start: what has not changed since then is not listed.
 */
export async function wholeFolders(
  { memory, ...place }: Place & { memory: Memory },
  known: WholeFolders,
): Promise<WholeFolders> {
  const whole: WholeFolders = {};
  for (const name of FILED_NAMES) {
    const at = await changedAt(place, name);
    if (at === undefined || Date.now() - at < TELLS_APART_MS) continue;
    if (known[name] === at || (await hasAll(place, name, memory))) whole[name] = at;
  }
  return whole;
}

async function hasAll(place: Place, name: FiledName, memory: Memory): Promise<boolean> {
  const present = new Set(await recordIds(place, name));
  return [...memory.map(name).keys()].every((id) => present.has(id));
}

async function changedAt({ fileSystem, layout }: Place, name: FiledName): Promise<number | undefined> {
  return (await fileSystem.stat(layout.folders[name]))?.changed;
}
