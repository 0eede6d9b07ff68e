import { z } from 'zod';
import { idSchema } from '../../domain/identifier.ts';
import { authorize } from '../../policies/decision.ts';
import { mayDeleteAttachment } from '../../policies/attachments.ts';
import { defineOperation } from '../define.ts';
import { loadAttachment } from './load.ts';

/** Deletes an attachment for ever. Copies of it stay; a text that shows it shows its description from then on. */
export const deleteAttachment = defineOperation({
  name: 'attachments.delete',
  summary: 'Delete an attachment',
  scope: 'write',
  effect: 'destructive',
  trust: 'drafts',
  input: z.strictObject({ id: idSchema('attachment') }),
  output: z.object({ id: z.string(), deleted: z.literal(true) }),
  run(context, { id }) {
    const { attachment, document, space } = loadAttachment(context, id);
    authorize(mayDeleteAttachment(context, document, space, context.settings.approval_mode));
    context.tx.attachments.delete(attachment.id);
    context.record(
      { type: 'document', id: document.id },
      { details: { attachment_id: attachment.id, file: attachment.name } },
    );
    return { id: attachment.id, deleted: true as const };
  },
});
