/** A part of a Markdown text that can be read for itself: it ends where no block goes on. */
export interface Passage {
  /** Offsets into the text, UTF-16 code units. */
  start: number;
  end: number;
  /** Line of its start, from 1. */
  line: number;
  /** What stands in it: usual text, or one block with its fences. */
  kind: 'text' | 'fence' | 'block';
  /** A fence at its start that nothing closes. */
  unclosed: 'fence' | 'directive' | null;
}

/** Usual text is cut behind a line when it goes on for longer without a blank one: characters and lines. */
const LONGEST_TEXT = 2400;
const MOST_LINES = 150;
/** So many lines are passed over without a pause. */
const SLICE_LINES = 20_000;
/** More colons are read like this many. */
const MOST_COLONS = 64;

const LIST_ITEM = /^[ \t]*(?:>[ \t]?)*[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const CODE_FENCE = /^([ \t]*)((?:>[ \t]?)*)((?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)[ \t]*(`{3,}(?=[^`]*$)|~{3,})/;
const DIRECTIVE = /^([ \t]*)((?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(:{3,})[A-Za-z]/;
const DETAILS = /^ {0,3}<details[\s>]/i;

interface Scanner {
  text: string;
  at: number;
  line: number;
  /** The passage of usual text that is being read. */
  open: Passage | null;
  isInList: boolean;
  /** Marks that do not occur any more: looked for once, so that the scan stays linear. */
  exhausted: Set<string>;
  /** By number of colons, where the last line stands that closes a directive. */
  lastClosings: number[];
}

/** The offset behind a block that starts in this line. */
interface BlockEnd {
  end: number;
  kind: 'fence' | 'block';
  unclosed: Passage['unclosed'];
}

/**
 * Cuts a text into passages, in order, without a gap but for blank lines: at blank lines outside of code fences,
 * directives, `<details>` and comments. Linear in all; null is a place where others may go first.
 */
export function* passages(text: string): Generator<Passage | null, void, void> {
  const scanner: Scanner = {
    text,
    at: 0,
    line: 1,
    open: null,
    isInList: false,
    exhausted: new Set(),
    lastClosings: lastClosings(text),
  };
  for (let lines = 1; scanner.at < text.length; lines += 1) {
    yield* readLine(scanner);
    if (lines % SLICE_LINES === 0) yield null;
  }
  if (scanner.open) yield scanner.open;
}

function* readLine(scanner: Scanner): Generator<Passage> {
  const { text, at } = scanner;
  const lineEnd = endOfLine(text, at);
  const line = text.slice(at, Math.min(lineEnd, at + 300)).trimEnd();
  if (line === '') {
    if (scanner.open && !goesOnBehindBlank(scanner, lineEnd)) yield* closeOpen(scanner);
    advance(scanner, lineEnd);
    return;
  }
  const isItem = LIST_ITEM.test(line);
  const block = blockAt(scanner, line, isItem || scanner.isInList);
  if (block && !isItem && !scanner.isInList) {
    yield* closeOpen(scanner);
    yield { start: at, end: block.end, line: scanner.line, kind: block.kind, unclosed: block.unclosed };
    advance(scanner, block.end);
    return;
  }
  const end = block?.end ?? lineEnd;
  scanner.open ??= { start: at, end, line: scanner.line, kind: 'text', unclosed: null };
  scanner.open.end = end;
  scanner.isInList ||= isItem;
  if (block?.unclosed) {
    yield { start: at, end: at, line: scanner.line, kind: 'text', unclosed: block.unclosed };
  }
  advance(scanner, end);
  if (isLong(scanner, scanner.open)) yield* closeOpen(scanner);
}

function isLong(scanner: Scanner, { start, end, line }: Passage): boolean {
  return end - start >= LONGEST_TEXT || scanner.line - line >= MOST_LINES;
}

function* closeOpen(scanner: Scanner): Generator<Passage> {
  if (scanner.open) yield scanner.open;
  scanner.open = null;
  scanner.isInList = false;
}

function advance(scanner: Scanner, to: number): void {
  for (let newline = scanner.text.indexOf('\n', scanner.at); newline !== -1 && newline < to;) {
    scanner.line += 1;
    newline = scanner.text.indexOf('\n', newline + 1);
  }
  scanner.at = to;
}

/** Items of a list, and what is indented below them, belong together across blank lines. */
function goesOnBehindBlank(scanner: Scanner, next: number): boolean {
  if (!scanner.isInList || !scanner.open || next >= scanner.text.length) return false;
  const line = scanner.text.slice(next, Math.min(endOfLine(scanner.text, next), next + 40));
  return /^(?:[ \t]|$)/.test(line.trimEnd() === '' ? '' : line);
}

function blockAt(scanner: Scanner, line: string, isInList: boolean): BlockEnd | undefined {
  const first = line.trimStart().charAt(0);
  if (!/[`~:<>*+\-\d]/.test(first)) return undefined;
  return codeFence(scanner, line, isInList) ?? directive(scanner, line, isInList) ?? html(scanner, line);
}

function codeFence(scanner: Scanner, line: string, isInList: boolean): BlockEnd | undefined {
  if (!line.includes('```') && !line.includes('~~~')) return undefined;
  const marks = CODE_FENCE.exec(line);
  if (!marks?.[4] || (!isInList && isIndentedCode(marks[1]))) return undefined;
  const mark = marks[4].charAt(0);
  const closing = new RegExp(`^[ \\t>]*${mark}{${marks[4].length},}[ \\t]*\\r?$`, 'gm');
  const from = endOfLine(scanner.text, scanner.at);
  const close = find(scanner, closing, from, `${mark}${marks[4].length}`);
  const quote = marks[2] ? endOfQuote(scanner.text, from) : Infinity;
  if (close !== undefined && close <= quote) return { end: close, kind: 'fence', unclosed: null };
  if (quote < Infinity) return { end: quote, kind: 'block', unclosed: null };
  return { end: scanner.text.length, kind: 'fence', unclosed: 'fence' };
}

function directive(scanner: Scanner, line: string, isInList: boolean): BlockEnd | undefined {
  const marks = line.includes(':::') ? DIRECTIVE.exec(line) : null;
  if (!marks?.[3] || (!isInList && isIndentedCode(marks[1]))) return undefined;
  const colons = Math.min(marks[3].length, MOST_COLONS);
  const from = endOfLine(scanner.text, scanner.at);
  const last = Math.max(...scanner.lastClosings.slice(colons));
  if (last < from) return { end: from, kind: 'block', unclosed: 'directive' };
  const closing = new RegExp(`^[ \\t]*:{${marks[3].length},}[ \\t]*\\r?$`, 'gm');
  const end = find(scanner, closing, from, `:${marks[3].length}`);
  return end === undefined
    ? { end: from, kind: 'block', unclosed: 'directive' }
    : { end, kind: 'block', unclosed: null };
}

function html(scanner: Scanner, line: string): BlockEnd | undefined {
  if (/^ {0,3}<!--/.test(line)) {
    const end = find(scanner, /-->/g, scanner.at, '-->');
    return end === undefined
      ? undefined
      : { end: endOfLine(scanner.text, end - 1), kind: 'block', unclosed: null };
  }
  if (!DETAILS.test(line) || scanner.exhausted.has('details')) return undefined;
  const end = endOfDetails(scanner.text, scanner.at);
  if (end === undefined) scanner.exhausted.add('details');
  return end === undefined ? undefined : { end, kind: 'block', unclosed: null };
}

function endOfDetails(text: string, from: number): number | undefined {
  const marks = /<(\/?)details[\s>]/gi;
  marks.lastIndex = from;
  let open = 0;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    open += mark[1] === '/' ? -1 : 1;
    if (open === 0) return endOfLine(text, mark.index);
  }
  return undefined;
}

function endOfQuote(text: string, from: number): number {
  let at = from;
  while (at < text.length && /^[ \t]*>/.test(text.slice(at, at + 8))) at = endOfLine(text, at);
  return at;
}

/** The end of the line of the next match, or undefined; what is missing once is not looked for again. */
function find(scanner: Scanner, pattern: RegExp, from: number, name: string): number | undefined {
  if (scanner.exhausted.has(name)) return undefined;
  pattern.lastIndex = from;
  const match = pattern.exec(scanner.text);
  if (!match) scanner.exhausted.add(name);
  return match ? endOfLine(scanner.text, match.index + match[0].length) : undefined;
}

function isIndentedCode(indent = ''): boolean {
  return indent.includes('\t') || indent.length > 3;
}

/** Behind the line feed. */
function endOfLine(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  return newline === -1 ? text.length : newline + 1;
}

function lastClosings(text: string): number[] {
  const last = Array.from({ length: MOST_COLONS + 1 }, () => -1);
  if (!text.includes(':::')) return last;
  for (const { index, 1: colons = '' } of text.matchAll(/^[ \t]*(:{3,})[ \t]*\r?$/gm))
    last[Math.min(colons.length, MOST_COLONS)] = index;
  return last;
}
