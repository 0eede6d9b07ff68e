import { shortestEdit, type EditRun } from './edit-script.ts';

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
  const runs = isComparable ? shortestEdit(middle, otherMiddle, MAX_EDITS) : undefined;
  if (!runs) {
    return [{ start: head, end: base.length - tail, newStart: head, newEnd: other.length - tail }];
  }
  return changesOf(runs, head);
}

function changesOf(runs: readonly EditRun[], head: number): LineChange[] {
  const changes: LineChange[] = [];
  let open: LineChange | undefined;
  let [at, newAt] = [head, head];
  for (const { kind, count } of runs) {
    if (kind === 'kept') {
      open = undefined;
    } else {
      if (!open) changes.push((open = { start: at, end: at, newStart: newAt, newEnd: newAt }));
      if (kind === 'removed') open.end += count;
      else open.newEnd += count;
    }
    if (kind !== 'added') at += count;
    if (kind !== 'removed') newAt += count;
  }
  return changes;
}
