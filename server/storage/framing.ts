import { crc32 } from 'node:zlib';
import { checksum, checksumText } from './checksum.ts';
import { lengthOf } from './pieces.ts';

/**
 * A journal line: length of the JSON in bytes and its CRC-32, 8 hex digits each, the JSON, a line feed.
 * JSON holds no raw line feed, so lines stay lines for a person's tools and for finding the next good one.
 */
const LENGTH_DIGITS = 8;
const HEADER_LENGTH = LENGTH_DIGITS + 1 + 8 + 1;
const HEADER = /^([0-9a-f]{8}) ([0-9a-f]{8}) $/;
const LINE_FEED = 0x0a;
const LINE_END = Buffer.from([LINE_FEED]);

export interface Frame {
  json: string;
  checksum: string;
  /** Offset behind the line feed. */
  end: number;
}

/** Frames one JSON text, in pieces; answers its checksum too, which the next record names as `prev`. */
export function frame(json: readonly Buffer[]): { line: Buffer[]; checksum: string } {
  const sum = checksumText(json.reduce((running, piece) => crc32(piece, running), 0));
  const length = lengthOf(json).toString(16).padStart(LENGTH_DIGITS, '0');
  return { line: [Buffer.from(`${length} ${sum} `), ...json, LINE_END], checksum: sum };
}

/** The frame that starts at `offset`; undefined when it is cut, altered or no frame at all. */
export function frameAt(bytes: Buffer, offset: number): Frame | undefined {
  const header = HEADER.exec(bytes.toString('latin1', offset, offset + HEADER_LENGTH));
  if (!header?.[1] || !header[2]) return undefined;
  const start = offset + HEADER_LENGTH;
  const end = start + Number.parseInt(header[1], 16);
  if (end >= bytes.length || bytes[end] !== LINE_FEED) return undefined;
  const body = bytes.subarray(start, end);
  if (checksum(body) !== header[2]) return undefined;
  return { json: body.toString('utf8'), checksum: header[2], end: end + 1 };
}

/** The next good frame after a bad one: how a torn end is told from damage in the middle. */
export function nextFrame(bytes: Buffer, offset: number): { frame: Frame; start: number } | undefined {
  let start = bytes.indexOf(LINE_FEED, offset);
  while (start !== -1) {
    const found = frameAt(bytes, start + 1);
    if (found) return { frame: found, start: start + 1 };
    start = bytes.indexOf(LINE_FEED, start + 1);
  }
  return undefined;
}
