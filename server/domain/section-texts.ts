import { readLine, readProse, type ProseReader } from './markdown-files/prose-lines.ts';
import { outline, SLICE_CHARACTERS } from './outline.ts';
import type { SlicedWork } from '../sliced-work.ts';

/** A run of a Markdown text from one heading to the next one of any level. */
export interface SectionText {
  /** As written, without its marks; undefined for what stands before the first heading. */
  heading: string | undefined;
  /** 1 to 6; 0 without a heading. */
  level: number;
  /** Heading line included. */
  text: string;
}

/** A text in runs that can be put into another order: together they are the text, byte for byte. */
export interface SectionTexts {
  sections: SectionText[];
  /** Whether the text ends inside an unclosed block, which would swallow whatever is put behind it. */
  endsOpen: boolean;
}

/**
 * Divides a text at its headings. Headings inside of rich blocks, `<details>` and comments divide nothing, because
 * the block would be torn apart. Linear in the length of the text, and in slices.
 */
export function* sectionsOf(markdown: string): SlicedWork<SectionTexts> {
  const { lines, endsOpen } = yield* linesOf(markdown);
  const inside = new Set(lines.flatMap(({ start, depth }) => (depth > 0 ? [start] : [])));
  const headings = (yield* outline(markdown)).filter(({ start }) => !inside.has(start));
  const sections: SectionText[] = [];
  const lead = markdown.slice(0, headings[0]?.start ?? markdown.length);
  if (lead.trim() !== '' || headings.length === 0)
    sections.push({ heading: undefined, level: 0, text: lead });
  for (const [index, { title, level, start }] of headings.entries()) {
    const from = index === 0 && sections.length === 0 ? 0 : start;
    const text = markdown.slice(from, headings[index + 1]?.start ?? markdown.length);
    sections.push({ heading: title, level, text });
  }
  return { sections, endsOpen };
}

const OPENING = /^ {0,3}(:{3,})[A-Za-z]/;
const CLOSING = /^ {0,3}(:{3,})\s*$/;
const COMMENT_END = '-->';

/** One line of a Markdown text, its end included. */
export interface TextLine {
  text: string;
  start: number;
  kind: ProseReader['kind'];
  /** How many blocks that hold others are open before it. */
  depth: number;
}

/** The lines of a text with what they stand in. */
export function* linesOf(markdown: string): SlicedWork<{ lines: TextLine[]; endsOpen: boolean }> {
  const open: string[] = [];
  const lines: TextLine[] = [];
  const reader = readProse(markdown);
  for (let sliceEnd = SLICE_CHARACTERS; readLine(reader);) {
    const { kind, start, next } = reader;
    const text = markdown.slice(start, next);
    lines.push({ text, start, kind, depth: open.length });
    if (kind === 'prose') follow(open, text.trimEnd());
    if (next < sliceEnd) continue;
    sliceEnd = next + SLICE_CHARACTERS;
    yield;
  }
  return { lines, endsOpen: open.length > 0 || reader.fence !== undefined };
}

/** What is open after a line: colons for a directive, the closing tag or mark for the others. */
function follow(open: string[], line: string): void {
  const last = open.at(-1);
  if (last === COMMENT_END) {
    if (line.includes(COMMENT_END)) open.pop();
    return;
  }
  const opening = OPENING.exec(line)?.[1];
  const closing = CLOSING.exec(line)?.[1];
  if (opening !== undefined) open.push(opening);
  else if (closing !== undefined && last?.startsWith(':') && closing.length >= last.length) open.pop();
  else if (/^ {0,3}<details[\s>]/i.test(line) && !/<\/details>/i.test(line)) open.push('</details>');
  else if (last === '</details>' && /<\/details>/i.test(line)) open.pop();
  else if (/^ {0,3}<!--/.test(line) && line.lastIndexOf('<!--') > line.lastIndexOf(COMMENT_END))
    open.push(COMMENT_END);
}
