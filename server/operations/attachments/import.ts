import { z } from 'zod';
import { idSchema, isId } from '../../domain/identifier.ts';
import { conflict } from '../../errors.ts';
import { authorize } from '../../policies/decision.ts';
import { mayAttach } from '../../policies/attachments.ts';
import { defineOperation } from '../define.ts';
import { loadDocument } from '../documents/load.ts';
import { fileNameSchema } from './add-image.ts';
import { imageDataSchema, incomingData } from './incoming-data.ts';
import { keepImage } from './keep-image.ts';
import { stageAttachment } from './stage.ts';
import { attachmentSchema, presentAttachment } from './view.ts';

/** Attaches a picture under an id that the importer chose, so that the imported text shows it already. */
export const importAttachment = defineOperation({
  name: 'attachments.import',
  summary: 'Import an attachment',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({
    attachment_id: z.string().refine((id) => isId('attachment', id), {
      message: 'must be an attachment id with a right check character',
    }),
    doc_id: idSchema('document'),
    data: imageDataSchema,
    name: fileNameSchema,
  }),
  output: attachmentSchema,
  async run(context, input) {
    const { document, space } = loadDocument(context, input.doc_id);
    authorize(mayAttach(context, document, space));
    if (context.tx.attachments.get(input.attachment_id))
      throw conflict('attachment_id: an attachment with this id exists.');
    const image = await keepImage(context, input, () => incomingData(context, input.data, undefined));
    const attachment = stageAttachment(context, document, image, {
      id: input.attachment_id,
      name: input.name,
      alt: '',
    });
    context.record({ type: 'document', id: document.id }, { details: { attachment_id: attachment.id } });
    return presentAttachment(context, attachment);
  },
});
