import { z } from 'zod';
import type { Attachment } from '../../domain/attachment.ts';
import { attachmentPath, imageMarkdown } from '../../domain/image-name.ts';
import { imageTypeSchema } from '../../domain/image-type.ts';
import type { OperationContext } from '../define.ts';
import { provenance, provenanceSchema } from '../people.ts';

/** An attachment as every face answers it (specification, "Image attachment"). */
export const attachmentSchema = z.object({
  id: z.string(),
  document: z.string().describe('Id of the document that it belongs to'),
  name: z.string(),
  type: imageTypeSchema,
  size: z.int().describe('Bytes'),
  width: z.int().describe('Pixels'),
  height: z.int().describe('Pixels'),
  alt: z.string(),
  sha256: z.string().describe('Content hash, hex'),
  url: z.string().describe('Where the bytes are, for whoever may read the document'),
  markdown: z.string().describe('Shows the image in a text of this workspace'),
  created_by: provenanceSchema,
  created_at: z.string(),
});

export type AttachmentView = z.infer<typeof attachmentSchema>;

export function presentAttachment(context: OperationContext, attachment: Attachment): AttachmentView {
  const { id, document_id, name, type, size, width, height, alt, sha256, by, created_at } = attachment;
  return {
    id,
    document: document_id,
    name,
    type,
    size,
    width,
    height,
    alt,
    sha256,
    url: `${context.actor.base_url}${attachmentPath(attachment)}`,
    markdown: imageMarkdown(attachment, alt),
    created_by: provenance(context, by),
    created_at,
  };
}
