import { countLines, hasTooManyLines, sharedEnds } from './large-text.ts';
import { lineChanges, type LineChange } from './line-changes.ts';

/** Unchanged lines that are shown around a change. */
const CONTEXT = 3;

/**
 * A unified diff of two texts, `''` when they are the same. A text without a character has no lines, so that a
 * creation only adds. Its time is bounded, see `lineChanges`.
 */
export function unifiedDiff(before: string, after: string, names: { before: string; after: string }): string {
  if (before === after) return '';
  if (hasTooManyLines(before) || hasTooManyLines(after)) return diffLarge(before, after, names);
  const [oldLines, newLines] = [linesOf(before), linesOf(after)];
  const hunks = groupNearby(lineChanges(oldLines, newLines)).map((group) =>
    formatHunk(group, oldLines, newLines),
  );
  return [`--- ${names.before}`, `+++ ${names.after}`, ...hunks.flat(), ''].join('\n');
}

const linesOf = (text: string) => (text === '' ? [] : text.split('\n'));

/** Where lines stand, counted from 1; of no lines it is the line that they would follow. */
const place = (start: number, lines: number) => `${lines === 0 ? start : start + 1},${lines}`;

/** Very long texts: one hunk without context, for what lies between their equal ends, its first lines shown. */
function diffLarge(before: string, after: string, names: { before: string; after: string }): string {
  const { head, middles } = sharedEnds([before, after]);
  const [removed = '', added = ''] = middles;
  const start = countLines(head) - 1;
  const removedLines = before === '' ? 0 : countLines(removed);
  const addedLines = after === '' ? 0 : countLines(added);
  const hunk = [`@@ -${place(start, removedLines)} +${place(start, addedLines)} @@`];
  if (removedLines > 0) hunk.push(markLines(removed, removedLines, '-'));
  if (addedLines > 0) hunk.push(markLines(added, addedLines, '+'));
  return [`--- ${names.before}`, `+++ ${names.after}`, ...hunk, ''].join('\n');
}

/** More lines than this in one hunk nobody reads. */
const MOST_SHOWN = 1000;

function markLines(text: string, lines: number, mark: string): string {
  if (lines <= MOST_SHOWN) return mark + text.replaceAll('\n', `\n${mark}`);
  let end = -1;
  for (let line = 0; line < MOST_SHOWN; line += 1) end = text.indexOf('\n', end + 1);
  const more = lines - MOST_SHOWN;
  const shown = text.slice(0, end).replaceAll('\n', `\n${mark}`);
  return `${mark}${shown}\n\\ ${more} more lines are not shown`;
}

/** Changes whose contexts would meet share one hunk. */
function groupNearby(changes: readonly LineChange[]): LineChange[][] {
  const groups: LineChange[][] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && change.start - last.end <= 2 * CONTEXT) group.push(change);
    else groups.push([change]);
  }
  return groups;
}

function formatHunk(
  group: readonly LineChange[],
  oldLines: readonly string[],
  newLines: readonly string[],
): string[] {
  const [first, last] = [group[0], group.at(-1)];
  if (!first || !last) return [];
  const start = Math.max(0, first.start - CONTEXT);
  const end = Math.min(oldLines.length, last.end + CONTEXT);
  const newStart = first.newStart - (first.start - start);
  const newEnd = last.newEnd + (end - last.end);
  const lines = [`@@ -${place(start, end - start)} +${place(newStart, newEnd - newStart)} @@`];
  let at = start;
  for (const change of group) {
    for (const line of oldLines.slice(at, change.start)) lines.push(` ${line}`);
    for (const line of oldLines.slice(change.start, change.end)) lines.push(`-${line}`);
    for (const line of newLines.slice(change.newStart, change.newEnd)) lines.push(`+${line}`);
    at = change.end;
  }
  for (const line of oldLines.slice(at, end)) lines.push(` ${line}`);
  return lines;
}
