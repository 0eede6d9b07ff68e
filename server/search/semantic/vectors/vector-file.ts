import { dirname } from 'node:path';
import { readFully, replaceFileDurably, writeFully } from '../../../storage/durable-file.ts';
import type { FileSystem, OpenFile } from '../../../storage/file-system.ts';
import {
  decodeRecord,
  encodeRecord,
  MAX_RECORD_BYTES,
  PREFIX_BYTES,
  type VectorIdentity,
  type VectorRecord,
} from './vector-records.ts';

/**
 * A file of vectors that grows at its end. It is derived data (security, "Promise"): what a crash cuts off or a disk
 * damages is recognised by its checksum, left out and embedded again.
 */
export interface VectorFile {
  readonly bytes: number;
  /** In the order of the calls. A failed append leaves the file as it was. */
  append(record: VectorRecord): Promise<void>;
  /** Writes the file anew with these records only, which are asked for while it is written. */
  rewrite(records: () => Iterable<VectorRecord>): Promise<void>;
  /** Makes what was appended durable. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** What was left out when the file was read. */
export interface VectorFileReading {
  isDamaged: boolean;
}

const READ_BYTES = 4 * 1024 * 1024;

/** Makes a new file, in the place of one that is there. */
export async function createVectorFile(
  fileSystem: FileSystem,
  path: string,
  identity: VectorIdentity,
): Promise<VectorFile> {
  await fileSystem.makeFolder(dirname(path));
  const bytes = await replaceFileDurably(fileSystem, path, encodeRecord({ kind: 'identity', identity }));
  return writableFile(fileSystem, path, await fileSystem.open(path, 'update'), bytes);
}

/**
 * Opens a file and hands over its records in order. What a crash cut off at its end is removed.
 *
 * @param accept called with the identity first; what answers false is not opened.
 */
export async function openVectorFile(
  fileSystem: FileSystem,
  path: string,
  accept: (identity: VectorIdentity) => boolean,
  take: (record: VectorRecord) => void,
): Promise<(VectorFileReading & { file: VectorFile }) | undefined> {
  if ((await fileSystem.stat(path))?.kind !== 'file') return undefined;
  const handle = await fileSystem.open(path, 'update');
  try {
    const reading = await readRecords(handle, accept, take);
    if (reading) {
      const { end, isDamaged } = reading;
      if (end < (await handle.size())) await handle.truncate(end);
      return { isDamaged, file: writableFile(fileSystem, path, handle, end) };
    }
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return undefined;
}

async function readRecords(
  handle: OpenFile,
  accept: (identity: VectorIdentity) => boolean,
  take: (record: VectorRecord) => void,
): Promise<{ end: number; isDamaged: boolean } | undefined> {
  let end = 0;
  let isDamaged = false;
  let isAccepted = false;
  for await (const { record, end: after } of framesOf(handle)) {
    if (!isAccepted) {
      if (record?.kind !== 'identity' || !accept(record.identity)) return undefined;
      isAccepted = true;
    } else if (record) take(record);
    else isDamaged = true;
    end = after;
  }
  return isAccepted ? { end, isDamaged } : undefined;
}

/** All frames whose length can be right, those with a wrong checksum without a record. */
async function* framesOf(
  handle: OpenFile,
): AsyncGenerator<{ record: VectorRecord | undefined; end: number }> {
  const size = await handle.size();
  let window: Buffer = Buffer.alloc(0);
  let windowAt = 0;
  let at = 0;
  const read = async (length: number) => {
    if (at + length > windowAt + window.length) {
      window = await readFully(handle, at, Math.min(Math.max(length, READ_BYTES), size - at));
      windowAt = at;
    }
    return window.subarray(at - windowAt, at - windowAt + length);
  };
  while (at + PREFIX_BYTES <= size) {
    const prefix = await read(PREFIX_BYTES);
    const length = prefix.readUInt32LE(0);
    const crc = prefix.readUInt32LE(4);
    if (length === 0 || length > MAX_RECORD_BYTES || at + PREFIX_BYTES + length > size) return;
    at += PREFIX_BYTES;
    const body = await read(length);
    at += length;
    yield { record: decodeRecord(body, crc), end: at };
  }
}

function writableFile(fileSystem: FileSystem, path: string, opened: OpenFile, length: number): VectorFile {
  let handle: OpenFile | undefined = opened;
  let bytes = length;
  let isFlushed = true;
  let queue = Promise.resolve();

  function inTurn(work: (file: OpenFile) => Promise<void>): Promise<void> {
    const before = queue;
    const run = async () => {
      await before;
      handle ??= await fileSystem.open(path, 'update');
      await work(handle);
    };
    const result = run();
    queue = result.catch(() => undefined);
    return result;
  }

  async function appendTo(file: OpenFile, record: Buffer): Promise<void> {
    try {
      await writeFully(file, record, bytes);
      bytes += record.length;
      isFlushed = false;
    } catch (error) {
      // What stays behind is found by its checksum at the next start and written over by the next append.
      await file.truncate(bytes).catch(() => undefined);
      throw error;
    }
  }

  return {
    get bytes() {
      return bytes;
    },
    append: (record) => inTurn((file) => appendTo(file, encodeRecord(record))),
    rewrite: (records) =>
      inTurn(async (file) => {
        // Windows replaces no file that is open.
        handle = undefined;
        await file.close();
        bytes = await replaceFileDurably(fileSystem, path, encodedAll(records()));
        isFlushed = true;
      }),
    flush: () =>
      inTurn(async (file) => {
        if (isFlushed) return;
        await file.datasync();
        isFlushed = true;
      }),
    async close() {
      await queue;
      await handle?.close();
      handle = undefined;
    },
  };
}

function* encodedAll(records: Iterable<VectorRecord>): Generator<Buffer> {
  for (const record of records) yield encodeRecord(record);
}
