import { join } from 'node:path';
import { AppError } from '../errors.ts';
import { finishInSlices } from '../sliced-work.ts';
import type { AuditLog } from './audit-log.ts';
import { encodeChecksummedInSlices } from './checksummed-json.ts';
import type { Contents } from './contents.ts';
import { replaceFile } from './durable-file.ts';
import { unlessMissing, WriterLost, type FileSystem, type NewFile } from './file-system.ts';
import { writeFiled } from './filed.ts';
import type { Layout } from './layout.ts';
import type { Memory } from './memory.ts';
import { recordFile, versionFile } from './record-file.ts';
import { wholeFolders, type WholeFolders } from './record-folders.ts';
import { keyOf } from './records.ts';
import {
  returnBatch,
  settleBatch,
  takeBatch,
  type FilingBatch,
  type Unfiled,
  type UnfiledRecord,
} from './unfiled.ts';

/**
 * Node has four threads for files. Two at work here leave two for the journal, so that a save that comes meanwhile
 * does not wait in line behind files.
 */
const PARALLEL_FILES = 2;

/** Files that are made and written together: little memory, and no long pause of everything else. */
const GROUP_FILES = 64;
const GROUP_CHARACTERS = 1024 * 1024;
/** From so many on it pays to have somebody else write them. */
const MANY_FILES = 8;

export interface FilingOptions {
  fileSystem: FileSystem;
  layout: Layout;
  memory: Memory;
  unfiled: Unfiled;
  contents: Contents;
  audit: AuditLog;
  /** The folders that were whole when the folder was last closed. */
  whole: WholeFolders;
}

/**
 * Writes everything that only the journal holds to its files, durably, and then says so in `filed.json`.
 * May run while commits go on; may stop at any point, and is then simply done again.
 *
 * @param upTo journal record up to which changes are applied at the moment of the call.
 */
export async function fileEverything(options: FilingOptions, upTo: number, closed: boolean): Promise<void> {
  const { fileSystem, layout, unfiled, audit } = options;
  const batch = takeBatch(unfiled);
  try {
    const folders = new Set<string>();
    for (const [documentId] of batch.purged) await removeVersions(options, documentId, folders);
    await fileRecords(options, batch, folders);
    await fileVersions(options, batch, folders);
    await fileResidents(options, batch, upTo, folders);
    await inParallel([...folders], (folder) => fileSystem.syncFolder(folder));
    await audit.file();
    const whole = closed ? await wholeFolders(options, options.whole) : undefined;
    await writeFiled(fileSystem, layout, { seq: upTo, closed, audit: audit.filed, whole });
  } catch (error) {
    returnBatch(unfiled, batch);
    throw error;
  }
  settleBatch(unfiled, batch);
}

async function fileRecords(options: FilingOptions, batch: FilingBatch, folders: Set<string>): Promise<void> {
  const group = createGroup(options.fileSystem);
  for (const record of batch.records) await fileRecord(options, record, group);
  await group.write();
  for (const { collection } of batch.records) folders.add(options.layout.folders[collection]);
}

async function fileRecord(options: FilingOptions, taken: UnfiledRecord, group: Group): Promise<void> {
  const { fileSystem, layout, memory, contents, unfiled } = options;
  const { collection, id } = taken;
  const content = await contents.read(collection, id).catch(orUnrecoverable);
  const record = memory.map(collection).get(id);
  if (!record) {
    await unlessMissing(fileSystem.unlink(layout.record(collection, id)));
  } else if (content !== undefined) {
    const seq = unfiled.records.get(keyOf(collection, id))?.seq ?? taken.seq;
    await group.add(recordFile(layout, collection, { seq, record, content }));
  }
}

/** A text that is lost for good has been reported; it must not keep everything else from its files. */
function orUnrecoverable(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error;
}

async function fileVersions(options: FilingOptions, batch: FilingBatch, folders: Set<string>): Promise<void> {
  const { fileSystem, layout } = options;
  const documents = new Set(batch.versions.map((version) => version.document_id));
  for (const id of documents) {
    await fileSystem.makeFolder(layout.versionFolder(id));
    folders.add(layout.versionFolder(id));
    folders.add(layout.folders.versions);
  }
  const group = createGroup(fileSystem);
  for (const version of batch.versions) await group.add(versionFile(layout, version));
  await group.write();
}

async function fileResidents(
  options: FilingOptions,
  batch: FilingBatch,
  upTo: number,
  folders: Set<string>,
): Promise<void> {
  const { layout, memory } = options;
  for (const name of batch.residents) {
    const database = memory.databases[name];
    database.data.seq = upTo;
    await database.write();
    folders.add(layout.folders.collections);
  }
}

/** Done before any file of the same document is written; a second time it finds nothing, which is fine. */
async function removeVersions(
  options: FilingOptions,
  documentId: string,
  folders: Set<string>,
): Promise<void> {
  const { fileSystem, layout } = options;
  const folder = layout.versionFolder(documentId);
  if ((await fileSystem.stat(folder)) === undefined) return;
  for (const { name } of await fileSystem.list(folder))
    await unlessMissing(fileSystem.unlink(join(folder, name)));
  await unlessMissing(fileSystem.removeFolder(folder));
  folders.add(layout.folders.versions);
}

/** Collects files and writes them together, when there are enough of them and at the end. */
interface Group {
  add(file: NewFile): Promise<void>;
  write(): Promise<void>;
}

function createGroup(fileSystem: FileSystem): Group {
  let files: NewFile[] = [];
  let characters = 0;
  async function write(): Promise<void> {
    const collected = files;
    files = [];
    characters = 0;
    await writeFiles(fileSystem, collected);
  }
  return {
    async add(file) {
      files.push(file);
      characters += file.value.content.length;
      if (files.length >= GROUP_FILES || characters >= GROUP_CHARACTERS) await write();
    },
    write,
  };
}

async function writeFiles(fileSystem: FileSystem, files: readonly NewFile[]): Promise<void> {
  if (fileSystem.replaceFiles && files.length >= MANY_FILES) {
    try {
      return await fileSystem.replaceFiles(files);
    } catch (error) {
      if (!(error instanceof WriterLost)) throw error;
    }
  }
  await inParallel(files, async ({ path, value }) => {
    await replaceFile(fileSystem, path, await finishInSlices(encodeChecksummedInSlices(value)));
  });
}

/** Runs an action for each item, a few at a time; the first failure ends it after those under way. */
async function inParallel<T>(items: readonly T[], action: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const workers = Array.from({ length: Math.min(PARALLEL_FILES, items.length) }, async () => {
    for (const item of queue) await action(item);
  });
  const results = await Promise.allSettled(workers);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
