import { z } from 'zod';
import {
  documentStatusSchema,
  documentTypeSchema,
  tagSchema,
  type DocumentStatus,
  type DocumentType,
} from '../../domain/document.ts';
import { parseSearchQuery, type SearchOperators } from '../../domain/search-query.ts';
import { slugSchema } from '../../domain/space.ts';
import { textSchema } from '../../domain/text.ts';
import type { DocumentFilter } from '../../ports.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { isVisible, loadSpace, visibleTo } from '../documents/load.ts';
import { documentUrl } from '../documents/view.ts';
import { listOutput, pageInput } from '../page.ts';

const MAX_QUERY = 2000;

export const searchItemSchema = z.object({
  id: z.string(),
  title: z.string(),
  space: z.string(),
  type: documentTypeSchema,
  status: documentStatusSchema,
  tags: z.array(z.string()),
  snippet: z.string().describe('Plain text'),
  section: z.string().nullable().describe('Heading that the snippet stands under'),
  score: z.number(),
  match: z.enum(['keyword', 'semantic', 'both']),
  updated_at: z.string(),
  url: z.string(),
});

/**
 * Full-text search over the documents that the acting user sees. `q` may contain the operators `type:`, `tag:`,
 * `space:`, `author:` and `status:`, `"phrases"`, `-exclusions` and `prefix*`.
 */
export const searchDocuments = defineOperation({
  name: 'search.query',
  summary: 'Search documents',
  scope: 'read',
  effect: 'read',
  input: z.strictObject({
    q: textSchema(MAX_QUERY)
      .min(1)
      .describe('Words, "phrases", -exclusions, type: tag: space: author: status:'),
    space: slugSchema.optional(),
    type: documentTypeSchema.optional(),
    tag: tagSchema.optional(),
    ...pageInput,
  }),
  output: listOutput(searchItemSchema).extend({
    relaxed: z.boolean().describe('No document holds every word; these hold some'),
    partial: z.boolean().describe('The index is still being built'),
  }),
  async run(context, { q, space, type, tag, limit, offset }) {
    const { query, operators } = parseSearchQuery(q);
    const filters = [
      operatorFilter(context, operators),
      {
        ...(space === undefined ? {} : { space_ids: [loadSpace(context, space).id] }),
        ...(type === undefined ? {} : { types: [type] }),
        ...(tag === undefined ? {} : { tags: [tag] }),
      },
    ];
    const found = await context.services.search.search({
      query,
      visible: visibleTo(context),
      filter: narrow(filters),
      limit,
      offset,
      ...(context.signal ? { signal: context.signal } : {}),
    });
    const items = found.hits.flatMap((hit) => presentHit(context, hit));
    return { items, total: found.total, limit, offset, relaxed: found.relaxed, partial: found.partial };
  },
});

type Hit = Awaited<ReturnType<OperationContext['services']['search']['search']>>['hits'][number];

function presentHit(context: OperationContext, { id, snippet, section, score, match }: Hit) {
  const { documents, spaces } = context.services.store.tables;
  const head = documents.get(id);
  // An index may lag behind: what the records say now decides (security A4).
  if (!head || !isVisible(context, head)) return [];
  return [
    {
      id,
      title: head.title,
      space: spaces.get(head.space_id)?.slug ?? '',
      type: head.type,
      status: head.status,
      tags: head.tags,
      snippet,
      section,
      score,
      match,
      updated_at: head.updated_at,
      url: documentUrl(context, id),
    },
  ];
}

/** Operators are ANDed; the values of one operator are alternatives. Values that name nothing match nothing. */
function operatorFilter(context: OperationContext, operators: SearchOperators): DocumentFilter {
  const filter: DocumentFilter = {};
  if (operators.type) filter.types = known<DocumentType>(documentTypeSchema.options, operators.type);
  if (operators.status)
    filter.statuses = known<DocumentStatus>(documentStatusSchema.options, operators.status);
  if (operators.tag) filter.tags = operators.tag;
  if (operators.space) filter.space_ids = spacesNamed(context, operators.space);
  if (operators.author) filter.author_ids = authorsNamed(context, operators.author);
  return filter;
}

function known<Value extends string>(options: readonly Value[], values: readonly string[]): Value[] {
  return options.filter((option) => values.some((value) => value.toLowerCase() === option));
}

function spacesNamed(context: OperationContext, slugs: readonly string[]): string[] {
  return slugs.flatMap((slug) => context.services.views.spaceBySlug(slug.toLowerCase())?.id ?? []);
}

/** "`author:` matches username or display name" (decisions, "Search grammar"). */
function authorsNamed(context: OperationContext, names: readonly string[]): string[] {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  return [...context.services.store.tables.users.all()]
    .filter((user) => wanted.has(user.username) || wanted.has(user.name.toLowerCase()))
    .map((user) => user.id);
}

/** Both filters at once: what only one names is taken, what both name must satisfy both. */
function narrow(filters: readonly DocumentFilter[]): DocumentFilter {
  const keys = ['space_ids', 'statuses', 'types', 'tags', 'author_ids'] as const;
  const both: Record<string, readonly string[]> = {};
  for (const key of keys) {
    for (const filter of filters) {
      const values: readonly string[] | undefined = filter[key];
      const before = both[key];
      if (values) both[key] = before ? before.filter((value) => values.includes(value)) : values;
    }
  }
  return both;
}
