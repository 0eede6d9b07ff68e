import { createHash } from 'node:crypto';
import { outline, type Heading } from '../../domain/outline.ts';
import { finish } from '../../sliced-work.ts';

/** A passage that becomes one vector. */
export interface Chunk {
  /** What the provider gets: the title and the headings above the passage, then the passage. */
  text: string;
  /** Names the text, so that an edit embeds only what it changed. 32 hex digits. */
  hash: string;
  /** Heading of the passage and its anchor; null before the first heading. */
  section: string | null;
  anchor: string | null;
}

export interface ChunkableDocument {
  title: string;
  summary: string;
  content: string;
}

/** Characters of a passage: about 400 tokens of English, which every model takes. */
const MAX_PASSAGE = 1500;
/** A shorter passage says too little alone: it joins the one behind it. */
const MIN_PASSAGE = 200;
const MAX_CHUNKS = 64;
/** A heading path may not crowd out its passage. */
const MAX_HEADINGS = 300;
const MAX_SUMMARY = 500;
/** Behind this much text the chunks are full whatever it holds. */
const MAX_LOOKED_AT = 400_000;

interface Passage {
  text: string;
  headings: readonly Heading[];
}

/**
 * Takes a document apart for embedding: one chunk a section, several for a long one, at most 64. The same document
 * gives the same chunks, and an edit changes only those near it. A document without text has one chunk, its title.
 */
export function chunksOf({ title, summary, content }: ChunkableDocument): Chunk[] {
  const text = content.slice(0, MAX_LOOKED_AT).toWellFormed();
  const passages = withoutShort(sectionsOf(text).flatMap(split)).slice(0, MAX_CHUNKS);
  const [first] = passages;
  const opening = summary.trim().slice(0, MAX_SUMMARY).toWellFormed();
  if (!first) return [chunkOf(title, { text: opening, headings: [] })];
  return passages.map((passage) =>
    chunkOf(title, passage === first && opening !== '' ? joined(opening, passage) : passage),
  );
}

const joined = (opening: string, { text, headings }: Passage): Passage => ({
  text: `${opening}\n\n${text}`,
  headings,
});

function chunkOf(title: string, { text, headings }: Passage): Chunk {
  const path = headings.map((heading) => heading.title).join(' › ');
  const full = [title, path.slice(0, MAX_HEADINGS), text]
    .filter((part) => part.trim() !== '')
    .join('\n')
    .toWellFormed();
  const nearest = headings.at(-1);
  return {
    text: full,
    hash: createHash('sha256').update(full).digest('hex').slice(0, 32),
    section: nearest?.title ?? null,
    anchor: nearest?.anchor ?? null,
  };
}

/** The text before the first heading, then each heading's own text without that of the sections below it. */
function sectionsOf(text: string): Passage[] {
  const headings = finish(outline(text));
  const sections: Passage[] = [
    { text: text.slice(0, headings[0]?.start ?? text.length).trim(), headings: [] },
  ];
  let path: Heading[] = [];
  for (const [index, heading] of headings.entries()) {
    path = [...path.filter((above) => above.level < heading.level), heading];
    const end = headings[index + 1]?.start ?? text.length;
    const lineEnd = text.indexOf('\n', heading.start);
    const body = lineEnd === -1 || lineEnd >= end ? '' : text.slice(lineEnd + 1, end).trim();
    sections.push({ text: body, headings: path });
  }
  // A heading alone still says what a page is about.
  return sections.filter((section) => section.text !== '' || section.headings.length > 0);
}

/** Cuts a long section between paragraphs, else lines, sentences or words, else anywhere but inside a character. */
function split({ text, headings }: Passage): Passage[] {
  const passages: Passage[] = [];
  let start = 0;
  while (text.length - start > MAX_PASSAGE && passages.length < MAX_CHUNKS) {
    const end = start + breakIn(text.slice(start, start + MAX_PASSAGE));
    passages.push({ text: text.slice(start, end).trim(), headings });
    start = end;
  }
  passages.push({ text: text.slice(start, start + MAX_PASSAGE).trim(), headings });
  return passages.filter((passage) => passage.text !== '' || passages.length === 1);
}

const BREAKS = ['\n\n', '\n', '. ', ' '];

function breakIn(window: string): number {
  for (const mark of BREAKS) {
    const at = window.lastIndexOf(mark);
    if (at >= MAX_PASSAGE / 2) return at + mark.length;
  }
  const last = window.charCodeAt(window.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? window.length - 1 : window.length;
}

/** Whether a passage joins depends on itself and the next one only, so that an edit stays local. */
function withoutShort(passages: readonly Passage[]): Passage[] {
  const kept: Passage[] = [];
  let short: Passage | undefined;
  for (const passage of passages) {
    const whole: Passage = short ? together(short, passage) : passage;
    short = undefined;
    if (whole.text.length < MIN_PASSAGE) short = whole;
    else kept.push(whole);
  }
  if (short) kept.push(short);
  return kept;
}

/** The headings are those of the longer part; the other's last heading goes into the text. */
function together(short: Passage, next: Passage): Passage {
  const heading = next.headings.at(-1);
  const own = short.headings.at(-1);
  const isSameSection = heading === own;
  if (isSameSection) return { text: `${short.text}\n\n${next.text}`, headings: next.headings };
  if (next.text.length >= short.text.length) {
    const lead = [own?.title, short.text].filter((part) => part !== undefined && part !== '').join('\n');
    return { text: `${lead}\n\n${next.text}`, headings: next.headings };
  }
  return {
    text: [short.text, heading?.title, next.text].filter((part) => part).join('\n\n'),
    headings: short.headings,
  };
}
