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

/** References to those of the documents that the acting user may see, as they are now. */
export function references(context: OperationContext, documents: readonly DocumentHead[]): PageReference[] {
  return documents
    .filter((document) => isVisible(context, document))
    .map(({ id, title, status }) => ({ id, title, status }));
}

/** The same by id. What an index names may be gone or hidden meanwhile: the records decide (security A4). */
export function referencesTo(context: OperationContext, ids: readonly string[]): PageReference[] {
  const { documents } = context.services.store.tables;
  return references(
    context,
    ids.flatMap((id) => documents.get(id) ?? []),
  );
}
