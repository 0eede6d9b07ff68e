import { foldRun, forEachWord, identifierParts, MAX_WORD_LENGTH, wordKey } from './analysis.ts';
import { plainText, type PlainText } from './plain-text.ts';
import type { QueryTerm } from './query-terms.ts';

/** Longest snippet, in characters, marks of omission included (decisions, "Search reply"). */
const MAX_SNIPPET = 240;
/** A passage is scored by the terms within this many characters. */
const PASSAGE = 200;
/** So much of a document is looked through, in bytes of its text. */
export const MAX_SCANNED = 60_000;
const MAX_MATCHES = 2000;
/** How far an end may move to fall between words. */
const WORD_REACH = 24;

export interface Snippet {
  snippet: string;
  /** Heading of the section that the passage starts in, or null. */
  section: string | null;
}

interface Match {
  start: number;
  end: number;
  term: number;
}

/**
 * A function that finds the passage of a text that holds most of the terms, without markup. Where the text
 * holds none, its summary, or its beginning. Looks through a bounded part of the text once.
 */
export function createExcerpter(terms: readonly QueryTerm[]): (markdown: string, summary: string) => Snippet {
  const termsIn = createTermFinder(terms);
  return (markdown, summary) => {
    const plain = plainText(markdown.slice(0, MAX_SCANNED));
    const best = bestPassage(findMatches(plain.text, termsIn, terms.length), terms.length);
    if (best)
      return { snippet: cut(plain.text, best.start, best.end), section: sectionAt(plain, best.start) };
    if (summary.trim() !== '') return { snippet: cut(plainText(summary).text, 0, 0), section: null };
    return { snippet: cut(plain.text, 0, 0), section: null };
  };
}

function findMatches(text: string, termsIn: TermFinder, terms: number): Match[] {
  const matches: Match[] = [];
  const held = new Set<number>();
  if (terms === 0) return matches;
  forEachWord(text, (raw, start) => {
    const found = termsIn(raw);
    if (found.length === 0) return undefined;
    for (const { term, offset, length } of found) {
      matches.push({ term, start: start + offset, end: start + offset + length });
      held.add(term);
    }
    return matches.length >= MAX_MATCHES || (held.size === terms && hasFullPassage(matches, terms));
  });
  return matches;
}

/** Whether the last passage holds every term: then no other can be better. */
function hasFullPassage(matches: readonly Match[], terms: number): boolean {
  const end = matches.at(-1)?.end ?? 0;
  const held = new Set<number>();
  for (let index = matches.length - 1; index >= 0; index -= 1) {
    const match = matches[index];
    if (!match || end - match.start > PASSAGE) return false;
    held.add(match.term);
    if (held.size === terms) return true;
  }
  return false;
}

interface TermInWord {
  term: number;
  offset: number;
  length: number;
}

type TermFinder = (raw: string) => readonly TermInWord[];

const NOTHING: readonly TermInWord[] = [];
const MAX_REMEMBERED_WORDS = 20_000;

/** Says which terms a run of word characters holds; remembers its answers, because texts repeat their words. */
function createTermFinder(terms: readonly QueryTerm[]): TermFinder {
  const byKey = new Map<string, number>();
  const prefixes: { prefix: string; term: number }[] = [];
  for (const [index, term] of terms.entries()) {
    if (term.kind === 'key') byKey.set(term.key, index);
    else prefixes.push({ prefix: term.prefix, term: index });
  }
  const termOf = (word: string) =>
    byKey.get(wordKey(word)) ??
    byKey.get(word) ??
    prefixes.find(({ prefix }) => word.startsWith(prefix))?.term;

  const find = (raw: string): readonly TermInWord[] => {
    const runs = foldRun(raw);
    if (runs.some((run) => run.isUnspaced)) return charactersIn(raw, byKey);
    const words = [...runs.map((run) => run.text), ...identifierParts(raw)];
    const term = words.map(termOf).find((found) => found !== undefined);
    return term === undefined ? NOTHING : [{ term, offset: 0, length: Math.min(raw.length, PASSAGE) }];
  };

  const remembered = new Map<string, readonly TermInWord[]>();
  return (raw) => {
    let found = remembered.get(raw);
    if (found) return found;
    found = find(raw);
    if (raw.length <= MAX_WORD_LENGTH && remembered.size < MAX_REMEMBERED_WORDS) remembered.set(raw, found);
    return found;
  };
}

/** Where a run without spaces holds the pairs of characters that were asked for. */
function charactersIn(raw: string, byKey: ReadonlyMap<string, number>): TermInWord[] {
  const found: TermInWord[] = [];
  for (const [key, term] of byKey) {
    const offset = raw.indexOf(key);
    if (offset !== -1) found.push({ term, offset, length: key.length });
  }
  return found.toSorted((left, right) => left.offset - right.offset);
}

/** The stretch of matches within one passage that holds most different terms, then most matches; the first of equals. */
function bestPassage(matches: readonly Match[], terms: number): { start: number; end: number } | null {
  let best: { start: number; end: number; worth: number } | null = null;
  const counts = Array.from({ length: terms }, () => 0);
  let distinct = 0;
  let first = 0;
  for (const [last, match] of matches.entries()) {
    counts[match.term] = (counts[match.term] ?? 0) + 1;
    if (counts[match.term] === 1) distinct += 1;
    for (
      let left = matches[first];
      left && first < last && match.end - left.start > PASSAGE;
      left = matches[first]
    ) {
      counts[left.term] = (counts[left.term] ?? 0) - 1;
      if (counts[left.term] === 0) distinct -= 1;
      first += 1;
    }
    const worth = distinct * MAX_MATCHES + (last - first);
    if (!best || worth > best.worth) best = { start: matches[first]?.start ?? 0, end: match.end, worth };
  }
  return best;
}

function sectionAt({ sections }: PlainText, position: number): string | null {
  const heading = sections.findLast((section) => section.start <= position)?.heading ?? '';
  return heading === '' ? null : heading;
}

/** At most `MAX_SNIPPET` characters around a stretch of text, between words, with marks where something is left out. */
function cut(text: string, start: number, end: number): string {
  const room = Math.max(0, MAX_SNIPPET - 2 - (end - start));
  const from = wordStart(text, Math.max(0, start - Math.floor(room / 3)), start);
  const to = wordEnd(text, Math.min(text.length, from + MAX_SNIPPET - 2), end);
  const words = text.slice(from, to).replaceAll(/\s+/g, ' ').toWellFormed().replaceAll('\uFFFD', '').trim();
  return `${from > 0 ? '…' : ''}${words}${to < text.length ? '…' : ''}`;
}

function wordStart(text: string, from: number, latest: number): number {
  if (from === 0) return 0;
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
