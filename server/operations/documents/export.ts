import { z } from 'zod';
import { slugSchema } from '../../domain/space.ts';
import { defineOperation } from '../define.ts';
import { pageInput, pageOf } from '../page.ts';
import { isVisible, loadSpace } from './load.ts';
import { documentSchema, presentDocument } from './view.ts';

/** Documents with their texts, ordered by id so that pages stay put while others write. */
export const exportDocuments = defineOperation({
  name: 'documents.export',
  summary: 'Export documents',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({ space: slugSchema.optional(), ...pageInput }),
  output: z.object({ items: z.array(documentSchema), total: z.int(), limit: z.int(), offset: z.int() }),
  async run(context, { space: slug, ...page }) {
    const space = slug === undefined ? undefined : loadSpace(context, slug);
    const ids: string[] = [];
    for (const document of context.services.store.tables.documents.all()) {
      if (space && document.space_id !== space.id) continue;
      if (isVisible(context, document)) ids.push(document.id);
    }
    const { items, ...rest } = pageOf(ids.toSorted(), page);
    const documents = await Promise.all(
      items.map(async (id) => {
        const document = context.tx.documents.get(id);
        return document ? [presentDocument(context, document, await context.tx.documents.content(id))] : [];
      }),
    );
    return { ...rest, items: documents.flat() };
  },
});
