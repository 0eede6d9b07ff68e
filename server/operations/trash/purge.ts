import { z } from 'zod';
import type { DocumentHead } from '../../domain/document.ts';
import { idSchema } from '../../domain/identifier.ts';
import { authorize } from '../../policies/decision.ts';
import { mayPurge } from '../../policies/documents.ts';
import { attachmentsKey } from '../attachments/stage.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { loadTrashed } from '../documents/load.ts';

/** Deletes a trashed document for ever: its text, its versions, its images and its change requests. */
export const purgeDocument = defineOperation({
  name: 'trash.purge',
  summary: 'Delete a trashed document for ever',
  scope: 'write',
  effect: 'destructive',
  input: z.strictObject({ id: idSchema('document') }),
  output: z.object({ id: z.string(), deleted: z.literal(true) }),
  run(context, { id }) {
    const { document } = loadTrashed(context, id);
    authorize(mayPurge(context.user));
    stagePurge(context, document);
    context.record({ type: 'document', id: document.id }, { details: { title: document.title } });
    return { id: document.id, deleted: true as const };
  },
});

/** Stages the end of a document and of everything that exists only for it. */
export function stagePurge(context: OperationContext, document: DocumentHead): void {
  const { tx, services } = context;
  for (const request of services.views.changeRequestsFor(document.id)) tx.change_requests.delete(request.id);
  for (const notification of services.store.tables.notifications.all()) {
    if (notification.document_id === document.id) tx.notifications.delete(notification.id);
  }
  tx.claim(attachmentsKey(document.id));
  for (const attachment of services.views.attachmentsOf(document.id)) tx.attachments.delete(attachment.id);
  for (const link of services.views.uploadLinksOf(document.id)) tx.upload_links.delete(link.id);
  for (const ticks of services.views.ticksIn(document.id)) tx.checklists.delete(ticks.id);
  tx.versions.deleteAll(document.id);
  tx.documents.delete(document.id);
}
