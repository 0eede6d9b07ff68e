/** A text as a person reads it aloud: no markup, one line. */
export interface PlainText {
  text: string;
  /** Where each section starts, in order. */
  sections: { start: number; heading: string }[];
}

interface Reader {
  parts: string[];
  length: number;
  sections: PlainText['sections'];
  /** The mark that closes the open code block. */
  fence: string | null;
  isInComment: boolean;
}

/**
 * Takes the markup out of Markdown, roughly but in linear time whatever the text (security Q3): for excerpts,
 * never for rendering. Code stays, its fences go; links leave their words, images their description.
 */
export function plainText(markdown: string): PlainText {
  const reader: Reader = { parts: [], length: 0, sections: [], fence: null, isInComment: false };
  for (let start = 0; start <= markdown.length;) {
    const newline = markdown.indexOf('\n', start);
    const end = newline === -1 ? markdown.length : newline;
    readLine(reader, markdown.slice(start, end).trim());
    start = end + 1;
  }
  return { text: reader.parts.join(' '), sections: reader.sections };
}

function readLine(reader: Reader, line: string): void {
  if (reader.fence !== null) {
    if (line.startsWith(reader.fence)) reader.fence = null;
    else write(reader, withoutControls(line));
    return;
  }
  if (reader.isInComment || line.startsWith('<!--')) {
    reader.isInComment = !line.includes('-->');
    return;
  }
  const fence = /^(?:`{3,}|~{3,})/.exec(line)?.[0];
  if (fence !== undefined) {
    reader.fence = fence;
    return;
  }
  const heading = /^#{1,6}(?=\s|$)/.exec(line)?.[0];
  if (heading !== undefined) {
    const words = withoutInlineMarks(withoutClosingMarks(line.slice(heading.length).trim()));
    reader.sections.push({ start: reader.length, heading: words });
    write(reader, words);
    return;
  }
  if (!isRuler(line)) write(reader, withoutInlineMarks(withoutLineMarks(line)));
}

function write(reader: Reader, words: string): void {
  if (words === '') return;
  reader.parts.push(words);
  reader.length += words.length + 1;
}

/** Horizontal rules, underlines of headings, the line below a table's head, ends of directives. */
function isRuler(line: string): boolean {
  return line !== '' && /^[-=*_|:\s]+$/.test(line);
}

function withoutClosingMarks(heading: string): string {
  let end = heading.length;
  while (end > 0 && heading[end - 1] === '#') end -= 1;
  return heading[end - 1] === ' ' || end === 0 ? heading.slice(0, end).trimEnd() : heading;
}

/** Takes off the marks of quotes, lists, tasks, alerts, tables and directives at the start of a line. */
function withoutLineMarks(line: string): string {
  let rest = line;
  for (;;) {
    const mark = /^(?:>|[-*+]\s|\d{1,9}[.)]\s|\[[ xX]\]\s|\[![A-Za-z]{1,20}\]|:{2,}[A-Za-z-]{1,40})/.exec(
      rest,
    )?.[0];
    if (mark === undefined) break;
    rest = rest.slice(mark.length).trimStart();
  }
  return line.startsWith('|') ? rest.replaceAll('|', ' ') : rest;
}

const CONTROL = /[\p{Cc}\u2028\u2029]/gu;

function withoutControls(line: string): string {
  return line.replaceAll(CONTROL, ' ');
}

interface InlineScanner {
  line: string;
  at: number;
  words: string;
  /** Closing characters that do not occur any more: looked for once, so that the scan stays linear. */
  exhausted: Set<string>;
}

function withoutInlineMarks(line: string): string {
  const scanner: InlineScanner = { line: withoutControls(line), at: 0, words: '', exhausted: new Set() };
  while (scanner.at < scanner.line.length) readInline(scanner);
  return scanner.words.trim();
}

const NEXT_MARK = /[\\`[\]!*~_<]/g;

function readInline(scanner: InlineScanner): void {
  const { line, at } = scanner;
  NEXT_MARK.lastIndex = at;
  const next = NEXT_MARK.exec(line)?.index ?? line.length;
  if (next > at) return take(scanner, line.slice(at, next), next - at);
  const character = line.charAt(at);
  const following = line.charAt(at + 1);
  switch (character) {
    case '\\':
      if (/[!-/:-@[-`{-~]/.test(following)) return take(scanner, following, 2);
      return take(scanner, character, 1);
    case '`':
    case '[':
      return take(scanner, '', 1);
    case '!':
      return take(scanner, following === '[' ? '' : character, 1);
    case ']':
      return readLinkTarget(scanner, following);
    case '*':
    case '~':
    case '_':
      return take(scanner, isEmphasis(line, at) ? '' : character, 1);
    case '<':
      return readTag(scanner, following);
    default:
      return take(scanner, character, 1);
  }
}

function take(scanner: InlineScanner, words: string, length: number): void {
  scanner.words += words;
  scanner.at += length;
}

/** After the words of a link: passes over `(address)` or `[reference]`. */
function readLinkTarget(scanner: InlineScanner, following: string): void {
  const start = scanner.at + 2;
  let end = -1;
  if (following === '(') end = endOfAddress(scanner, start);
  if (following === '[') end = indexOfClosing(scanner, ']', start);
  take(scanner, '', end === -1 ? 1 : end + 1 - scanner.at);
}

/** An address may hold a few pairs of parentheses of its own. */
function endOfAddress(scanner: InlineScanner, start: number): number {
  let end = indexOfClosing(scanner, ')', start);
  for (let pairs = 1; pairs <= 3 && end !== -1; pairs += 1) {
    if (scanner.line.slice(start, end).split('(').length <= pairs) break;
    const next = scanner.line.indexOf(')', end + 1);
    if (next === -1) break;
    end = next;
  }
  return end;
}

/** Passes over `<tag>`; the address in `<https://…>` stays. */
function readTag(scanner: InlineScanner, following: string): void {
  const end = /[A-Za-z/!]/.test(following) ? indexOfClosing(scanner, '>', scanner.at + 1) : -1;
  if (end === -1) return take(scanner, '<', 1);
  const inside = scanner.line.slice(scanner.at + 1, end);
  take(scanner, /^(?:https?:|mailto:)/.test(inside) ? inside : '', end + 1 - scanner.at);
}

function indexOfClosing(scanner: InlineScanner, closing: string, from: number): number {
  if (scanner.exhausted.has(closing)) return -1;
  const end = scanner.line.indexOf(closing, from);
  if (end === -1) scanner.exhausted.add(closing);
  return end;
}

/** A mark at the edge of a word; within `snake_case` or `2 * 3` it is text. */
function isEmphasis(line: string, at: number): boolean {
  const isInWord = /[\p{L}\p{N}]/u.test(line.charAt(at - 1)) && /[\p{L}\p{N}]/u.test(line.charAt(at + 1));
  if (line.charAt(at) === '_') return !isInWord;
  const isAlone = /^\s?$/.test(line.charAt(at - 1)) && /^\s?$/.test(line.charAt(at + 1));
  if (line.charAt(at) === '~') return line.charAt(at - 1) === '~' || line.charAt(at + 1) === '~';
  return !isAlone;
}
