import { parseDocument, stringify } from 'yaml';
import {
  documentStatusSchema,
  documentTypeSchema,
  summarySchema,
  tagSchema,
  titleSchema,
} from '../document.ts';
import type { DocumentStatus, DocumentType } from '../document.ts';

/** What a Markdown file may say about its page, in YAML between two `---` lines at its start. */
export interface FrontMatter {
  title?: string;
  summary?: string;
  tags: string[];
  type?: DocumentType;
  status?: DocumentStatus;
}

export interface MarkdownFile {
  frontMatter: FrontMatter;
  /** The text behind the front matter, byte for byte. */
  body: string;
  /** What could not be used, as short sentences that are the same for every file. */
  notes: string[];
  /** Keys of the front matter that mean nothing here. */
  notKept: string[];
}

/** Thrown for front matter that is not YAML; the message is for people. */
export class FrontMatterError extends Error {}

const BLOCK = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)??(?:---|\.\.\.)[ \t]*(?:\r?\n|$)(?:\r?\n)?/;
const KNOWN = new Set(['id', 'title', 'summary', 'description', 'tags', 'type', 'status', 'draft']);
/** These count in any case: `Draft: true` must not be published. */
const HOLDS_BACK = new Set(['status', 'draft']);
const YES = new Set(['true', 'yes', 'on', '1']);
const NO = new Set(['false', 'no', 'off', '0']);
/** What YAML reads as no value; such a key says nothing. */
const NOTHING = new Set(['', 'null', '~']);

/**
 * Splits a Markdown file into front matter and body. One blank line behind the front matter belongs to it.
 * A first block that is no YAML mapping is a thematic break and stays in the body.
 *
 * @throws {FrontMatterError} when the front matter is broken YAML.
 */
export function readMarkdownFile(text: string): MarkdownFile {
  const block = BLOCK.exec(text);
  if (!block) return { frontMatter: { tags: [] }, body: text, notes: [], notKept: [] };
  // The failsafe schema keeps every scalar as it was written: `1.10` is a title, not a number.
  const document = parseDocument(block[1] ?? '', { schema: 'failsafe', prettyErrors: false });
  const [problem] = document.errors;
  if (problem)
    throw new FrontMatterError(`its front matter is not valid YAML (${problem.message.split('\n', 1)[0]})`);
  const values = toPlain(document);
  if (values === undefined) return { frontMatter: { tags: [] }, body: text, notes: [], notKept: [] };
  return { ...readFields(values), body: text.slice(block[0].length) };
}

/** Longer front matter is none that people write. */
const LONGEST_FRONT_MATTER = 20_000;
/** Of a text in UTF-8 that says so. */
const MARK = '\ufeff';

/** Where a text goes on behind its front matter, UTF-16 code units; at its start when it has none. */
export function frontMatterEnd(text: string): number {
  const marked = text.startsWith(MARK) ? MARK.length : 0;
  const block = BLOCK.exec(text.slice(marked, marked + LONGEST_FRONT_MATTER));
  if (!block) return marked;
  try {
    const document = parseDocument(block[1] ?? '', { schema: 'failsafe', prettyErrors: false });
    const isMapping = document.errors.length === 0 && toPlain(document) !== undefined;
    return marked + (isMapping ? block[0].length : 0);
  } catch (error) {
    if (error instanceof FrontMatterError) return marked;
    throw error;
  }
}

function toPlain(document: ReturnType<typeof parseDocument>): Map<string, unknown> | undefined {
  if (document.contents === null) return new Map();
  let values: unknown;
  try {
    values = document.toJS({ mapAsMap: true, maxAliasCount: 20 });
  } catch {
    throw new FrontMatterError('its front matter repeats itself too often');
  }
  if (!(values instanceof Map)) return undefined;
  return new Map([...values].map(([key, value]) => [String(key), value]));
}

