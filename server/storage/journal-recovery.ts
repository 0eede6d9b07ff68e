import { describeProblem } from './damage-log.ts';
import { listIfPresent, type FileSystem } from './file-system.ts';
import type { JournalPlace, JournalPosition } from './journal.ts';
import { numberOf, type Layout } from './layout.ts';
import type { JournalRecord } from './records.ts';
import { readSegment, type Predecessor, type SegmentRead } from './segment.ts';

/** Records that should be in the journal and are not. */
export interface JournalHole {
  path: string;
  problem: string;
  from: number;
  /** The last missing one; null when it is not known how many followed. */
  to: number | null;
}

export interface JournalRead {
  /** Behind the snapshot, in order; with holes, what could be read. */
  records: JournalRecord[];
  holes: JournalHole[];
  /** Where to go on writing; undefined when there is no segment that can be written to. */
  position: JournalPosition | undefined;
  /** Bytes of a write that was never acknowledged, at the end of the last segment. */
  tornBytes: number;
  unfiled: { records: number; bytes: number };
}

/** Reads the journal behind `from`, or all of it when there is no snapshot to start from. */
export async function readJournal(
  fileSystem: FileSystem,
  layout: Layout,
  from: JournalPlace | undefined,
): Promise<JournalRead> {
  const firsts = await neededSegments(fileSystem, layout, from);
  const result: JournalRead = {
    records: [],
    holes: [],
    position: undefined,
    tornBytes: 0,
    unfiled: { records: 0, bytes: 0 },
  };
  const start = firsts[0];
  let place: Predecessor = from && start === from.seq + 1 ? from : { seq: (start ?? 1) - 1, checksum: null };
  if (from && (start === undefined || start > from.seq + 1)) {
    noteHole(result, layout.segment(from.seq + 1), 'the file is missing', from.seq + 1, start);
  }
  if (!from && start === undefined)
    noteHole(result, layout.segment(1), 'no part of the journal is there', 1, undefined);
  for (const [index, first] of firsts.entries()) {
    if (first !== place.seq + 1) {
      if (first > place.seq + 1)
        noteHole(result, layout.segment(place.seq + 1), 'the file is missing', place.seq + 1, first);
      place = { seq: first - 1, checksum: null };
    }
    place = await takeSegment(fileSystem, layout, { first, next: firsts[index + 1], place, result });
  }
  if (from) result.records = result.records.filter((record) => record.seq > from.seq);
  return result;
}

interface SegmentTask {
  first: number;
  /** First record of the segment behind it; undefined for the last one. */
  next: number | undefined;
  place: Predecessor;
  result: JournalRead;
}

async function takeSegment(fileSystem: FileSystem, layout: Layout, task: SegmentTask): Promise<Predecessor> {
  const { first, next, place, result } = task;
  const isLast = next === undefined;
  const path = layout.segment(first);
  const { bytes, problem } = await readBytes(fileSystem, path);
  const read = readSegment(bytes, place);
  for (const { record } of read.records) result.records.push(record);
  result.unfiled.records += read.records.length;
  result.unfiled.bytes += bytes.length;
  const last = read.records.at(-1);
  const end: Predecessor = last ? { seq: last.record.seq, checksum: last.checksum } : place;
  if (read.end === 'damaged' || (read.end === 'torn' && !isLast)) {
    const hole = { path, problem: problem ?? 'a record in it is damaged', from: end.seq + 1 };
    return skipDamage(result, hole, next, read);
  }
  if (isLast) {
    result.position = {
      seq: end.seq,
      checksum: end.checksum ?? read.prev,
      segment: first,
      length: read.length,
    };
    result.tornBytes = bytes.length - read.length;
  }
  return end;
}

/** Notes what is missing and goes on with what could be read behind it. */
function skipDamage(
  result: JournalRead,
  hole: Omit<JournalHole, 'to'>,
  next: number | undefined,
  read: SegmentRead,
): Predecessor {
  const salvaged = read.salvaged.filter((record) => record.seq >= hole.from);
  const goesOnAt = salvaged[0]?.seq ?? next;
  noteHole(result, hole.path, hole.problem, hole.from, goesOnAt);
  result.records.push(...salvaged);
  return { seq: salvaged.at(-1)?.seq ?? (next ?? hole.from) - 1, checksum: null };
}

function noteHole(
  result: JournalRead,
  path: string,
  problem: string,
  from: number,
  next: number | undefined,
): void {
  result.holes.push({ path, problem, from, to: next === undefined ? null : next - 1 });
}

async function readBytes(fileSystem: FileSystem, path: string): Promise<{ bytes: Buffer; problem?: string }> {
  try {
    return { bytes: await fileSystem.readFile(path) };
  } catch (error) {
    return { bytes: Buffer.alloc(0), problem: describeProblem(error) };
  }
}

/** First records of the segments that hold anything behind `from`; a crash may have left older ones. */
async function neededSegments(
  fileSystem: FileSystem,
  layout: Layout,
  from: JournalPlace | undefined,
): Promise<number[]> {
  const entries = await listIfPresent(fileSystem, layout.folders.journal);
  const firsts = entries.map((entry) => numberOf(entry.name)).filter((first) => first !== undefined);
  const sorted = firsts.toSorted((a, b) => a - b);
  if (!from) return sorted;
  return sorted.filter((_, index) => (sorted[index + 1] ?? Infinity) > from.seq + 1);
}
