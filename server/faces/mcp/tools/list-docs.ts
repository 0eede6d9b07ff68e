import { listDocuments } from '../../../operations/documents/list.ts';
import { listOutput } from '../../../operations/page.ts';
import { documentOutline } from '../outlines.ts';
import { defineTool } from '../tool.ts';
import { pageSentence } from '../wording.ts';

/** "Browses documents. Viewers see published only." (specification, MCP tools) */
export const listDocsTool = defineTool({
  name: 'list_docs',
  title: 'List documents',
  description:
    'Browse documents, newest first, without their texts. Filter by space, status, type or tag. To find documents by what they say use search_docs; to get a text use read_doc.',
  role: 'viewer',
  operation: listDocuments,
  input: listDocuments.input,
  output: listOutput(documentOutline),
  async run(call, input) {
    const data = await call.perform(listDocuments, input);
    return { data, texts: [pageSentence(data, 'document')] };
  },
});
