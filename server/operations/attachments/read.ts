import { z } from 'zod';
import { idSchema } from '../../domain/identifier.ts';
import { defineOperation } from '../define.ts';
import { loadAttachment } from './load.ts';
import { attachmentSchema, presentAttachment } from './view.ts';

/** What an attachment is, for whoever may read its document; the bytes are at its address. */
export const readAttachment = defineOperation({
  name: 'attachments.read',
  summary: 'Read an attachment',
  scope: 'read',
  effect: 'read',
  input: z.strictObject({ id: idSchema('attachment') }),
  output: attachmentSchema,
  run(context, { id }) {
    return presentAttachment(context, loadAttachment(context, id).attachment);
  },
});
