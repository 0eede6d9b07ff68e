import { grown } from './growing-numbers.ts';
import { writeByte, type GrowingBytes } from './varint.ts';

/**
 * Where a term stands in one document, in bytes: each position as its distance from the one before it (the first
 * counts from -1), 6 bits a byte, lowest first. `MORE` is set on all bytes of a distance but its last one, `END` on
 * the last byte of all, so that postings are passed over by counting bytes. `NOTHING` stands for no position at all.
 */
export const BITS = 6;
export const PAYLOAD = 0x3f;
export const MORE = 0x40;
export const END = 0x80;
export const NOTHING = END;

/**
 * A mark tells where the positions of each posting stand whose number is a multiple of 2 to the power of this, so
 * that those of any posting are reached past a few others.
 */
export const MARK_SHIFT = 5;

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
  if (start === end) writeByte(target, NOTHING);
  let before = -1;
  for (let at = start; at < end; at += 1) {
    const position = positions[at] ?? 0;
    let distance = position - before;
    for (; distance > PAYLOAD; distance >>>= BITS) writeByte(target, (distance & PAYLOAD) | MORE);
    writeByte(target, at + 1 === end ? distance | END : distance);
    before = position;
  }
}

/** Reads the positions of one posting. Answers where those of the next begin. */
export function readPositions(stream: Uint8Array, start: number, into: ReadPositions): number {
  into.count = 0;
  if (stream[start] === NOTHING) return start + 1;
  let at = start;
  let position = -1;
  for (let byte = 0; byte < END && at < stream.length;) {
    byte = stream[at] ?? 0;
    at += 1;
    let distance = byte & PAYLOAD;
    for (let shift = BITS; (byte & MORE) !== 0; shift += BITS) {
      byte = stream[at] ?? 0;
      distance |= (byte & PAYLOAD) << shift;
      at += 1;
    }
    position += distance;
    into.positions = grown(into.positions, into.count + 1);
    into.positions[into.count] = position;
    into.count += 1;
  }
  return at;
}

/** Passes over the positions of some postings, from anywhere in the first. Answers where those of the next begin. */
export function skipPositions(stream: Uint8Array, start: number, postings: number): number {
  let at = start;
  for (let left = postings; left > 0 && at < stream.length; at += 1) left -= (stream[at] ?? 0) >>> 7;
  return at;
}
