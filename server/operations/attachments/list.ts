import { z } from 'zod';
import { idSchema } from '../../domain/identifier.ts';
import { defineOperation } from '../define.ts';
import { loadDocument } from '../documents/load.ts';
import { listOutput, pageInput, pageOf } from '../page.ts';
import { attachmentSchema, presentAttachment } from './view.ts';

/** The images of a document, oldest first. */
export const listAttachments = defineOperation({
  name: 'attachments.list',
  summary: 'List the attachments of a document',
  scope: 'read',
  effect: 'read',
  input: z.strictObject({ doc_id: idSchema('document'), ...pageInput }),
  output: listOutput(attachmentSchema),
  run(context, { doc_id, ...page }) {
    const { document } = loadDocument(context, doc_id);
    const { items, ...rest } = pageOf(context.services.views.attachmentsOf(document.id), page);
    return { ...rest, items: items.map((attachment) => presentAttachment(context, attachment)) };
  },
});
