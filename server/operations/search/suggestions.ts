import { z } from 'zod';
import { idSchema } from '../../domain/identifier.ts';
import type { SearchQuery } from '../../domain/search-query.ts';
import type { OperationContext } from '../define.ts';
import { visibleTo } from '../documents/load.ts';
import { referencesTo } from '../documents/page-reference.ts';

const MAX_SUGGESTIONS = 3;

export const suggestionSchema = z.object({ id: z.string(), title: z.string() });

export type Suggestion = z.infer<typeof suggestionSchema>;

/**
 * What the acting user may have meant: the document whose id or address the text is, and those whose titles come
 * closest, without those that are `found` anyway. Never rejects: a search is answered without them too.
 */
export async function suggestions(
  context: OperationContext,
  text: string,
  query: SearchQuery,
  found: readonly { id: string }[],
): Promise<Suggestion[]> {
  const ids = new Set([...namedDocument(text), ...(await closestTitles(context, query))]);
  for (const { id } of found) ids.delete(id);
  return referencesTo(context, [...ids])
    .slice(0, MAX_SUGGESTIONS)
    .map(({ id, title }) => ({ id, title }));
}

function namedDocument(text: string): string[] {
  const id = idSchema('document').safeParse(text.trim());
  return id.success ? [id.data] : [];
}

async function closestTitles(context: OperationContext, { words, phrases }: SearchQuery): Promise<string[]> {
  const text = [...words.map((word) => word.text), ...phrases].join(' ');
  if (text === '') return [];
  const { log, search } = context.services;
  try {
    const request = { text, visible: visibleTo(context), limit: 2 * MAX_SUGGESTIONS };
    return (await search.closestTitles(request)).map(({ id }) => id);
  } catch (error) {
    log.warn({ err: error }, 'no titles could be suggested');
    return [];
  }
}
