import { findSection, outline, SLICE_CHARACTERS, type Heading } from './outline.ts';

export const EDIT_MODES = ['replace', 'append', 'prepend', 'patch', 'section'] as const;

/** One change of a Markdown text. */
export type TextEdit =
  | { mode: 'replace' | 'append' | 'prepend'; markdown: string }
  /**
   * Puts `markdown` where `find` stands, which must be exactly one place. Where it stands nowhere with its own line
   * ends, it is looked for with either kind, and `markdown` then gets those of the passage that it replaces.
   */
  | { mode: 'patch'; markdown: string; find: string }
  /**
   * Puts `markdown` below the section's heading, in place of everything that belongs to it. When it starts with a
   * heading of the section's level or above, that one takes the heading's place.
   */
  | { mode: 'section'; markdown: string; section: string };

export type EditResult =
  | { done: true; text: string }
  /** `find` stands nowhere, or in several places; overlapping ones count each. */
  | { done: false; reason: 'matches'; count: number }
  | { done: false; reason: 'no_section' }
  /** Several sections have that heading. */
  | { done: false; reason: 'several_sections'; anchors: string[] };

/**
 * Applies an edit to a text. What lies outside of the edited part stays as it is, character for character; where
 * parts meet, at least one blank line parts them. Linear in the length of the texts, and in slices.
 */
export function* editText(text: string, edit: TextEdit): Generator<void, EditResult, void> {
  switch (edit.mode) {
    case 'replace':
      return { done: true, text: edit.markdown };
    case 'append':
      return { done: true, text: joined(text, text, edit.markdown) };
    case 'prepend':
      return { done: true, text: joined(text, edit.markdown, text) };
    case 'patch':
      return yield* patch(text, edit.find, edit.markdown);
    default:
      return yield* replaceSection(text, edit.section, edit.markdown);
  }
}

/** Two parts of a text with one blank line between them; nothing is put before or behind a part alone. */
function joined(text: string, above: string, below: string): string {
  if (above === '' || below === '') return above + below;
  const missing = 2 - (feeds(above.slice(contentEnd(above))) + feeds(below.slice(0, contentStart(below))));
  return above + lineEnd(text).repeat(Math.max(0, missing)) + below;
}

function* patch(text: string, find: string, markdown: string): Generator<void, EditResult, void> {
  const { count, first } = yield* occurrences(text, find);
  const isLineEndCut = count === 1 && find.startsWith('\n') && text.charAt(first - 1) === '\r';
  if (isLineEndCut || (count === 0 && find.includes('\n')))
    return yield* patchOfEitherLineEnds(text, find, markdown);
  if (count !== 1) return { done: false, reason: 'matches', count };
  return { done: true, text: text.slice(0, first) + markdown + text.slice(first + find.length) };
}

/** Clients show and send texts with line feeds alone, whatever stands in the document. */
function* patchOfEitherLineEnds(
  text: string,
  find: string,
  markdown: string,
): Generator<void, EditResult, void> {
  const wanted = withLineFeeds(find);
  const { count, first } = yield* occurrences(withLineFeeds(text), wanted);
  if (count !== 1) return { done: false, reason: 'matches', count };
  const [start, end] = [placeIn(text, first), placeIn(text, first + wanted.length)];
  const added = withLineFeeds(markdown).replaceAll('\n', () => lineEnd(text.slice(start, end)));
  return { done: true, text: text.slice(0, start) + added + text.slice(end) };
}

const withLineFeeds = (text: string) => text.replaceAll('\r\n', '\n');

/** Where in a text a place of its form with line feeds alone is. */
function placeIn(text: string, place: number): number {
  let dropped = 0;
  for (let at = text.indexOf('\r\n'); at !== -1 && at - dropped < place; at = text.indexOf('\r\n', at + 2))
    dropped += 1;
  return place + dropped;
}

