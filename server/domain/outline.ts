import { readLine, readProse, type ProseReader } from './markdown-files/prose-lines.ts';
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

/** Longer titles and anchors are cut: callers name sections with at most 500 characters. */
const LONGEST_TITLE = 500;
const LONGEST_ANCHOR = 200;

/** So many characters are read, and so many headings named, without a pause. */
export const SLICE_CHARACTERS = 500_000;
export const SLICE_HEADINGS = 1000;

/**
 * The ATX headings outside of code (CommonMark 4.2), in order: the first 20,000. Linear in the length of the text,
 * and in slices: each `yield` is a place where others may go first.
 */
export function* outline(markdown: string): Generator<void, Heading[], void> {
  const headings: Heading[] = [];
  const anchors = new Map<string, number>();
  const reader = readProse(markdown);
  let sliceEnd = SLICE_CHARACTERS;
  if (markdown.length > SLICE_CHARACTERS) yield;
  while (headings.length < MOST_HEADINGS && readLine(reader)) {
    const heading = reader.kind === 'prose' ? headingOf(reader) : undefined;
    if (heading) {
      const anchor = uniqueAnchor(heading.title, anchors);
      headings.push({ ...heading, anchor, start: reader.start, end: markdown.length });
    }
    if (reader.next < sliceEnd && !(heading && headings.length % SLICE_HEADINGS === 0)) continue;
    sliceEnd = reader.next + SLICE_CHARACTERS;
    yield;
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

/** Up to three spaces and six marks, with white space or the end of the line behind them. */
const MARKS = /^ {0,3}(#{1,6})(?=\s|$)/;
const LONGEST_MARKS = '   ###### '.length;

function headingOf({ text, start, end }: ProseReader): { level: number; title: string } | undefined {
  const marks = MARKS.exec(text.slice(start, Math.min(end, start + LONGEST_MARKS)));
  if (!marks?.[1]) return undefined;
  const title = withoutClosingMarks(text.slice(start + marks[0].length, end).trim());
  return { level: marks[1].length, title: shortened(title, LONGEST_TITLE) };
}

/** The first characters of a text, none of them cut in half. */
function shortened(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, wholeCharacter(text, 0, most));
}

/** As GitHub makes them, so that links within imported pages lead where they did: `A & B` is `a--b`. */
export function anchorOf(title: string): string {
  return (
    plainLine(shortened(title, LONGEST_ANCHOR))
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-') || 'section'
  );
}

function uniqueAnchor(title: string, seen: Map<string, number>): string {
  const base = anchorOf(title);
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
