import { z } from 'zod';
import { findSection, outline, pageOfText, type Heading } from '../../../domain/outline.ts';
import { AppError, badRequest } from '../../../errors.ts';
import { readDocument } from '../../../operations/documents/read.ts';
import { finishInSlices } from '../../../sliced-work.ts';
import { documentMetadata, originSentence } from '../document-metadata.ts';
import { invisibleTextRemark } from '../invisible-text.ts';
import { documentOutline, pageOutline } from '../outlines.ts';
import { defineTool, type ToolReply } from '../tool.ts';
import { counted } from '../wording.ts';

/** Results of about this size reach the model whole in every host. */
const DEFAULT_MAX_CHARS = 60_000;
const MAX_HEADINGS = 500;
/** Of sub-pages and backlinks each: a page that everything links to must leave room for its text. */
const MOST_PAGES_NAMED = 50;

const headingSchema = z.object({
  level: z.int(),
  title: z.string(),
  anchor: z.string().describe('Names the section for read_doc'),
  offset: z.int(),
  chars: z.int().describe('Length of the section'),
});

const pages = z.array(pageOutline).optional();

const outputSchema = z.object({
  document: documentOutline,
  version: z.int().describe('Send it as expected_version with update_doc'),
  section: z.string().optional().describe('Anchor of the section that was asked for'),
  outline: z.array(headingSchema).optional().describe('With format outline'),
  markdown: z.string().optional().describe('With format full: the text from offset on'),
  offset: z.int(),
  next_offset: z.int().nullable().describe('Where to go on reading; null when this is the end'),
  total_chars: z.int().describe('Length of the whole text, or of the section'),
  path: pages,
  sub_pages: pages,
  backlinks: pages,
  similar: pages,
});

type Reading = z.input<typeof readDocument.output>;
type ReadDocData = z.input<typeof outputSchema>;

/** "Returns the full markdown body and metadata." (specification, MCP tools) */
export const readDocTool = defineTool({
  name: 'read_doc',
  title: 'Read a document',
  description:
    'Read a document: its Markdown text, its metadata and version, and, where the workspace shows them, its path, sub-pages, backlinks and similar documents. Long texts come in pages: go on with offset = next_offset. format outline gives the headings alone; section gives one section by its heading or anchor.',
  role: 'viewer',
  operation: readDocument,
  input: readDocument.input.omit({ include: true }).extend({
    section: z.string().min(1).max(500).optional().describe('Heading or anchor of the one section to read'),
    format: z.enum(['full', 'outline']).default('full').describe('full: the text; outline: its headings'),
    offset: z.int().min(0).default(0).describe('Characters to skip, in the text or in the section'),
    max_chars: z.int().min(1).max(100_000).default(DEFAULT_MAX_CHARS).describe('Most characters to return'),
  }),
  aliases: { doc_id: 'id', document_id: 'id' },
  output: outputSchema,
  async run(call, { id, section, format, offset, max_chars }) {
    const isWhole = section === undefined && offset === 0;
    const reading = await call.perform(readDocument, { id, ...(isWhole && { include: 'similar' }) });
    const passage = section === undefined ? whole(reading) : await sectionOf(reading, section);
    return format === 'outline'
      ? replyOutline(reading, passage)
      : replyText(reading, passage, offset, max_chars);
  },
});

interface Passage {
  text: string;
  heading: Heading | undefined;
}

function whole({ document }: Reading): Passage {
  return { text: document.content, heading: undefined };
}

async function sectionOf({ document }: Reading, name: string): Promise<Passage> {
  const search = findSection(await finishInSlices(outline(document.content)), name);
  if (search.found === 'one') {
    return {
      text: document.content.slice(search.heading.start, search.heading.end),
      heading: search.heading,
    };
  }
  if (search.found === 'several') {
    throw badRequest('section: several sections have this heading.', {
      hint: 'Name one by its anchor: call read_doc with format outline to see them.',
    });
  }
  throw new AppError('not_found', 'The document has no section with this heading.', {
    hint: 'Call read_doc with format outline to see its headings.',
  });
}

function replyText(
  reading: Reading,
  { text, heading }: Passage,
  offset: number,
  maxChars: number,
): ToolReply<ReadDocData> {
  if (offset > text.length) {
    throw badRequest(`offset: the text ends at ${text.length}.`, { hint: 'Start again at offset 0.' });
  }
  const page = pageOfText(text, offset, maxChars);
  const data = {
    ...metadata(reading, heading),
    markdown: page.text,
    offset,
    next_offset: page.nextOffset,
    total_chars: text.length,
  };
  const { markdown, ...copy } = data;
  return { data, texts: [readSentence(data, aboutSentences(reading)), markdown], copy };
}

async function replyOutline(reading: Reading, { text, heading }: Passage): Promise<ToolReply<ReadDocData>> {
  const headings = await finishInSlices(outline(text));
  const data = {
    ...metadata(reading, heading),
    outline: headings.slice(0, MAX_HEADINGS).map(({ level, title, anchor, start, end }) => {
      return { level, title, anchor, offset: start, chars: end - start };
    }),
    offset: 0,
    next_offset: null,
    total_chars: text.length,
  };
  const more = headings.length > MAX_HEADINGS ? ` The first ${MAX_HEADINGS} are shown.` : '';
  const has = `${titleOf(data.document)}, has ${counted(headings.length, 'heading')}.${more}`;
  return { data, texts: [`${has} ${aboutSentences(reading)}`] };
}

/** What a workspace has switched off is left out. */
function metadata(
  { document, path: pagesAbove, sub_pages: pagesBelow, backlinks: links, similar: others }: Reading,
  heading: Heading | undefined,
) {
  return {
    document: documentMetadata(document),
    version: document.version,
    ...(heading && { section: heading.anchor }),
    ...(pagesAbove && { path: pagesAbove }),
    ...(pagesBelow && { sub_pages: pagesBelow.slice(0, MOST_PAGES_NAMED) }),
    ...(links && { backlinks: links.slice(0, MOST_PAGES_NAMED) }),
    ...(others && { similar: others }),
  };
}

/** Where the text comes from, and what is left out beside it. */
function aboutSentences({ document, sub_pages: pagesBelow, backlinks: links }: Reading): string {
  const many = Object.entries({ 'sub-page': pagesBelow ?? [], backlink: links ?? [] })
    .filter(([, found]) => found.length > MOST_PAGES_NAMED)
    .map(([noun, found]) => counted(found.length, noun));
  const origin = originSentence(document);
  if (many.length === 0) return origin;
  return `${origin} Of ${many.join(' and ')} the first ${MOST_PAGES_NAMED} are named; list_docs and search_docs find the others.`;
}

function titleOf({ id, title, version, status, space }: Pick<ReadDocData, 'document'>['document']): string {
  return `“${title}” (${id}), version ${version}, ${status}, in ${space}`;
}

function readSentence(
  { document, offset, next_offset, total_chars, markdown = '' }: ReadDocData,
  remarks: string,
): string {
  const about = `${titleOf(document)}. ${remarks}${invisibleTextRemark(markdown)}`;
  if (offset === 0 && next_offset === null) return `${about} Its Markdown follows.`;
  const range = `Characters ${offset} to ${offset + markdown.length} of ${total_chars} follow`;
  return next_offset === null
    ? `${about} ${range}; this is the end.`
    : `${about} ${range}; go on with offset ${next_offset}.`;
}
