import { z } from 'zod';
import { documentStatusSchema, type DocumentHead } from '../../domain/document.ts';
import type { OperationContext } from '../define.ts';
import { isVisible } from './load.ts';

/** Another document, named beside one that is read. */
export const pageReferenceSchema = z.object({
  id: z.string(),
  title: z.string(),
  status: documentStatusSchema,
});

export type PageReference = z.infer<typeof pageReferenceSchema>;

/** A page that everything links to is answered in bounded time and size. */
const MOST_REFERENCES = 1000;

/** References to those of the documents that the acting user may see, as they are now: the first 1,000. */
export function references(
  context: Pick<OperationContext, 'services' | 'user'>,
  documents: Iterable<DocumentHead>,
): PageReference[] {
  const found: PageReference[] = [];
  for (const document of documents) {
    if (!isVisible(context, document)) continue;
    const { id, title, status } = document;
    found.push({ id, title, status });
    if (found.length === MOST_REFERENCES) break;
  }
  return found;
}

/** The same by id. What an index names may be gone or hidden meanwhile: the records decide (security A4). */
export function referencesTo(
  context: Pick<OperationContext, 'services' | 'user'>,
  ids: readonly string[],
): PageReference[] {
  const { documents } = context.services.store.tables;
  return references(
    context,
    ids.flatMap((id) => documents.get(id) ?? []),
  );
}
