import { z } from 'zod';
import { searchDocuments } from '../../../operations/search/query.ts';
import { listOutput } from '../../../operations/page.ts';
import { hitOutline } from '../outlines.ts';
import { defineTool } from '../tool.ts';
import { pageSentence } from '../wording.ts';

const { q, as_you_type: _people, ...filters } = searchDocuments.input.shape;

/** "Full-text search. Viewers see published only." (specification, MCP tools) */
export const searchDocsTool = defineTool({
  name: 'search_docs',
  title: 'Search documents',
  description:
    'Full-text search over titles, texts, summaries and tags. The query may hold "quoted phrases", -excluded words, prefix* and the operators type:, tag:, space:, author:, status: (a minus before one excludes). Results say why they were found and carry a plain-text snippet with the section and anchor it comes from; read_doc with that anchor as section gives the whole passage.',
  role: 'viewer',
  operation: searchDocuments,
  input: z.strictObject({ query: q, ...filters }),
  aliases: { q: 'query' },
  output: listOutput(hitOutline),
  async run(call, { query, ...rest }) {
    const data = await call.perform(searchDocuments, { q: query, ...rest });
    return { data, texts: [searchSentence(data)] };
  },
});

function searchSentence(data: z.input<typeof searchDocuments.output>): string {
  const found = pageSentence(data, 'document');
  if (data.partial) return `${found} The index is still being built, so more may be found later.`;
  if (data.relaxed) return `${found} No document holds every word; these hold some of them.${closest(data)}`;
  return data.total === 0 ? `${found} Try fewer or other words.${closest(data)}` : found;
}

function closest({ suggestions }: z.input<typeof searchDocuments.output>): string {
  if (suggestions.length === 0) return '';
  return ` Closest titles: ${suggestions.map(({ id, title }) => `“${title}” (${id})`).join(', ')}.`;
}
