import { diffArrays } from 'diff';

/** Lines `start` to `end` (exclusive) of a base that another text replaces by its lines `newStart` to `newEnd`. */
export interface LineChange {
  start: number;
  end: number;
  newStart: number;
  newEnd: number;
}

/** Beyond this many removed and added lines a comparison line by line could block the process. */
const MAX_EDITS = 500;
const MAX_LINES = 40_000;

/**
 * What a text changes in a base, in order, by lines. Equal beginnings and ends are set aside first, so the time
 * grows with the size of the texts plus a bounded search; texts that differ too much are one change.
 */
export function lineChanges(base: readonly string[], other: readonly string[]): LineChange[] {
  const shorter = Math.min(base.length, other.length);
  let head = 0;
  while (head < shorter && base[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && base.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  const middle = base.slice(head, base.length - tail);
  const otherMiddle = other.slice(head, other.length - tail);
  if (middle.length === 0 && otherMiddle.length === 0) return [];
  const isComparable = middle.length + otherMiddle.length <= MAX_LINES;
  const parts = isComparable ? diffArrays(middle, otherMiddle, { maxEditLength: MAX_EDITS }) : undefined;
  if (!parts) {
    return [{ start: head, end: base.length - tail, newStart: head, newEnd: other.length - tail }];
  }
  return changesOf(parts, head);
}

function changesOf(
  parts: readonly { count: number; added: boolean; removed: boolean }[],
  head: number,
): LineChange[] {
  const changes: LineChange[] = [];
  let open: LineChange | undefined;
  let [at, newAt] = [head, head];
  for (const { count, added, removed } of parts) {
    if (!added && !removed) {
      open = undefined;
    } else {
      if (!open) changes.push((open = { start: at, end: at, newStart: newAt, newEnd: newAt }));
      if (removed) open.end += count;
      else open.newEnd += count;
    }
    if (!added) at += count;
    if (!removed) newAt += count;
  }
  return changes;
}
