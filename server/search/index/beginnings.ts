import { grown } from './growing-numbers.ts';
import { BITS, END, MORE, NOTHING, PAYLOAD } from './positions.ts';

/**
 * From where in one document a phrase may begin, so that all its terms that were read yet are reached. Used again
 * for each document: what has another mark is of an earlier one.
 */
export interface Beginnings {
  /** By position. */
  marks: Uint32Array;
  mark: number;
  /** The last one; -1 when there is none. */
  last: number;
}

/** As many marks are left before all are forgotten. */
const MAX_MARK = 2 ** 32 - 1;

export const createBeginnings = (): Beginnings => ({ marks: new Uint32Array(4096), mark: 0, last: -1 });

/**
 * Takes the positions of a phrase's first term in a stream, each `shift` further.
 *
 * @returns the last byte of the stream that was read
 */
export function markBeginnings(
  beginnings: Beginnings,
  bytes: Uint8Array,
  start: number,
  shift: number,
): number {
  let { marks } = beginnings;
  const mark = nextMark(beginnings);
  beginnings.last = -1;
  if (bytes[start] === NOTHING) return start;
  let position = shift - 1;
  let at = start;
  for (let byte = 0; byte < END && at < bytes.length;) {
    byte = bytes[at] ?? 0;
    at += 1;
    let distance = byte & PAYLOAD;
    for (let bits = BITS; (byte & MORE) !== 0; bits += BITS) {
      byte = bytes[at] ?? 0;
      distance |= (byte & PAYLOAD) << bits;
      at += 1;
    }
    position += distance;
    if (position >= marks.length) marks = grown(marks, position + 1);
    marks[position] = mark;
  }
  beginnings.marks = marks;
  beginnings.last = position;
  return at - 1;
}

/**
 * Leaves the beginnings that are reached from another term's positions too; only the first when that is enough. As
 * `markBeginnings`.
 */
export function keepBeginnings(
  beginnings: Beginnings,
  bytes: Uint8Array,
  start: number,
  shift: number,
  isOneEnough: boolean,
): number {
  const { marks, mark, last } = beginnings;
  const kept = nextMark(beginnings);
  beginnings.last = -1;
  if (bytes[start] === NOTHING) return start;
  let position = shift - 1;
  let at = start;
  for (let byte = 0; byte < END && at < bytes.length;) {
    byte = bytes[at] ?? 0;
    at += 1;
    let distance = byte & PAYLOAD;
    for (let bits = BITS; (byte & MORE) !== 0; bits += BITS) {
      byte = bytes[at] ?? 0;
      distance |= (byte & PAYLOAD) << bits;
      at += 1;
    }
    position += distance;
    if (position > last) break;
    if (marks[position] === mark) {
      marks[position] = kept;
      beginnings.last = position;
      if (isOneEnough) break;
    }
  }
  return at - 1;
}

function nextMark(beginnings: Beginnings): number {
  beginnings.mark += 1;
  return beginnings.mark;
}

/** Makes room for the marks of a phrase; without it they would come round to those of long ago. */
export function beginPhrase(beginnings: Beginnings, terms: number): void {
  if (beginnings.mark + terms < MAX_MARK) return;
  beginnings.marks.fill(0);
  beginnings.mark = 0;
}
