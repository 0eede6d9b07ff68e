import { finish, type SlicedWork } from '../../sliced-work.ts';
import { findProseBlocks, type ProseBlock } from './prose-blocks.ts';

/** Where a Markdown text says where a link or an image leads. */
export interface LinkDestination {
  kind: 'link' | 'image' | 'definition';
  /** Offsets of the destination as written, without the angle brackets around it. */
  start: number;
  end: number;
  /** As written: escapes and percent signs are not decoded. */
  raw: string;
}

/** Brackets, marks and blocks that take a few milliseconds together. */
const SLICE_STEPS = 20_000;
/** Longer destinations and titles are not links: this bounds the work on hostile text. */
const LONGEST = 2048;
const DEFINITION =
  /^[ \t>]*\[(?!\^)(?:\\.|[^\]\\\n]){1,999}\]:[ \t]*(?:<([^<>\n]{0,2048})>|([^\s<]\S{0,2047}))/gm;

/**
 * Every destination of an inline link, an image or a reference definition, in the order of the text, outside
 * of code fences and code spans (CommonMark 4.7, 6.3, 6.4). Linear in the length of the text.
 */
export function linkDestinations(text: string): LinkDestination[] {
  return finish(findLinkDestinations(text));
}

function* findLinkDestinations(text: string): SlicedWork<LinkDestination[]> {
  const found: LinkDestination[] = [];
  const blocks = yield* findProseBlocks(text);
  for (const [index, block] of blocks.entries()) {
    if (index % SLICE_STEPS === 0) yield;
    addDefinitions(found, text, block);
    yield* addInlineLinks(found, text, block);
  }
  return found.toSorted((a, b) => a.start - b.start);
}

/** The text with every destination passed through `change`; undefined leaves it as it was written. */
export function* replaceDestinationsInSlices(
  text: string,
  change: (destination: LinkDestination) => string | undefined,
): SlicedWork<string> {
  let result = '';
  let copied = 0;
  const destinations = yield* findLinkDestinations(text);
  for (const [index, destination] of destinations.entries()) {
    if (index % SLICE_STEPS === 0) yield;
    const replacement = change(destination);
    if (replacement === undefined) continue;
    result += text.slice(copied, destination.start) + replacement;
    copied = destination.end;
  }
  return result + text.slice(copied);
}

function addDefinitions(found: LinkDestination[], text: string, block: ProseBlock): void {
  for (const match of text.slice(block.start, block.end).matchAll(DEFINITION)) {
    const angled = match[1] !== undefined;
    const raw = match[1] ?? match[2] ?? '';
    const end = block.start + match.index + match[0].length - (angled ? 1 : 0);
    found.push({ kind: 'definition', start: end - raw.length, end, raw });
  }
}

function* addInlineLinks(found: LinkDestination[], text: string, block: ProseBlock): SlicedWork<void> {
  const codeSpans = codeSpanFinder(text, block);
  const openBrackets: { isImage: boolean }[] = [];
  let position = block.start;
  for (let step = 1; position < block.end; step += 1) {
    if (step % SLICE_STEPS === 0) yield;
    const character = text.charAt(position);
    if (character === '\\') {
      position += 2;
    } else if (character === '`') {
      position = codeSpans.after(position);
    } else if (character === '[') {
      openBrackets.push({ isImage: text.charAt(position - 1) === '!' });
      position += 1;
    } else if (character === ']') {
      const opened = openBrackets.pop();
      position += 1;
      if (!opened || text.charAt(position) !== '(') continue;
      const link = destinationAt(text, position + 1, block.end);
      if (!link) continue;
      found.push({
        kind: opened.isImage ? 'image' : 'link',
        start: link.start,
        end: link.end,
        raw: link.raw,
      });
      position = link.after;
    } else {
      position += 1;
    }
  }
}

/** Finds where a code span ends (CommonMark 6.1), looking at each run of backticks once. */
export function codeSpanFinder(text: string, block: ProseBlock) {
  let runs: Map<number, number[]> | undefined;
  const collect = () => {
    const collected = new Map<number, number[]>();
    for (const match of text.slice(block.start, block.end).matchAll(/`+/g)) {
      const positions = collected.get(match[0].length) ?? [];
      positions.push(block.start + match.index);
      collected.set(match[0].length, positions);
    }
    // Reversed, so that those which lie behind can be popped off the end.
    for (const positions of collected.values()) positions.reverse();
    return collected;
  };
  return {
    /** The position behind the span that opens here, or behind the backticks when nothing closes it. */
    after(opening: number): number {
      runs ??= collect();
      let length = 1;
      while (text.charAt(opening + length) === '`' && opening + length < block.end) length += 1;
      const candidates = runs.get(length) ?? [];
      while ((candidates.at(-1) ?? Infinity) <= opening) candidates.pop();
      const closing = candidates.at(-1);
      return closing === undefined ? opening + length : closing + length;
    },
  };
}

interface Parsed {
  start: number;
  end: number;
  raw: string;
  /** Behind the closing parenthesis. */
  after: number;
}

function destinationAt(text: string, from: number, limit: number): Parsed | undefined {
  let position = skipSpace(text, from, limit);
  let start = position;
  let end: number;
  if (text.charAt(position) === '<') {
    start = position + 1;
    const match = /[<>\n]/.exec(text.slice(start, Math.min(limit, start + LONGEST)));
    if (match?.[0] !== '>') return undefined;
    end = start + match.index;
    position = end + 1;
  } else {
    end = bareDestinationEnd(text, start, Math.min(limit, start + LONGEST));
    position = end;
  }
  const closing = afterTitle(text, position, limit);
  if (closing === undefined) return undefined;
  return { start, end, raw: text.slice(start, end), after: closing + 1 };
}

/** As in other programs; CommonMark asks for three at least. Each text can open a link, so they bound the work. */
const MOST_PARENTHESES = 32;

/** Where a destination without angle brackets ends; its parentheses must be in pairs. */
function bareDestinationEnd(text: string, start: number, limit: number): number {
  let depth = 0;
  let position = start;
  while (position < limit) {
    const character = text.charAt(position);
    if (character <= ' ') break;
    if (character === '\\') position += 1;
    else if (character === '(') {
      depth += 1;
      if (depth > MOST_PARENTHESES) break;
    } else if (character === ')') {
      if (depth === 0) break;
      depth -= 1;
    }
    position += 1;
  }
  return Math.min(position, limit);
}

const TITLE_END: Record<string, string> = { '"': '"', "'": "'", '(': ')' };

/** The position of the `)` that ends a link, behind its optional title. */
function afterTitle(text: string, from: number, limit: number): number | undefined {
  let position = skipSpace(text, from, limit);
  const closer = position > from ? TITLE_END[text.charAt(position)] : undefined;
  if (closer !== undefined) {
    const last = Math.min(limit, position + LONGEST);
    position += 1;
    while (position < last && text.charAt(position) !== closer) {
      // A title in parentheses holds no other parenthesis (CommonMark 6.3).
      if (closer === ')' && text.charAt(position) === '(') return undefined;
      position += text.charAt(position) === '\\' ? 2 : 1;
    }
    position = skipSpace(text, position + 1, limit);
  }
  return position < limit && text.charAt(position) === ')' ? position : undefined;
}

function skipSpace(text: string, from: number, limit: number): number {
  let position = from;
  while (position < limit && /\s/.test(text.charAt(position))) position += 1;
  return position;
}
