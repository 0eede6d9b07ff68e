import { z } from 'zod';
import { documentStatusSchema, documentTypeSchema, tagSchema } from '../../domain/document.ts';
import { parseSearchQuery } from '../../domain/search-query.ts';
import { slugSchema } from '../../domain/space.ts';
import { textSchema } from '../../domain/text.ts';
import type { SearchHit, SearchRequest, SearchResult } from '../../search-ports.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { isVisible, visibleTo } from '../documents/load.ts';
import { documentUrl } from '../documents/view.ts';
import { listOutput, pageInput } from '../page.ts';
import { searchFilter } from './filter.ts';
import { suggestions, suggestionSchema } from './suggestions.ts';

const MAX_QUERY = 2000;

export const searchItemSchema = z.object({
  id: z.string(),
  title: z.string(),
  space: z.string(),
  type: documentTypeSchema,
  status: documentStatusSchema,
  tags: z.array(z.string()),
  snippet: z.string().describe('Plain text of at most 240 characters'),
  section: z.string().nullable().describe('Heading that the snippet stands under'),
  anchor: z.string().nullable().describe('Anchor of that heading, without #'),
  score: z.number(),
  match: z.enum(['keyword', 'semantic', 'both']),
  reasons: z
    .array(z.enum(['words', 'phrase', 'prefix', 'typo', 'meaning']))
    .describe('Why it was found; empty when the query has operators only'),
  updated_at: z.string(),
  url: z.string(),
});

/**
 * Full-text search over the documents that the acting user sees. `q` may contain the operators `type:`, `tag:`,
 * `space:`, `author:` and `status:`, `"phrases"`, `-exclusions` and `prefix*`. The order is fixed for a state of
 * the workspace (score, then newest, then id), so that pages fit together while nothing changes.
 */
export const searchDocuments = defineOperation({
  name: 'search.query',
  summary: 'Search documents',
  scope: 'read',
  effect: 'read',
  input: z.strictObject({
    q: textSchema(MAX_QUERY)
      .min(1)
      .describe('Words, "phrases", -exclusions, prefix*, type: tag: space: author: status:'),
    space: slugSchema.optional(),
    type: documentTypeSchema.optional(),
    tag: tagSchema.optional(),
    as_you_type: z.boolean().default(false).describe('Whether the last word may not be complete yet'),
    ...pageInput,
  }),
  output: listOutput(searchItemSchema).extend({
    relaxed: z.boolean().describe('No document holds every word; these hold some'),
    partial: z.boolean().describe('The index is still being built'),
    suggestions: z
      .array(suggestionSchema)
      .describe('Closest titles, when no document holds every word; at most 3'),
  }),
  async run(context, { q, as_you_type: asYouType, limit, offset, ...parameters }) {
    const { query, ...operators } = parseSearchQuery(q, { asYouType });
    const filter = searchFilter(context, operators, parameters);
    const request = { query, visible: visibleTo(context), filter, limit, offset, asYouType };
    const found = asksForNothing(request)
      ? NOTHING_FOUND
      : await context.services.search.search({
          ...request,
          ...(context.signal ? { signal: context.signal } : {}),
        });
    const items = found.hits.flatMap((hit) => presentHit(context, hit));
    const { relaxed, partial } = found;
    return {
      items,
      total: found.total - (found.hits.length - items.length),
      limit,
      offset,
      relaxed,
      partial,
      suggestions: relaxed || found.total === 0 ? await suggestions(context, q, query, items) : [],
    };
  },
});

const NOTHING_FOUND: SearchResult = { hits: [], total: 0, relaxed: false, partial: false };

/** Signs alone, such as `""` and `-*`, are not looked for; everything is no answer to them (search.md). */
function asksForNothing({ query, filter }: Pick<SearchRequest, 'query' | 'filter'>): boolean {
  const { words, phrases, excluded } = query;
  return words.length + phrases.length + excluded.length + Object.keys(filter).length === 0;
}

function presentHit(context: OperationContext, { id, reasons, ...hit }: SearchHit) {
  const { documents, spaces } = context.services.store.tables;
  const head = documents.get(id);
  // An index may lag behind: what the records say now decides (security A4).
  if (!head || !isVisible(context, head)) return [];
  return [
    {
      ...hit,
      id,
      reasons: [...reasons],
      title: head.title,
      space: spaces.get(head.space_id)?.slug ?? '',
      type: head.type,
      status: head.status,
      tags: head.tags,
      updated_at: head.updated_at,
      url: documentUrl(context, id),
    },
  ];
}
