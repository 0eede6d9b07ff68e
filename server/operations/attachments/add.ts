import { z } from 'zod';
import { idSchema } from '../../domain/identifier.ts';
import { insertSchema } from '../../domain/upload-link.ts';
import { authorize } from '../../policies/decision.ts';
import { mayAttach } from '../../policies/attachments.ts';
import { defineOperation } from '../define.ts';
import { loadDocument } from '../documents/load.ts';
import { altSchema, fileNameSchema } from './add-image.ts';
import { imageDataSchema, incomingData } from './incoming-data.ts';
import { keepImage } from './keep-image.ts';
import { attachAndPlace, attachedImageSchema } from './place-image.ts';

/** Attaches a picture that the caller has at hand, e.g. a file that was dropped into the app. */
export const addAttachment = defineOperation({
  name: 'attachments.add',
  summary: 'Attach an image to a document',
  scope: 'write',
  effect: 'write',
  trust: 'drafts',
  input: z.strictObject({
    doc_id: idSchema('document'),
    data: imageDataSchema,
    declared_type: z.string().max(200).optional().describe('Media type that data came with'),
    insert: insertSchema.default('none').describe('Where to place it in the text: append, top or none'),
    alt: altSchema.default(''),
    name: fileNameSchema.optional(),
  }),
  output: attachedImageSchema,
  async run(context, input) {
    const loaded = loadDocument(context, input.doc_id);
    authorize(mayAttach(context, loaded.document, loaded.space));
    const { data, declared_type: declaredType, ...names } = input;
    const image = await keepImage(context, input, () => incomingData(context, data, declaredType));
    return attachAndPlace(context, loaded, image, { name: undefined, ...names });
  },
});
