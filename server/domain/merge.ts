import { countLines, hasTooManyLines, sharedEnds } from './large-text.ts';
import { lineChanges, type LineChange } from './line-changes.ts';

export interface MergedText {
  /** The merged text; conflicting passages stand between conflict markers. */
  text: string;
  /** How many passages both sides changed differently. */
  conflicts: number;
}

/** Lines that the merge has settled, or a passage that both sides changed differently. */
export type MergedPart =
  | { kind: 'settled'; lines: readonly string[] }
  | { kind: 'conflict'; base: readonly string[]; live: readonly string[]; proposed: readonly string[] };

/** One of the two texts that came from the base, with what it changed. */
interface Side {
  lines: readonly string[];
  changes: readonly LineChange[];
}

/** Lines of the base that at least one side changed, and what each side has in their place. */
interface Passage {
  start: number;
  end: number;
  live: string[];
  proposed: string[];
  changedBy: 'live' | 'proposed' | 'both';
}

/**
 * Three-way merge by lines: what only one side changed is taken, what both changed the same way too, and what
 * both changed differently, or changed in neighbouring lines, is a conflict, shown with both sides and the base.
 */
export function mergeText(base: string, live: string, proposed: string): MergedText {
  if (live === base || live === proposed) return { text: proposed, conflicts: 0 };
  if (proposed === base) return { text: live, conflicts: 0 };
  const texts: [string, string, string] = [base, live, proposed];
  return texts.some(hasTooManyLines)
    ? mergeLarge(texts)
    : mergeLines(base.split('\n'), live.split('\n'), proposed.split('\n'));
}

/** Of very long texts only what lies between their equal ends is merged, by lines or, if it is long too, as one. */
function mergeLarge(texts: readonly [string, string, string]): MergedText {
  const { head, tail, middles } = sharedEnds(texts);
  const [base = '', live = '', proposed = ''] = middles;
  const { text, conflicts } = middles.some(hasTooManyLines)
    ? mergeLines([base], [live], [proposed])
    : mergeText(base, live, proposed);
  return { text: head + text + tail, conflicts };
}

function mergeLines(
  baseLines: readonly string[],
  live: readonly string[],
  proposed: readonly string[],
): MergedText {
  const parts = partsOf(baseLines, live, proposed);
  const lines = parts.flatMap((part) => (part.kind === 'settled' ? part.lines : conflictBlock(part)));
  return { text: lines.join('\n'), conflicts: parts.filter(({ kind }) => kind === 'conflict').length };
}

/**
 * The same merge in parts, for whoever settles the conflicts: with each conflict replaced by the lines that are
 * wanted in its place, the lines of all parts are the text.
 */
export function mergeParts(base: string, live: string, proposed: string): MergedPart[] {
  const whole = mergeText(base, live, proposed);
  if (whole.conflicts === 0) return [{ kind: 'settled', lines: whole.text.split('\n') }];
  if (![base, live, proposed].some(hasTooManyLines))
    return partsOf(base.split('\n'), live.split('\n'), proposed.split('\n'));
  return [{ kind: 'conflict', base: [base], live: [live], proposed: [proposed] }];
}

function partsOf(
  baseLines: readonly string[],
  live: readonly string[],
  proposed: readonly string[],
): MergedPart[] {
  const side = (lines: readonly string[]): Side => ({ lines, changes: lineChanges(baseLines, lines) });
  const parts: MergedPart[] = [];
  let at = 0;
  for (const passage of changedPassages(side(live), side(proposed))) {
    parts.push({ kind: 'settled', lines: baseLines.slice(at, passage.start) });
    at = passage.end;
    parts.push(partOf(passage, baseLines.slice(passage.start, passage.end)));
  }
  parts.push({ kind: 'settled', lines: baseLines.slice(at) });
  return parts;
}

function partOf({ live, proposed, changedBy }: Passage, base: readonly string[]): MergedPart {
  if (changedBy === 'live') return { kind: 'settled', lines: live };
  if (changedBy === 'proposed' || isSame(live, proposed)) return { kind: 'settled', lines: proposed };
  return { kind: 'conflict', base, live, proposed };
}

function changedPassages(live: Side, proposed: Side): Passage[] {
  const all = [
    ...live.changes.map((change) => ({ change, of: 'live' as const })),
    ...proposed.changes.map((change) => ({ change, of: 'proposed' as const })),
  ].toSorted((left, right) => left.change.start - right.change.start || left.change.end - right.change.end);
  const passages: Passage[] = [];
  for (let index = 0; index < all.length;) {
    const group = touching(all, index);
    index += group.length;
    const start = group[0]?.change.start ?? 0;
    const end = Math.max(...group.map(({ change }) => change.end));
    const owners = new Set(group.map(({ of }) => of));
    const [only] = owners;
    passages.push({
      start,
      end,
      live: linesInPlace(live, start, end),
      proposed: linesInPlace(proposed, start, end),
      changedBy: owners.size === 2 ? 'both' : (only ?? 'both'),
    });
  }
  return passages;
}

/** The changes from `index` on that overlap or touch each other. */
function touching<Entry extends { change: LineChange }>(entries: readonly Entry[], index: number): Entry[] {
  const group: Entry[] = [];
  let end = -1;
  for (const entry of entries.slice(index)) {
    if (group.length > 0 && entry.change.start > end) break;
    group.push(entry);
    end = Math.max(end, entry.change.end);
  }
  return group;
}

/** What a side has in place of lines `start` to `end` of the base, whose borders none of its changes crosses. */
function linesInPlace({ lines, changes }: Side, start: number, end: number): string[] {
  let shiftBefore = 0;
  let shiftThrough = 0;
  for (const change of changes) {
    const shift = change.newEnd - change.newStart - (change.end - change.start);
    if (change.end < start || (change.end === start && change.start < start)) shiftBefore += shift;
    if (change.start < end || (change.start === end && change.end <= end)) shiftThrough += shift;
  }
  return lines.slice(start + shiftBefore, end + shiftThrough);
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((line, index) => line === right[index]);
}

/** The lines around the sides of a passage that both changed, in the order in which they stand. */
const MARKERS = {
  live: '<<<<<<< live',
  base: '||||||| base',
  middle: '=======',
  proposed: '>>>>>>> proposed',
};

/** Number of the first line that still is a conflict marker, from 1; undefined when all are settled. */
export function firstConflictMarker(text: string): number | undefined {
  const { live, base, proposed } = MARKERS;
  const starts = [live, base, proposed].flatMap((marker) => markerLine(text, marker) ?? []);
  return starts.length === 0 ? undefined : countLines(text.slice(0, Math.min(...starts)));
}

/** Where the first line starts that is this marker, with or without white space behind it. */
function markerLine(text: string, marker: string): number | undefined {
  for (let at = text.indexOf(marker); at !== -1; at = text.indexOf(marker, at + marker.length)) {
    if (at > 0 && text.charAt(at - 1) !== '\n') continue;
    const newline = text.indexOf('\n', at);
    const rest = text.slice(at + marker.length, newline === -1 ? text.length : newline);
    if (rest.trim() === '') return at;
  }
  return undefined;
}

function conflictBlock({ base, live, proposed }: Extract<MergedPart, { kind: 'conflict' }>): string[] {
  return [MARKERS.live, ...live, MARKERS.base, ...base, MARKERS.middle, ...proposed, MARKERS.proposed];
}
