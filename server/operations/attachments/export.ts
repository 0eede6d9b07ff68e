import { z } from 'zod';
import { idSchema } from '../../domain/identifier.ts';
import { defineOperation } from '../define.ts';
import { loadAttachment } from './load.ts';
import { attachmentSchema, presentAttachment } from './view.ts';

/** An attachment with its bytes, for the person at the machine. */
export const exportAttachment = defineOperation({
  name: 'attachments.export',
  summary: 'Export an attachment',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({ id: idSchema('attachment') }),
  output: z.object({ attachment: attachmentSchema, data: z.string().describe('Base64') }),
  async run(context, { id }) {
    const { attachment } = loadAttachment(context, id);
    const pieces: Uint8Array[] = [];
    const range = { start: 0, length: attachment.size };
    for await (const piece of context.services.attachmentFiles.read(attachment, range)) pieces.push(piece);
    return {
      attachment: presentAttachment(context, attachment),
      data: Buffer.concat(pieces).toString('base64'),
    };
  },
});
