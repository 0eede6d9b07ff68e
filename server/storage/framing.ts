import { checksum } from './checksum.ts';

/**
 * A journal line: length of the JSON in bytes and its CRC-32, 8 hex digits each, the JSON, a line feed.
 * JSON holds no raw line feed, so lines stay lines for a person's tools and for finding the next good one.
 */
const LENGTH_DIGITS = 8;
const HEADER_LENGTH = LENGTH_DIGITS + 1 + 8 + 1;
const HEADER = /^([0-9a-f]{8}) ([0-9a-f]{8}) $/;
const LINE_FEED = 0x0a;

export interface Frame {
  json: string;
  checksum: string;
  /** Offset behind the line feed. */
  end: number;
}

/** Lines one behind the other, in memory that is used again for the next ones. */
export interface LineBuffer {
  /** Frames the JSON that these pieces make; answers its checksum, which the next record names as `prev`. */
  add(pieces: readonly string[]): string;
  /** All lines since `clear`; not to be kept beyond the next one. */
  bytes(): Buffer;
  clear(): void;
}

/** Memory for lines of a usual size. What more was needed once is given back. */
const KEPT_BYTES = 512 * 1024;
/** UTF-8 takes no more for a UTF-16 unit. */
const MOST_BYTES_A_UNIT = 3;

export function createLineBuffer(size = KEPT_BYTES): LineBuffer {
  let buffer = Buffer.allocUnsafeSlow(size);
  let length = 0;

  function makeRoom(bytes: number): void {
    if (length + bytes <= buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * buffer.length, length + bytes));
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  }

  return {
    add(pieces) {
      const units = pieces.reduce((sum, piece) => sum + piece.length, 0);
      makeRoom(HEADER_LENGTH + units * MOST_BYTES_A_UNIT + 1);
      const start = length + HEADER_LENGTH;
      let end = start;
      for (const piece of pieces) end += buffer.write(piece, end);
      const sum = checksum(buffer.subarray(start, end));
      const digits = (end - start).toString(16).padStart(LENGTH_DIGITS, '0');
      buffer.write(`${digits} ${sum} `, length, 'latin1');
      buffer[end] = LINE_FEED;
      length = end + 1;
      return sum;
    },
    bytes: () => buffer.subarray(0, length),
    clear() {
      length = 0;
      if (buffer.length > size) buffer = Buffer.allocUnsafeSlow(size);
    },
  };
}

/** Frames one JSON text. */
export function frame(json: string): Buffer {
  const lines = createLineBuffer(HEADER_LENGTH + json.length * MOST_BYTES_A_UNIT + 1);
  lines.add([json]);
  return lines.bytes();
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
