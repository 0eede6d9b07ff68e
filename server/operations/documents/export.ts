import { z } from 'zod';
import type { DocumentHead } from '../../domain/document.ts';
import { idSchema } from '../../domain/identifier.ts';
import { slugSchema } from '../../domain/space.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { MAX_LIMIT, pageInput, pageOf } from '../page.ts';
import { isVisible, loadSpace } from './load.ts';
import { attachmentSchema, presentAttachment } from '../attachments/view.ts';
import { documentSchema, presentDocument } from './view.ts';

const exportedSchema = documentSchema.extend({
  attachments: z.array(attachmentSchema.pick({ id: true, name: true, type: true, sha256: true })),
});

/** A page of long texts ends behind the one with which it passes this, however many were asked for. */
const PAGE_CHARACTERS = 4_000_000;

/**
 * Documents with their texts, ordered by id so that pages stay put while others write. A page may hold fewer than it
 * was asked for: the next one starts behind its last.
 */
export const exportDocuments = defineOperation({
  name: 'documents.export',
  summary: 'Export documents',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({
    space: slugSchema.optional(),
    ids: z.array(idSchema('document')).max(MAX_LIMIT).optional().describe('These only'),
    texts: z.boolean().default(true).describe('Without them `content` is empty'),
    ...pageInput,
  }),
  output: z.object({ items: z.array(exportedSchema), total: z.int(), limit: z.int(), offset: z.int() }),
  async run(context, { space: slug, ids: wanted, texts, ...page }) {
    const space = slug === undefined ? undefined : loadSpace(context, slug);
    const ids: string[] = [];
    for (const document of candidates(context, wanted)) {
      if (space && document.space_id !== space.id) continue;
      if (isVisible(context, document)) ids.push(document.id);
    }
    const { items, ...rest } = pageOf(ids.toSorted(), page);
    const documents: z.input<typeof exportedSchema>[] = [];
    let characters = 0;
    for (const id of items) {
      const document = context.tx.documents.get(id);
      if (!document) continue;
      const content = texts ? await context.tx.documents.content(id) : '';
      const attachments = context.services.views
        .attachmentsOf(id)
        .map((attachment) => presentAttachment(context, attachment));
      documents.push({ ...presentDocument(context, document, content), attachments });
      characters += content.length;
      if (characters >= PAGE_CHARACTERS) break;
    }
    return { ...rest, items: documents };
  },
});

function candidates(
  context: OperationContext,
  wanted: readonly string[] | undefined,
): Iterable<DocumentHead> {
  const { documents } = context.services.store.tables;
  if (!wanted) return documents.all();
  return wanted.flatMap((id) => documents.get(id) ?? []);
}