function readFields(values: Map<string, unknown>): Omit<MarkdownFile, 'body'> {
  const notes: string[] = [];
  const notKept = [...values.keys()].filter((key) => !KNOWN.has(key) && !HOLDS_BACK.has(key.toLowerCase()));
  const frontMatter: FrontMatter = { tags: readTags(values.get('tags'), notes) };
  const title = oneLine(values.get('title'));
  if (title !== undefined) frontMatter.title = title;
  const summary = summarySchema.safeParse(values.get('summary') ?? values.get('description'));
  if (summary.success) frontMatter.summary = summary.data;
  const type = documentTypeSchema.safeParse(values.get('type'));
  if (type.success) frontMatter.type = type.data;
  else if (values.has('type'))
    notes.push(`type “${oneLine(values.get('type')) ?? ''}” is not known; the page became “knowledge”`);
  const status = readStatus(values, notes);
  if (status !== undefined) frontMatter.status = status;
  return { frontMatter, notes, notKept };
}

/** What is not clearly meant to be published is a draft; undefined where the file says nothing about it. */
function readStatus(values: Map<string, unknown>, notes: string[]): DocumentStatus | undefined {
  const [statusValue, draftValue] = [valueOf(values, 'status'), valueOf(values, 'draft')];
  const [status, draft] = [readWord(statusValue), readWord(draftValue)];
  const known = documentStatusSchema.safeParse(status);
  if (status !== undefined && !known.success) notes.push(unclear('status', statusValue));
  if (draft !== undefined && !YES.has(draft) && !NO.has(draft)) notes.push(unclear('draft', draftValue));
  if (draft !== undefined && !NO.has(draft)) return 'draft';
  if (status === undefined) return undefined;
  return known.success ? known.data : 'draft';
}

function valueOf(values: Map<string, unknown>, name: string): unknown {
  if (values.has(name)) return values.get(name);
  return [...values].find(([key]) => key.toLowerCase() === name)?.[1];
}

/** A word whatever its case, also as the only one of a list; undefined for no value, `''` for what is no word. */
function readWord(value: unknown): string | undefined {
  const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (only === undefined || only === null) return undefined;
  const word = typeof only === 'string' ? only.trim().toLowerCase() : '';
  return typeof only === 'string' && NOTHING.has(word) ? undefined : word;
}

function unclear(name: 'status' | 'draft', value: unknown): string {
  const words = (Array.isArray(value) ? value : [value]).filter((word) => typeof word === 'string');
  const said = oneLine(words.join(', '));
  return said === undefined
    ? `a ${name} that is not text is not known; the page became a draft`
    : `${name} “${said}” is not known; the page became a draft`;
}

function oneLine(value: unknown): string | undefined {
  const parsed = titleSchema.safeParse(typeof value === 'string' ? asTitle(value) : undefined);
  return parsed.success ? parsed.data : undefined;
}

function readTags(value: unknown, notes: string[]): string[] {
  if (value instanceof Map) notes.push('tags that are neither a list nor text were dropped');
  const listed = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  const tags = new Set<string>();
  for (const entry of listed) {
    const tag = tagSchema.safeParse(entry);
    if (tag.success && tags.size < 50) tags.add(tag.data);
    else if (entry !== '') notes.push('a tag that is too long, or one too many, was dropped');
  }
  return [...tags];
}

/** Any text as a title: one line without control characters, cut at what a title may hold. */
export function asTitle(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim()
    .slice(0, 300)
    .toWellFormed()
    .trim();
}

/**
 * A Markdown file whose front matter `readMarkdownFile` reads back to the same values.
 * @param fields in the order in which they are written; undefined and empty ones are left out.
 */
export function writeMarkdownFile(
  fields: Record<string, string | string[] | undefined>,
  body: string,
): string {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined && value.length > 0);
  const yaml = stringify(Object.fromEntries(present), { lineWidth: 0, blockQuote: false });
  return `---\n${yaml}---\n\n${body}`;
}
