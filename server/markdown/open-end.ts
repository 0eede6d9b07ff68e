import type { RootContent } from 'mdast';
import type { SlicedWork } from '../sliced-work.ts';
import { parseMarkdown } from './parse.ts';
import { isTooHeavy, parsingWeight } from './weight.ts';

/** A block at the end of a text that nothing closes: whatever is written behind it is part of it. */
export interface OpenEnd {
  kind: 'code' | 'html' | 'block';
  /** Where its first line starts, UTF-16 code units. */
  start: number;
  /** Of its first line, from 1. */
  line: number;
}

/** A line as far as it matters to where blocks begin and end. */
interface Line {
  text: string;
  start: number;
  line: number;
}

interface Scan {
  /** What may still be open: lines since everything was known to be closed. */
  lines: Line[];
  weight: number;
  /** Whether a line among them may open a block that a blank line does not end. */
  mayBeOpen: boolean;
}

/** Weight of lines after which the parser is asked. */
const HEAVIEST_SCAN = 2000;
/** So many lines are passed over without a pause. */
const SLICE_LINES = 20_000;
/** Longer runs of letters are shortened: what stands in a line of prose opens nothing. */
const WORDS = /[A-Za-z0-9][A-Za-z0-9 ,.]{20,}[A-Za-z0-9]/g;
/** What ends a block may stand anywhere in a line. */
const KEPT = /[`~<>|]|:::|^[ \t]*\[\^|^[ \t]*[-*_=+.:\d) \t]*$/;
const OPENS = /^[ \t>*+\-\d.)]*(?:`{3}|~{3}|:{3}|<(?:[!?]|script|pre|style|textarea|details))/i;
/** White space, marks of quotes, items and headings. */
const START = /^(?:[ \t]|>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])|#{1,6}(?=[ \t]))*/;
/** Stands for whatever is written behind a text. */
const PROBE = 'cpl:probe';
const LINES = /([^\r\n]*)(\r\n|\n|\r|$)/g;

/**
 * The outermost block that is open at the end of a text, such as a code fence, a comment or a `:::` block without its
 * end; undefined when there is none. The parser decides. It is asked about those lines only that may matter, so that
 * a long text costs little more than a short one; of one that it would take too long for, nothing is known.
 */
export function* openEnd(text: string): SlicedWork<OpenEnd | undefined> {
  const scan: Scan = { lines: [], weight: 0, mayBeOpen: false };
  for (const line of linesOf(text)) {
    if (line.line % SLICE_LINES === 0) yield;
    if (isBehindBlank(scan) && /^[^ \t>*+\-\d]/.test(line.text)) {
      if (!scan.mayBeOpen) forget(scan);
      else if (scan.weight > HEAVIEST_SCAN) {
        settle(scan);
        yield;
      }
    }
    keep(scan, line);
  }
  return scan.mayBeOpen ? openBlock(scan.lines) : undefined;
}

function* linesOf(text: string): Generator<Line> {
  let line = 0;
  for (const match of text.matchAll(LINES)) {
    if (match.index === text.length) return;
    line += 1;
    yield { text: match[1] ?? '', start: match.index, line };
  }
}

function isBehindBlank({ lines }: Scan): boolean {
  return lines.at(-1)?.text === '';
}

function keep(scan: Scan, { text, ...place }: Line): void {
  const reduced = reducedLine(text);
  if (reduced === scan.lines.at(-1)?.text && !KEPT.test(text)) return;
  if (reduced === '' && isBehindBlank(scan)) return;
  scan.lines.push({ text: reduced, ...place });
  scan.weight += 4 + parsingWeight(reduced);
  scan.mayBeOpen ||= OPENS.test(text);
}

function reducedLine(text: string): string {
  if (text.trim() === '') return '';
  if (KEPT.test(text)) return text.replaceAll(WORDS, 'x');
  const start = START.exec(text)?.[0] ?? '';
  return start.length === text.length ? text : `${start}x`;
}

/** Everything so far is closed. */
function forget(scan: Scan): void {
  scan.lines = [];
  scan.weight = 0;
  scan.mayBeOpen = false;
}

/** Of an open block its first line is enough: what stands in it does not end it. */
function settle(scan: Scan): void {
  if (isTooHeavy(sourceOf(scan.lines))) return;
  const open = openBlock(scan.lines);
  const first = open && scan.lines.find(({ start }) => start === open.start);
  forget(scan);
  if (!first) return;
  scan.lines = [first, { ...first, text: 'x' }];
  scan.weight = HEAVIEST_SCAN / 4;
  scan.mayBeOpen = true;
}

function sourceOf(lines: readonly Line[]): string {
  return lines.map(({ text }) => text).join('\n');
}

function openBlock(lines: readonly Line[]): OpenEnd | undefined {
  let open: OpenEnd | undefined;
  // What stands around an open block may end inside of it, such as <details> in a comment: outwards, block by block.
  for (let at = lines.length; ;) {
    const block = blockAround(lines, at);
    const index = (block?.position?.start.line ?? 0) - 1;
    const first = lines[index];
    if (!block || !first || index >= at) return open;
    open = { kind: kindOf(block), start: first.start, line: first.line };
    at = index;
  }
}

/** The outermost block that a paragraph of its own, put in before a line, goes into; undefined when it stays one. */
function blockAround(lines: readonly Line[], at: number): RootContent | undefined {
  const [above, below] = [sourceOf(lines.slice(0, at)), sourceOf(lines.slice(at))];
  const source = `${above}\n\n![x](${PROBE})\n\n${below}`;
  if (isTooHeavy(source)) return undefined;
  const offset = above.length + 2;
  const block = parseMarkdown(source).children.find(({ position }) => (position?.end.offset ?? 0) > offset);
  return block?.type === 'paragraph' ? undefined : block;
}

function kindOf({ type }: RootContent): OpenEnd['kind'] {
  return type === 'code' || type === 'html' ? type : 'block';
}
