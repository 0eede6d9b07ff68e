import { lineChanges, type LineChange } from '../../../server/domain/line-changes.ts';

/** Part of a line; `isChanged` where it differs from the line that it replaces or that replaces it. */
export interface Piece {
  text: string;
  isChanged: boolean;
}

export type DiffRow =
  | { kind: 'kept' | 'removed' | 'added'; pieces: Piece[]; oldLine: number | null; newLine: number | null }
  /** Lines that are the same on both sides, or too many to be read. */
  | { kind: 'skipped'; count: number };

/** Lines that stay, shown around a change. */
const CONTEXT = 3;
/** Of one change; nobody reads more, and the page stays quick. */
const MOST_LINES = 1_000;

/** Two texts line by line: what goes, what comes, and a few lines around it. Empty for equal texts. */
export function diffRows(before: string, after: string): DiffRow[] {
  const [oldLines, newLines] = [before.split('\n'), after.split('\n')];
  const rows: DiffRow[] = [];
  const changes = lineChanges(oldLines, newLines);
  if (changes.length === 0) return rows;
  let [at, newAt] = [0, 0];
  for (const change of changes) {
    keep(rows, oldLines, { from: at, to: change.start, newFrom: newAt, isFirst: at === 0, isLast: false });
    rows.push(...changedRows(oldLines, newLines, change));
    [at, newAt] = [change.end, change.newEnd];
  }
  keep(rows, oldLines, { from: at, to: oldLines.length, newFrom: newAt, isFirst: false, isLast: true });
  return rows;
}

interface Run {
  from: number;
  to: number;
  newFrom: number;
  isFirst: boolean;
  isLast: boolean;
}

function keep(rows: DiffRow[], lines: readonly string[], { from, to, newFrom, isFirst, isLast }: Run): void {
  const headEnd = isFirst ? from : Math.min(to, from + CONTEXT);
  const tailStart = isLast ? to : Math.max(headEnd, to - CONTEXT);
  const row = (index: number): DiffRow => ({
    kind: 'kept',
    pieces: [{ text: lines[index] ?? '', isChanged: false }],
    oldLine: index + 1,
    newLine: newFrom + index - from + 1,
  });
  for (let index = from; index < headEnd; index += 1) rows.push(row(index));
  if (tailStart > headEnd) rows.push({ kind: 'skipped', count: tailStart - headEnd });
  for (let index = tailStart; index < to; index += 1) rows.push(row(index));
}

function changedRows(
  oldLines: readonly string[],
  newLines: readonly string[],
  change: LineChange,
): DiffRow[] {
  const removed = oldLines.slice(change.start, change.end);
  const added = newLines.slice(change.newStart, change.newEnd);
  const isPaired = removed.length === added.length;
  return [
    ...shortened(removed, (text, index) => ({
      kind: 'removed',
      pieces: isPaired ? piecesOf(text, added[index] ?? '') : whole(text),
      oldLine: change.start + index + 1,
      newLine: null,
    })),
    ...shortened(added, (text, index) => ({
      kind: 'added',
      pieces: isPaired ? piecesOf(text, removed[index] ?? '') : whole(text),
      oldLine: null,
      newLine: change.newStart + index + 1,
    })),
  ];
}

function shortened(lines: readonly string[], row: (text: string, index: number) => DiffRow): DiffRow[] {
  const rows = lines.slice(0, MOST_LINES).map(row);
  return lines.length > MOST_LINES ? [...rows, { kind: 'skipped', count: lines.length - MOST_LINES }] : rows;
}

function whole(text: string): Piece[] {
  return [{ text, isChanged: false }];
}

/** The words between the equal beginnings and ends of two lines; none where hardly anything is equal. */
function piecesOf(text: string, other: string): Piece[] {
  const [words, otherWords] = [text.split(/(?<=\s)/), other.split(/(?<=\s)/)];
  const shorter = Math.min(words.length, otherWords.length);
  let head = 0;
  while (head < shorter && words[head] === otherWords[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && words.at(-1 - tail) === otherWords.at(-1 - tail)) tail += 1;
  if (head + tail === 0) return whole(text);
  const end = words.length - tail;
  return [
    { text: words.slice(0, head).join(''), isChanged: false },
    { text: words.slice(head, end).join(''), isChanged: true },
    { text: words.slice(end).join(''), isChanged: false },
  ].filter((piece) => piece.text !== '');
}
