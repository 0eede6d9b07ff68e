import { outline } from '../../domain/outline.ts';
import { finish } from '../../sliced-work.ts';
import { plainLine, plainText, type PlainText } from '../../domain/plain-text.ts';
import type { Highlights } from '../query/findings.ts';
import { createFinder } from './matches.ts';
import { MAX_SCANNED } from './max-scanned.ts';
import { bestPassage } from './passage.ts';

/** Longest snippet, in UTF-16 code units, marks of omission included (decisions, "Search reply"). */
export const MAX_SNIPPET = 240;
/** Enough of a text for its first `MAX_SNIPPET` characters, markup taken out. */
const BEGINNING = 2000;
/** How much of a snippet may stand before the passage that it shows. */
const LEAD = 80;
/** How far an end may move to fall between words. */
const WORD_REACH = 24;

export interface Excerpt {
  /** Plain text of one line, at most `MAX_SNIPPET` long, well-formed Unicode. */
  snippet: string;
  /** Heading of the section that the passage starts in, without markup; null before the first one. */
  section: string | null;
  /** The heading's anchor as `outline` gives it, without `#`, or null. */
  anchor: string | null;
}

/** Answers the passage of a Markdown text that shows best why it was found. */
export type Excerpter = (markdown: string, summary: string) => Excerpt;

/**
 * Makes the snippets of one page of results. Where a text holds nothing that was looked for, because the title or
 * a tag does, its summary or its beginning is shown. Linear, over a bounded part of the text (security Q3).
 */
export function createExcerpter(highlights: Highlights): Excerpter {
  const finder = createFinder(highlights);
  return (markdown, summary) => {
    if (finder.terms + finder.phrases === 0) return beginning(markdown, summary);
    const scanned = markdown.slice(0, MAX_SCANNED);
    const plain = plainText(scanned);
    const best = bestPassage(plain.text, finder);
    if (!best) return beginning(markdown, summary);
    return { snippet: cut(plain.text, best.start, best.end), ...sectionAt(scanned, plain, best.start) };
  };
}

function beginning(markdown: string, summary: string): Excerpt {
  const { text } = plainText((summary.trim() === '' ? markdown : summary).slice(0, BEGINNING));
  return { snippet: cut(text, 0, 0), section: null, anchor: null };
}

/** The last heading at or above the line that a position of the plain text stands in. */
function sectionAt(markdown: string, { starts, sources }: PlainText, position: number) {
  const line = starts.findLastIndex((start) => start <= position);
  const source = sources[line] ?? 0;
  const lastMark = markdown.lastIndexOf('#', endOfLine(markdown, source));
  const heading =
    lastMark === -1 ? undefined : finish(outline(markdown.slice(0, endOfLine(markdown, lastMark)))).at(-1);
  const section = heading ? plainLine(heading.title) : '';
  return { section: section === '' ? null : section, anchor: heading?.anchor ?? null };
}

function endOfLine(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  return newline === -1 ? text.length : newline;
}

/** At most `MAX_SNIPPET` characters around a passage, between words, with marks where something is left out. */
function cut(text: string, start: number, end: number): string {
  const room = Math.max(0, MAX_SNIPPET - 2 - (end - start));
  const from = snippetStart(text, Math.max(0, start - Math.min(LEAD, Math.floor(room / 2))), start);
  const to = wordEnd(text, Math.min(text.length, from + MAX_SNIPPET - 2), end);
  const words = text.slice(from, to).replaceAll(/\s+/g, ' ').toWellFormed().replaceAll('\uFFFD', '').trim();
  return `${from > 0 ? '…' : ''}${words}${to < text.length ? '…' : ''}`;
}

/** The start of a sentence before the passage, else of a word. */
function snippetStart(text: string, from: number, latest: number): number {
  if (from === 0) return 0;
  const sentence = /[.!?:;][)"'”’]?\s|[。！？]/g;
  sentence.lastIndex = from;
  const end = sentence.exec(text.slice(0, latest));
  if (end) return end.index + end[0].length;
  for (let at = from; at <= Math.min(latest, from + WORD_REACH); at += 1) {
    if (text.charAt(at - 1) === ' ') return at;
  }
  return from;
}

function wordEnd(text: string, to: number, earliest: number): number {
  if (to === text.length) return to;
  for (let at = to; at >= Math.max(earliest, to - WORD_REACH); at -= 1) {
    if (text.charAt(at) === ' ') return at;
  }
  return to;
}
