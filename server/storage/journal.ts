import { readOnlyUntilRestart, refusedWrite } from './write-errors.ts';
import { replaceFileDurably, writeFully } from './durable-file.ts';
import { unlessMissing, type FileSystem, type OpenFile } from './file-system.ts';
import { createLineBuffer, frame } from './framing.ts';
import { numberOf, type Layout } from './layout.ts';
import { joinPieces, lengthOf, type EncodedJson } from './pieces.ts';

/** Last record that stands in the journal: what the next one follows. */
export interface JournalPlace {
  seq: number;
  checksum: string;
}

export interface JournalPosition extends JournalPlace {
  /** First record of the segment that is written to. */
  segment: number;
  /** Good bytes in that segment. */
  length: number;
}

export const FIRST_PLACE: JournalPlace = { seq: 0, checksum: '00000000' };
export const SEGMENT_FORMAT = 'commonplace-journal';

/** Makes the JSON of one record, in pieces, given its place. */
export type RecordEncoder = (place: { seq: number; group: number; prev: string }) => EncodedJson;

/** So much is copied into one write: of a group that is longer each write takes a part. */
const WRITE_BYTES = 4 * 1024 * 1024;

/**
 * The write-ahead journal: one writer, one write and one flush for a group of records. Not for two calls at a
 * time; the commit queue sees to that.
 */
export interface Journal {
  readonly place: JournalPlace;
  /** The same, with where it stands on disk. */
  readonly position: JournalPosition;
  /** Set for good when the disk failed in a way that leaves unknown what it holds. */
  readonly brokenReason: string | null;
  /** Records and bytes in all segments since the last cut. */
  readonly unfiled: { records: number; bytes: number };
  /**
   * Writes all records and flushes once. Rejects with an `AppError` when the disk refuses; then none of them is in the
   * journal, unless the disk refused to take them back as well. Rejects with what an encoder throws before any write.
   *
   * @param whileFlushing called when all is written and the flush is on its way; not when a write fails
   */
  append(records: readonly RecordEncoder[], whileFlushing?: () => void): Promise<void>;
  /** Starts a new segment, so that the older ones can be removed once a snapshot covers them. */
  rotate(): Promise<void>;
  /** Removes the segments before the current one; `counted` is what `unfiled` was when it began. */
  dropOlder(counted: { records: number; bytes: number }): Promise<void>;
  /** Keeps the segments from `first` on although a snapshot covers them, for whoever copies the folder; answers how to let go. */
  retain(first: number): () => void;
  close(): Promise<void>;
}

/** Creates the segment for the records behind `place`; its name and header are durable before it is used. */
export async function createSegment(
  fileSystem: FileSystem,
  layout: Layout,
  place: JournalPlace,
): Promise<number> {
  const header = JSON.stringify({ format: SEGMENT_FORMAT, first: place.seq + 1, prev: place.checksum });
  return replaceFileDurably(fileSystem, layout.segment(place.seq + 1), frame(header));
}

export async function openJournal(
  fileSystem: FileSystem,
  layout: Layout,
  start: JournalPosition,
  startUnfiled: { records: number; bytes: number },
): Promise<Journal> {
  let { segment, length } = start;
  let place: JournalPlace = { seq: start.seq, checksum: start.checksum };
  let file: OpenFile = await fileSystem.open(layout.segment(segment), 'update');
  let brokenReason: string | null = null;
  const unfiled = { ...startUnfiled };
  const retained = new Set<{ first: number }>();
  const lines = createLineBuffer();

  /** After a failed write the end of the file is unknown: cut it back, and make that durable before going on. */
  async function cutBack(cause: unknown): Promise<never> {
    try {
      await file.truncate(length);
    } catch {
      throw broken('a failed write could not be taken back.');
    }
    await flush();
    throw refusedWrite(cause);
  }

  /**
   * A flush is never tried again on the same file: the kernel may have dropped the pages and say yes. What is refused
   * is taken off the file all the same, or the next start would find it there.
   */
  async function flush(): Promise<void> {
    try {
      await file.datasync();
    } catch {
      await file.truncate(length).catch(() => undefined);
      throw broken('the disk failed to store a change.');
    }
  }

  /** When it cannot be had, its name must go again before the old segment grows past it. */
  async function newSegment(first: number): Promise<{ file: OpenFile; length: number }> {
    try {
      const headerLength = await createSegment(fileSystem, layout, place);
      return { file: await fileSystem.open(layout.segment(first), 'update'), length: headerLength };
    } catch (error) {
      try {
        await unlessMissing(fileSystem.unlink(layout.segment(first)));
        await fileSystem.syncFolder(layout.folders.journal);
      } catch {
        throw broken('the journal could not go on in a new file.');
      }
      throw error;
    }
  }

  function broken(reason: string) {
    brokenReason = reason;
    return readOnlyUntilRestart(reason);
  }

  return {
    get place() {
      return place;
    },
    get position() {
      return { ...place, segment, length };
    },
    get brokenReason() {
      return brokenReason;
    },
    get unfiled() {
      return { ...unfiled };
    },
    async append(records, whileFlushing = () => undefined) {
      if (brokenReason !== null) throw readOnlyUntilRestart(brokenReason);
      const group = place.seq + 1;
      let next = place;
      lines.clear();
      for (const encode of records) {
        const checksum = lines.add(encode({ seq: next.seq + 1, group, prev: next.checksum }));
        next = { seq: next.seq + 1, checksum };
      }
      const pieces = lines.pieces();
      const bytes = lengthOf(pieces);
      try {
        let end = length;
        for (const part of joinPieces(pieces, WRITE_BYTES)) {
          await writeFully(file, part, end);
          end += part.length;
        }
      } catch (error) {
        await cutBack(error);
      }
      const flushed = flush();
      whileFlushing();
      await flushed;
      length += bytes;
      place = next;
      unfiled.records += records.length;
      unfiled.bytes += bytes;
    },
    async rotate() {
      if (brokenReason !== null) throw readOnlyUntilRestart(brokenReason);
      if (segment === place.seq + 1) return;
      const next = await newSegment(place.seq + 1);
      const old = file;
      ({ file, length } = next);
      segment = place.seq + 1;
      await old.close();
    },
    async dropOlder(counted) {
      const entries = await fileSystem.list(layout.folders.journal);
      const needed = Math.min(segment, ...[...retained].map((one) => one.first));
      const older = entries
        .map((entry) => numberOf(entry.name))
        .filter((first) => first !== undefined && first < needed);
      for (const first of older)
        if (first !== undefined) await unlessMissing(fileSystem.unlink(layout.segment(first)));
      if (older.length > 0) await fileSystem.syncFolder(layout.folders.journal);
      unfiled.records -= counted.records;
      unfiled.bytes -= counted.bytes;
    },
    retain(first) {
      const one = { first };
      retained.add(one);
      return () => void retained.delete(one);
    },
    close: () => file.close(),
  };
}
