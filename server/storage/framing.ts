import { crc32 } from 'node:zlib';
import { checksum, checksumText } from './checksum.ts';
import { areTexts, lengthOf, type EncodedJson } from './pieces.ts';

/**
 * A journal line: length of the JSON in bytes and its CRC-32, 8 hex digits each, the JSON, a line feed.
 * JSON holds no raw line feed, so lines stay lines for a person's tools and for finding the next good one.
 */
const LENGTH_DIGITS = 8;
const HEADER_LENGTH = LENGTH_DIGITS + 1 + 8 + 1;
const HEADER = /^([0-9a-f]{8}) ([0-9a-f]{8}) $/;
const LINE_FEED = 0x0a;
const LINE_END = Buffer.of(LINE_FEED);

export interface Frame {
  json: string;
  checksum: string;
  /** Offset behind the line feed. */
  end: number;
}

/** Lines one behind the other. Short ones are put together in memory that is used again for the next ones. */
export interface LineBuffer {
  /** Frames one JSON value; answers its checksum, which the next record names as `prev`. */
  add(json: EncodedJson): string;
  /** All lines since `clear`, in order; not to be kept beyond the next one. */
  pieces(): readonly Buffer[];
  clear(): void;
}

/** Memory for lines of a usual size. What more was needed once is given back. */
const KEPT_BYTES = 512 * 1024;
/** UTF-8 takes no more for a UTF-16 unit. */
const MOST_BYTES_A_UNIT = 3;

export function createLineBuffer(size = KEPT_BYTES): LineBuffer {
  let buffer = Buffer.allocUnsafeSlow(size);
  let length = 0;
  /** Start of the lines in the buffer that are not yet among the pieces. */
  let taken = 0;
  let pieces: Buffer[] = [];

  function makeRoom(bytes: number): void {
    if (length + bytes <= buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * buffer.length, length + bytes));
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  }

  function addTexts(texts: readonly string[]): string {
    makeRoom(HEADER_LENGTH + lengthOf(texts) * MOST_BYTES_A_UNIT + 1);
    const start = length + HEADER_LENGTH;
    let end = start;
    for (const text of texts) end += buffer.write(text, end);
    const sum = checksum(buffer.subarray(start, end));
    buffer.write(headerOf(end - start, sum), length, 'latin1');
    buffer[end] = LINE_FEED;
    length = end + 1;
    return sum;
  }

  /** Long JSON stays where it is: copying it would hold up everybody else. */
  function addBytes(json: readonly Buffer[]): string {
    let running = 0;
    for (const piece of json) running = crc32(piece, running);
    const sum = checksumText(running);
    takeLines();
    pieces.push(Buffer.from(headerOf(lengthOf(json), sum), 'latin1'), ...json, LINE_END);
    return sum;
  }

  function takeLines(): void {
    if (length > taken) pieces.push(buffer.subarray(taken, length));
    taken = length;
  }

  return {
    add: (json) => (areTexts(json) ? addTexts(json) : addBytes(json)),
    pieces() {
      takeLines();
      return pieces;
    },
    clear() {
      length = 0;
      taken = 0;
      pieces = [];
      if (buffer.length > size) buffer = Buffer.allocUnsafeSlow(size);
    },
  };
}

function headerOf(length: number, sum: string): string {
  return `${length.toString(16).padStart(LENGTH_DIGITS, '0')} ${sum} `;
}

/** Frames one JSON text. */
export function frame(json: string): Buffer {
  const lines = createLineBuffer(HEADER_LENGTH + json.length * MOST_BYTES_A_UNIT + 1);
  lines.add([json]);
  return Buffer.concat(lines.pieces());
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
  for (const start of possibleStarts(bytes, offset)) {
    const found = frameAt(bytes, start);
    if (found) return { frame: found, start };
  }
  return undefined;
}

/** Behind a line feed, and behind NULs: what a disk never got reads as those, the line feed before a good line too. */
function* possibleStarts(bytes: Buffer, offset: number): Generator<number> {
  for (let at = offset; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === LINE_FEED || (byte === 0 && bytes[at + 1] !== 0)) yield at + 1;
  }
}
