/**
 * Where a reader of Markdown stands: the line it read last, without its line feed, and what that line is. `code` are
 * the lines of a code fence, its marks included.
 */
export interface ProseReader {
  readonly text: string;
  kind: 'prose' | 'blank' | 'code';
  start: number;
  end: number;
  /** Where the next line starts. */
  next: number;
  fence: Fence | undefined;
}

interface Fence {
  /** Code of the character that it is made of. */
  character: number;
  length: number;
  quoteDepth: number;
}

const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const CLOSING_PARENTHESIS = 41;
const [STAR, PLUS, DASH, POINT] = [42, 43, 45, 46];
const [ZERO, NINE] = [48, 57];
const QUOTE_MARK = 62;
const BACKTICK = 96;
const TILDE = 126;
const SHORTEST_FENCE = 3;
const MOST_DIGITS = 9;

export function readProse(text: string): ProseReader {
  return { text, kind: 'blank', start: 0, end: 0, next: 0, fence: undefined };
}

/**
 * Goes on to the next line; false at the end of the text. Reads each character a bounded number of times and makes
 * nothing anew: of a text of a million lines that is what a second and a hundredth of one differ by.
 */
export function readLine(reader: ProseReader): boolean {
  const { text } = reader;
  if (reader.next >= text.length) return false;
  const start = reader.next;
  let end = start;
  while (end < text.length && text.charCodeAt(end) !== LINE_FEED) end += 1;
  reader.start = start;
  reader.end = end;
  reader.next = end + 1;
  const { fence } = reader;
  if (fence && quoteDepthOf(text, start, end) < fence.quoteDepth) reader.fence = undefined;
  if (reader.fence) {
    if (closes(reader.fence, text, start, end)) reader.fence = undefined;
    reader.kind = 'code';
    return true;
  }
  reader.fence = openedFence(text, start, end);
  if (reader.fence) reader.kind = 'code';
  else reader.kind = isBlank(text, start, end) ? 'blank' : 'prose';
  return true;
}

function openedFence(text: string, start: number, end: number): Fence | undefined {
  const content = contentStart(text, start, end);
  const character = text.charCodeAt(content);
  if (content >= end || (character !== BACKTICK && character !== TILDE)) return undefined;
  const behind = runEnd(text, content, end, character);
  if (behind - content < SHORTEST_FENCE) return undefined;
  // With a backtick in its info text it would be inline code (CommonMark 4.5).
  if (character === BACKTICK && text.slice(behind, end).includes('`')) return undefined;
  return { character, length: behind - content, quoteDepth: quoteDepthOf(text, start, end) };
}

/** A fence of the same kind that is at least as long, with nothing but white space behind it. */
function closes(fence: Fence, text: string, start: number, end: number): boolean {
  const content = contentStart(text, start, end);
  const behind = runEnd(text, content, end, fence.character);
  return behind - content >= fence.length && text.slice(behind, end).trimEnd() === '';
}

function runEnd(text: string, start: number, end: number, character: number): number {
  let at = start;
  while (at < end && text.charCodeAt(at) === character) at += 1;
  return at;
}

function isBlank(text: string, start: number, end: number): boolean {
  const at = spaceEnd(text, start, end);
  return at === end || (at === end - 1 && text.charCodeAt(at) === CARRIAGE_RETURN);
}

function isSpace(code: number): boolean {
  return code === SPACE || code === TAB;
}

function spaceEnd(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** Where the marks of quotes end that a line starts with. */
function quotesEnd(text: string, start: number, end: number): number {
  let at = spaceEnd(text, start, end);
  while (at < end && text.charCodeAt(at) === QUOTE_MARK) {
    at += 1;
    if (at < end && isSpace(text.charCodeAt(at))) at += 1;
  }
  return at;
}

function quoteDepthOf(text: string, start: number, end: number): number {
  const last = quotesEnd(text, start, end);
  let depth = 0;
  for (let at = start; at < last; at += 1) if (text.charCodeAt(at) === QUOTE_MARK) depth += 1;
  return depth;
}

/** Where the content of a line starts, behind the marks of quotes and lists. */
function contentStart(text: string, start: number, end: number): number {
  let at = spaceEnd(text, quotesEnd(text, start, end), end);
  for (;;) {
    const mark = listMarkEnd(text, at, end);
    const behind = spaceEnd(text, mark, end);
    if (mark === at || behind === mark) return at;
    at = behind;
  }
}

/** Behind a list marker such as `-` or `12.`; `start` when there is none. */
function listMarkEnd(text: string, start: number, end: number): number {
  const code = text.charCodeAt(start);
  if (start < end && (code === DASH || code === STAR || code === PLUS)) return start + 1;
  let at = start;
  while (at < end && at - start < MOST_DIGITS && text.charCodeAt(at) >= ZERO && text.charCodeAt(at) <= NINE)
    at += 1;
  const last = text.charCodeAt(at);
  return at > start && at < end && (last === POINT || last === CLOSING_PARENTHESIS) ? at + 1 : start;
}
