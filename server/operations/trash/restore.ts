import { z } from 'zod';
import { idSchema } from '../../domain/identifier.ts';
import { authorize } from '../../policies/decision.ts';
import { mayTrash } from '../../policies/documents.ts';
import { defineOperation } from '../define.ts';
import { loadTrashed } from '../documents/load.ts';
import { documentSchema, presentDocument } from '../documents/view.ts';

/** Brings a document back from the Trash as it was; a published one is live again, so it needs that right. */
export const restoreFromTrash = defineOperation({
  name: 'trash.restore',
  summary: 'Restore a document from the Trash',
  scope: 'write',
  effect: 'write',
  trust: 'drafts',
  input: z.strictObject({ id: idSchema('document') }),
  output: z.object({ document: documentSchema }),
  async run(context, { id }) {
    const { document, space } = loadTrashed(context, id);
    authorize(mayTrash(context, document, space, context.settings.approval_mode));
    const head = { ...document, trashed: null };
    context.tx.documents.put(head);
    context.record({ type: 'document', id: head.id });
    return { document: presentDocument(context, head, await context.tx.documents.content(head.id)) };
  },
});
