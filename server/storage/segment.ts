import { frameAt, nextFrame } from './framing.ts';
import { SEGMENT_FORMAT } from './journal.ts';
import { decodeRecord, type JournalRecord } from './records.ts';
import { trusted } from './trusted.ts';

const SECTOR = 512;
const LINE_FEED = 0x0a;

export interface SegmentRead {
  /** Checksum that the segment's first record names as its predecessor's. */
  prev: string;
  records: { record: JournalRecord; checksum: string }[];
  /** Bytes up to the end of the last good record. */
  length: number;
  /** What stands behind them: nothing, a write that power or a crash cut off, or damage. */
  end: 'whole' | 'torn' | 'damaged';
  /** Good records behind the damage: not in order any more, but better than nothing for a reader. */
  salvaged: JournalRecord[];
}

/** The record that a segment follows; its checksum is null when it is not known. */
export interface Predecessor {
  seq: number;
  checksum: string | null;
}

/** Reads one segment that should start right behind `place`. */
export function readSegment(bytes: Buffer, place: Predecessor): SegmentRead {
  const read: SegmentRead = { prev: '', records: [], length: 0, end: 'whole', salvaged: [] };
  const header = frameAt(bytes, 0);
  const prev = header && prevInHeader(header.json, place);
  if (!header || prev === undefined) return { ...read, end: 'damaged', salvaged: salvage(bytes, 0) };
  read.prev = prev;
  read.length = header.end;
  let expected = { seq: place.seq, checksum: prev };
  while (read.length < bytes.length) {
    const found = frameAt(bytes, read.length);
    const record = found && decodeRecord(found.json);
    if (!record || record.seq !== expected.seq + 1 || record.prev !== expected.checksum) {
      return { ...read, ...judgeEnd(bytes, read.length, expected.seq + 1) };
    }
    read.records.push({ record, checksum: found.checksum });
    expected = { seq: record.seq, checksum: found.checksum };
    read.length = found.end;
  }
  return read;
}

/**
 * Tells a write that never was acknowledged from damage. Only the last group can be torn, because a group is
 * flushed before the next is written; and a torn one ends early or has sectors that never reached the disk.
 */
function judgeEnd(bytes: Buffer, offset: number, seq: number): Pick<SegmentRead, 'end' | 'salvaged'> {
  const salvaged = salvage(bytes, offset);
  const flushedLater = salvaged.some((record) => record.group > seq);
  const endsEarly = bytes[bytes.length - 1] !== LINE_FEED;
  const torn = !flushedLater && (endsEarly || hasUnwrittenSector(bytes, offset));
  return torn ? { end: 'torn', salvaged: [] } : { end: 'damaged', salvaged };
}

function hasUnwrittenSector(bytes: Buffer, offset: number): boolean {
  for (let start = offset; start < bytes.length; start = start - (start % SECTOR) + SECTOR) {
    const end = Math.min(start - (start % SECTOR) + SECTOR, bytes.length);
    if (bytes.subarray(start, end).every((byte) => byte === 0)) return true;
  }
  return false;
}

function salvage(bytes: Buffer, offset: number): JournalRecord[] {
  const records: JournalRecord[] = [];
  let next = nextFrame(bytes, offset);
  while (next) {
    const json = next.frame.json;
    if (json.startsWith('{"seq":')) records.push(decodeRecord(json));
    const behind = frameAt(bytes, next.frame.end);
    next = behind ? { frame: behind, start: next.frame.end } : nextFrame(bytes, next.frame.end);
  }
  return records;
}

/** The checksum that the header names; undefined when it is not the header of the segment behind `place`. */
function prevInHeader(json: string, place: Predecessor): string | undefined {
  const header = trusted<{ format?: unknown; first?: unknown; prev?: unknown }>(JSON.parse(json));
  if (header.format !== SEGMENT_FORMAT || header.first !== place.seq + 1 || typeof header.prev !== 'string')
    return undefined;
  return place.checksum === null || header.prev === place.checksum ? header.prev : undefined;
}
