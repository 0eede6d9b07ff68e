/** A Markdown text as a person reads it aloud: no markup, one line. */
export interface PlainText {
  text: string;
  /** Line by line, where it starts in `text` and where it starts in the Markdown; both ascend. */
  starts: number[];
  sources: number[];
}

interface Reader {
  parts: string[];
  length: number;
  starts: number[];
  sources: number[];
  /** The mark that closes the open code block. */
  fence: string | null;
  isInComment: boolean;
}

/**
 * Takes the markup out of Markdown, roughly but in linear time whatever the text (security Q3): for excerpts and
 * the names of headings, never for rendering. Code stays, its fences go; links leave their words, images their
 * description, directives of rich blocks their title.
 */
export function plainText(markdown: string): PlainText {
  const reader: Reader = { parts: [], length: 0, starts: [], sources: [], fence: null, isInComment: false };
  for (let start = 0; start < markdown.length;) {
    const newline = markdown.indexOf('\n', start);
    const end = newline === -1 ? markdown.length : newline;
    const words = readLine(reader, markdown.slice(start, end).trim());
    if (words !== '') {
      reader.starts.push(reader.length);
      reader.sources.push(start);
      reader.parts.push(words);
      reader.length += words.length + 1;
    }
    start = end + 1;
  }
  return { text: reader.parts.join(' '), starts: reader.starts, sources: reader.sources };
}

/** One line, such as a heading without its marks, as plain text. */
export function plainLine(line: string): string {
  return MARK.test(line) ? withoutInlineMarks(line) : line;
}

/** The line without the white space around it → the words that it leaves. */
function readLine(reader: Reader, line: string): string {
  if (line === '') return '';
  if (reader.fence !== null) {
    if (!line.startsWith(reader.fence)) return CONTROL.test(line) ? withoutControls(line) : line;
    reader.fence = null;
    return '';
  }
  if (reader.isInComment || line.startsWith('<!--')) {
    const end = line.indexOf('-->');
    reader.isInComment = end === -1;
    return end === -1 ? '' : readLine(reader, line.slice(end + 3).trimStart());
  }
  if (startsWithLetter(line)) return plainLine(line);
  reader.fence = /^(?:`{3,}|~{3,})/.exec(line)?.[0] ?? null;
  if (reader.fence !== null || isRuler(line)) return '';
  const heading = /^#{1,6}(?=\s|$)/.exec(line)?.[0];
  if (heading !== undefined) return plainLine(withoutClosingMarks(line.slice(heading.length).trim()));
  return plainLine(withoutLineMarks(line));
}

/** Most lines do, and then no mark of a block stands before their words. */
function startsWithLetter(line: string): boolean {
  const code = line.charCodeAt(0) | 0x20;
  return code >= 0x61 && code <= 0x7a;
}

/** Horizontal rules, underlines of headings, the line below a table's head, ends of directives. */
function isRuler(line: string): boolean {
  return /^[-=*_|:\s]+$/.test(line);
}

/** `## Title ##` closes with marks that are not part of the title, when white space stands before them. */
export function withoutClosingMarks(title: string): string {
  let end = title.length;
  while (end > 0 && title[end - 1] === '#') end -= 1;
  if (end === title.length) return title;
  return end === 0 || /\s/.test(title.charAt(end - 1)) ? title.slice(0, end).trimEnd() : title;
}

const LINE_MARK = /^(?:>|[-*+]\s|\d{1,9}[.)]\s|\[[ xX]\]\s|\[![A-Za-z]{1,20}\])/;

/** Takes off the marks of quotes, lists, tasks, alerts, tables and directives at the start of a line. */
function withoutLineMarks(line: string): string {
  if (line.startsWith('|')) return line.replaceAll('|', ' ').trim();
  let rest = line;
  for (let mark = LINE_MARK.exec(rest); mark !== null; mark = LINE_MARK.exec(rest)) {
    rest = rest.slice(mark[0].length).trimStart();
  }
  const directive = /^:{2,}[A-Za-z-]{1,40}(?=[[{\s]|$)/.exec(rest)?.[0];
  if (directive === undefined) return rest;
  return rest
    .slice(directive.length)
    .replace(/\{[^{}]{0,2000}\}$/, '')
    .trimStart();
}

// Ranges instead of \p{Cc}, and no flag u: every line is tested, and this is several times faster.
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** What may be markup, stand for something else, or is no text at all. */
// oxlint-disable-next-line no-control-regex -- as above
const MARK = /[\\`[\]!*~_<&\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

function withoutControls(line: string): string {
  return line.replaceAll(new RegExp(CONTROL, 'g'), ' ').trim();
}

interface InlineScanner {
  line: string;
  at: number;
  words: string;
  /** Closing marks that do not occur any more: looked for once, so that the scan stays linear. */
  exhausted: Set<string>;
}

function withoutInlineMarks(line: string): string {
  const text = CONTROL.test(line) ? withoutControls(line) : line;
  const scanner: InlineScanner = { line: text, at: 0, words: '', exhausted: new Set() };
  while (scanner.at < text.length) readInline(scanner);
  return scanner.words.trim();
}

const NEXT_MARK = /[\\`[\]!*~_<&]/g;

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
      return readCode(scanner);
    case '[':
      return take(scanner, '', 1);
    case '!':
      return take(scanner, following === '[' ? '' : character, 1);
    case ']':
      return readLinkTarget(scanner, following);
    case '<':
      return readTag(scanner, following);
    case '&':
      return readEntity(scanner);
    default:
      return take(scanner, isEmphasis(line, at) ? '' : character, 1);
  }
}

function take(scanner: InlineScanner, words: string, length: number): void {
  scanner.words += words;
  scanner.at += length;
}

/** Longer runs of backticks delimit no code that people write, and each length costs a search of its own. */
const LONGEST_BACKTICKS = 8;

/** Code within a line stays as it is written (CommonMark 6.1); backticks that are never closed go. */
function readCode(scanner: InlineScanner): void {
  let end = scanner.at;
  while (scanner.line[end] === '`') end += 1;
  const marks = scanner.line.slice(scanner.at, end);
  const close = marks.length > LONGEST_BACKTICKS ? -1 : indexOfClosing(scanner, marks, end);
  if (close === -1) return take(scanner, '', marks.length);
  take(scanner, scanner.line.slice(end, close).trim(), close + marks.length - scanner.at);
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

const ENTITIES = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&#39;', "'"],
  ['&nbsp;', ' '],
]);

function readEntity(scanner: InlineScanner): void {
  const name = /^&#?[a-z0-9]{1,8};/.exec(scanner.line.slice(scanner.at, scanner.at + 10))?.[0] ?? '&';
  take(scanner, ENTITIES.get(name) ?? name, name.length);
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