/**
 * How often a text holds another, overlaps included, and where first. By Knuth, Morris and Pratt: the language's own
 * search takes the product of both lengths for texts that were made to hold it up.
 */
function* occurrences(text: string, find: string): Generator<void, { count: number; first: number }, void> {
  const borders = yield* bordersOf(find);
  let [count, first, matched] = [0, -1, 0];
  for (let at = 0; at < text.length; at += 1) {
    if (at % SLICE_CHARACTERS === SLICE_CHARACTERS - 1) yield;
    const code = text.charCodeAt(at);
    while (matched > 0 && find.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0;
    if (find.charCodeAt(matched) === code) matched += 1;
    if (matched < find.length) continue;
    if (count === 0) first = at - find.length + 1;
    count += 1;
    matched = borders[matched - 1] ?? 0;
  }
  return { count, first };
}

/** For each beginning of a text, how much of it is also its end without being all of it. */
function* bordersOf(text: string): Generator<void, Int32Array, void> {
  const borders = new Int32Array(text.length);
  let border = 0;
  for (let at = 1; at < text.length; at += 1) {
    if (at % SLICE_CHARACTERS === SLICE_CHARACTERS - 1) yield;
    const code = text.charCodeAt(at);
    while (border > 0 && text.charCodeAt(border) !== code) border = borders[border - 1] ?? 0;
    if (text.charCodeAt(border) === code) border += 1;
    borders[at] = border;
  }
  return borders;
}

function* replaceSection(text: string, name: string, markdown: string): Generator<void, EditResult, void> {
  const search = findSection(yield* outline(text), name);
  if (search.found === 'none') return { done: false, reason: 'no_section' };
  if (search.found === 'several') {
    return { done: false, reason: 'several_sections', anchors: search.anchors };
  }
  return { done: true, text: withSection(text, search.heading, markdown) };
}

function withSection(text: string, heading: Heading, markdown: string): string {
  const old = text.slice(heading.start, heading.end);
  const kept = keptHeading(old, heading.level, markdown);
  const section = withoutOuterLineEnds(markdown);
  if (section === withoutOuterLineEnds(old.slice(kept.length))) return text;
  const above = text.slice(0, heading.start) + kept;
  const below = old.slice(contentEnd(old)) + text.slice(heading.end);
  if (section === '') return above.slice(0, contentEnd(above)) + below;
  const top = kept === '' ? above + section : joined(text, above, section);
  const isLast = contentStart(below) === below.length;
  return isLast ? top + below : joined(text, top, below);
}

/** The heading's line and what parts it from its text, unless the new text brings a heading of its own. */
function keptHeading(section: string, level: number, markdown: string): string {
  const own = /^ {0,3}(#{1,6})(?=[ \t\r\n]|$)/.exec(markdown.slice(contentStart(markdown)))?.[1];
  if (own !== undefined && own.length <= level) return '';
  const lineFeed = section.indexOf('\n');
  if (lineFeed === -1) return section;
  return section.slice(0, lineFeed + 1 + contentStart(section.slice(lineFeed + 1)));
}

const withoutOuterLineEnds = (text: string) => text.slice(contentStart(text), contentEnd(text));

/** Where a text starts behind its first line feeds; 0 when it is nothing but line feeds. */
function contentStart(text: string): number {
  let at = 0;
  while (at < text.length && isLineEnd(text.charCodeAt(at))) at += 1;
  return at;
}

/** Where a text ends before its last line feeds. */
function contentEnd(text: string): number {
  let at = text.length;
  while (at > 0 && isLineEnd(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

const [LINE_FEED, CARRIAGE_RETURN] = [10, 13];

const isLineEnd = (code: number) => code === LINE_FEED || code === CARRIAGE_RETURN;

function feeds(lineEnds: string): number {
  return lineEnds.split('\n').length - 1;
}

/** As the text has it. */
const lineEnd = (text: string) => (text.includes('\r\n') ? '\r\n' : '\n');
