import { proseBlocks } from './markdown-files/prose-blocks.ts';
import { plainLine, withoutClosingMarks } from './plain-text.ts';

/** A heading of a Markdown text and the reach of its section. All positions are UTF-16 code units. */
export interface Heading {
  /** 1 to 6. */
  level: number;
  /** As written, without the `#` marks. */
  title: string;
  /** Unique in the text: the title without markup in lower case with dashes, numbered from its second of a kind on. */
  anchor: string;
  /** Where the heading's line starts. */
  start: number;
  /** Where the section ends: at the next heading of the same or a higher level. */
  end: number;
}

export type SectionSearch =
  | { found: 'one'; heading: Heading }
  | { found: 'none' }
  /** Several headings have that title; their anchors tell them apart. */
  | { found: 'several'; anchors: string[] };

/** One page of a longer text. */
export interface TextPage {
  text: string;
  /** Where the next page starts; null on the last one. */
  nextOffset: number | null;
}

/** How far back from the limit a page may end to finish a line, as a share of its length. */
const LINE_END_SHARE = 0.1;

/** No text for people has more; naming hundreds of thousands would hold up everybody else. */
const MOST_HEADINGS = 20_000;

/** The ATX headings outside of code (CommonMark 4.2), in order: the first 20,000. Linear in the length of the text. */
export function outline(markdown: string): Heading[] {
  const headings: Heading[] = [];
  const anchors = new Map<string, number>();
  for (const block of proseBlocks(markdown)) {
    for (let start = block.start; start < block.end && headings.length < MOST_HEADINGS;) {
      const newline = markdown.indexOf('\n', start);
      const end = newline === -1 || newline >= block.end ? block.end : newline + 1;
      const heading = parseHeading(markdown.slice(start, end));
      if (heading)
        headings.push({
          ...heading,
          anchor: uniqueAnchor(heading.title, anchors),
          start,
          end: markdown.length,
        });
      start = end;
    }
  }
  closeSections(headings);
  return headings;
}

/** A section by its anchor, or by its title, with or without markup, in any case. A leading `#` is forgiven. */
export function findSection(headings: readonly Heading[], name: string): SectionSearch {
  const wanted = name.replace(/^#+[ \t]*/, '').trim();
  const byAnchor = headings.find((heading) => heading.anchor === wanted);
  if (byAnchor) return { found: 'one', heading: byAnchor };
  const byTitle = headings.filter(({ title }) =>
    [title, plainLine(title)].some((spelling) => spelling.toLowerCase() === wanted.toLowerCase()),
  );
  if (byTitle.length > 1) return { found: 'several', anchors: byTitle.map((heading) => heading.anchor) };
  return byTitle[0] ? { found: 'one', heading: byTitle[0] } : { found: 'none' };
}

/**
 * The part of a text that starts at `offset` and has at most `maxChars` characters, and never fewer than one.
 * It ends behind a line where it can and never inside a surrogate pair; the pages together are the text.
 */
export function pageOfText(text: string, offset: number, maxChars: number): TextPage {
  const limit = offset + maxChars;
  if (limit >= text.length) return { text: text.slice(offset), nextOffset: null };
  const newline = text.lastIndexOf('\n', limit - 1);
  const isLineNear = newline >= offset && limit - (newline + 1) <= maxChars * LINE_END_SHARE;
  const end = isLineNear ? newline + 1 : wholeCharacter(text, offset, limit);
  return { text: text.slice(offset, end), nextOffset: end < text.length ? end : null };
}

function wholeCharacter(text: string, offset: number, limit: number): number {
  const splits = isHighSurrogate(text.charCodeAt(limit - 1)) && isLowSurrogate(text.charCodeAt(limit));
  if (!splits) return limit;
  return limit - 1 > offset ? limit - 1 : limit + 1;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function parseHeading(line: string): { level: number; title: string } | undefined {
  if (!line.includes('#')) return undefined;
  const marks = /^ {0,3}(#{1,6})(?=\s|$)/.exec(line);
  if (!marks?.[1]) return undefined;
  return { level: marks[1].length, title: withoutClosingMarks(line.slice(marks[0].length).trim()) };
}

/** As GitHub makes them, so that links within imported pages lead where they did: `A & B` is `a--b`. */
function uniqueAnchor(title: string, seen: Map<string, number>): string {
  const base =
    plainLine(title)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-') || 'section';
  let number = seen.get(base) ?? 0;
  let anchor = number === 0 ? base : `${base}-${number}`;
  while (seen.has(anchor) && number > 0) anchor = `${base}-${(number += 1)}`;
  seen.set(base, number + 1);
  if (anchor !== base) seen.set(anchor, 1);
  return anchor;
}

/** Each section ends where the next one of the same or a higher level starts: one pass with the open ones. */
function closeSections(headings: readonly Heading[]): void {
  const open: Heading[] = [];
  for (const heading of headings) {
    for (let last = open.at(-1); last && last.level >= heading.level; last = open.at(-1)) {
      last.end = heading.start;
      open.pop();
    }
    open.push(heading);
  }
}
