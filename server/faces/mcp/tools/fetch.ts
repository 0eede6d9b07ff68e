import { z } from 'zod';
import { pageOfText } from '../../../domain/outline.ts';
import { readDocument } from '../../../operations/documents/read.ts';
import { documentMetadata } from '../document-metadata.ts';
import { invisibleTextRemark } from '../invisible-text.ts';
import { defineTool } from '../tool.ts';

const outputSchema = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string().describe('Markdown'),
  url: z.string(),
  metadata: z.looseObject({}).describe('next says how to read on when the text is cut'),
});

type Fetched = z.input<typeof outputSchema>;

/** Some hosts cut a longer answer without a word. */
const LONGEST_ANSWER = 100_000;
/** For the frame around: the answer's other fields, the protocol's own. */
const FRAME = 1000;

/**
 * Reading as ChatGPT’s research demands it, under exactly this name and in exactly this shape: one text item with the
 * JSON that `structuredContent` also is (decisions, "MCP tool list"). Everybody else has `read_doc`.
 */
export const fetchTool = defineTool({
  name: 'fetch',
  title: 'Fetch (for ChatGPT research)',
  description:
    'For clients that know only search and fetch, such as ChatGPT’s deep research: the text of one document found with search. If you see read_doc, use that instead: it pages, and gives sections and the version.',
  role: 'viewer',
  operation: readDocument,
  input: readDocument.input.pick({ id: true }),
  aliases: { doc_id: 'id', document_id: 'id' },
  output: outputSchema,
  async run(call, { id }) {
    const { document } = await call.perform(readDocument, { id });
    return { data: fitting(document), texts: [] };
  },
});

type Document = z.input<typeof readDocument.output>['document'];

/** As much of a document as fits into an answer, which holds the text twice: as JSON within JSON, and as data. */
function fitting(document: Document): Fetched {
  const room = LONGEST_ANSWER - FRAME;
  for (let most = LONGEST_ANSWER / 2; ; most = Math.floor(most * 0.8)) {
    const fetched = fetchedText(document, most);
    if (sizeOfAnswer(fetched) <= room) return fetched;
  }
}

function sizeOfAnswer(fetched: Fetched): number {
  const json = JSON.stringify(fetched);
  return json.length + JSON.stringify(json).length;
}

function fetchedText(document: Document, most: number): Fetched {
  const { id, title, url, summary, ...metadata } = documentMetadata(document);
  const { text, nextOffset } = pageOfText(document.content, 0, most);
  const cut = nextOffset !== null && {
    total_chars: document.content.length,
    next_offset: nextOffset,
    next: `This is the beginning. Read on with read_doc, id ${id} and offset ${nextOffset}.`,
  };
  const remark = invisibleTextRemark(text).trim();
  return {
    id,
    title,
    text,
    url,
    metadata: { summary, ...metadata, ...cut, ...(remark !== '' && { remark }) },
  };
}
