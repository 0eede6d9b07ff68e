import { grown } from './growing-numbers.ts';
import { writeVarint, type GrowingBytes } from './varint.ts';

/**
 * Where a term stands in one document, in bytes: each position as a varint of twice its distance from the one
 * before it (the first counts from -1), plus 1 in the last one. The byte 0 stands for no position at all.
 */
const NONE = 0;
const LAST = 1;

/** Positions read from a stream; the array is reused. */
export interface ReadPositions {
  positions: Uint32Array;
  count: number;
}

/** Writes the positions of one posting, which ascend. */
export function writePositions(
  target: GrowingBytes,
  positions: Uint32Array,
  start: number,
  end: number,
): void {
  if (start === end) writeVarint(target, NONE);
  let before = -1;
  for (let at = start; at < end; at += 1) {
    const position = positions[at] ?? 0;
    writeVarint(target, (position - before) * 2 + (at + 1 === end ? LAST : 0));
    before = position;
  }
}

/** Reads the positions of one posting. Answers where those of the next begin. */
export function readPositions(stream: Uint8Array, start: number, into: ReadPositions): number {
  into.count = 0;
  if (stream[start] === NONE) return start + 1;
  let at = start;
  let position = -1;
  for (let isLast = false; !isLast && at < stream.length;) {
    let byte = stream[at] ?? 0;
    isLast = (byte & LAST) === LAST;
    let distance = (byte & 0x7f) >>> 1;
    at += 1;
    for (let shift = 6; byte >= 0x80; shift += 7) {
      byte = stream[at] ?? 0;
      distance |= (byte & 0x7f) << shift;
      at += 1;
    }
    position += distance;
    into.positions = grown(into.positions, into.count + 1);
    into.positions[into.count] = position;
    into.count += 1;
  }
  return at;
}

/** Passes over the positions of one posting. Answers where those of the next begin. */
export function skipPositions(stream: Uint8Array, start: number): number {
  if (stream[start] === NONE) return start + 1;
  let at = start;
  for (let isLast = false; !isLast && at < stream.length;) {
    let byte = stream[at] ?? 0;
    isLast = (byte & LAST) === LAST;
    at += 1;
    while (byte >= 0x80) {
      byte = stream[at] ?? 0;
      at += 1;
    }
  }
  return at;
}
