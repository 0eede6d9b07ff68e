import { z } from 'zod';
import { searchItemSchema, searchDocuments } from '../../../operations/search/query.ts';
import { defineTool } from '../tool.ts';

const outputSchema = z.object({
  results: z.array(searchItemSchema.pick({ id: true, title: true, url: true })),
});

/**
 * Searching as ChatGPT’s research demands it, under exactly this name and in exactly this shape: one text item with
 * the JSON that `structuredContent` also is (decisions, "MCP tool list"). Everybody else has `search_docs`.
 */
export const searchTool = defineTool({
  name: 'search',
  title: 'Search (for ChatGPT research)',
  description:
    'For clients that know only search and fetch, such as ChatGPT’s deep research: finds documents, to be read with fetch. If you see search_docs, use that instead: it says more and filters.',
  role: 'viewer',
  operation: searchDocuments,
  input: z.strictObject({ query: searchDocuments.input.shape.q.describe('What to look for') }),
  aliases: { q: 'query' },
  output: outputSchema,
  async run(call, { query }) {
    const { items } = await call.perform(searchDocuments, { q: query });
    return { data: { results: items.map(({ id, title, url }) => ({ id, title, url })) }, texts: [] };
  },
});
