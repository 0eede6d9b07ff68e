import { z } from 'zod';
import { addImage } from '../../../operations/attachments/add-image.ts';
import type { AttachedImageView } from '../../../operations/attachments/place-image.ts';
import { documentOutline } from '../outlines.ts';
import { defineTool } from '../tool.ts';

const { declared_type: _declaredType, data: _data, name: fileName, ...fields } = addImage.input.shape;

/** "Attaches an image to a document and optionally places it in the body." (specification, MCP tools) */
export const addImageTool = defineTool({
  name: 'add_image',
  title: 'Add an image to a document',
  description:
    'Attach an image (PNG, JPEG, GIF or WebP) to a document and, as insert says, place it: append (end), top, or none (default; the reply has the Markdown to place with update_doc). Send exactly one of source_url (public https address, fetched by the server), from_attachment_id (copies an image of this workspace) or data (base64, small images only). For a picture that only a person has, use request_upload.',
  role: 'editor',
  isOpenWorld: true,
  operation: addImage,
  input: z.strictObject({
    ...fields,
    data: z.string().min(1).optional().describe('Base64, with or without data:image/png;base64, before it'),
    filename: fileName,
  }),
  aliases: { id: 'doc_id', document_id: 'doc_id', url: 'source_url', attachment_id: 'from_attachment_id' },
  output: z.object({
    markdown: z.string().describe('Shows the image in a text of this workspace'),
    placed: addImage.output.shape.placed,
    message: z.string(),
    attachment: z.object({
      id: z.string(),
      name: z.string(),
      type: z.string(),
      width: z.int(),
      height: z.int(),
      url: z.string(),
    }),
    document: documentOutline,
    change_request_id: z.string().optional(),
    notice: addImage.output.shape.notice,
  }),
  async run(call, { filename, ...rest }) {
    const added = await call.perform(addImage, {
      ...rest,
      ...(filename !== undefined && { name: filename }),
    });
    const message = describe(added);
    const data = { ...added, message };
    return { data, texts: [message] };
  },
});

/** What happened, and what is left to do. */
function describe({ attachment, document, placed, markdown, ...rest }: AttachedImageView): string {
  const { id, width, height } = attachment;
  const attached = `Attached as ${id} (${width} × ${height} pixels) to “${document.title}” (${document.id}).`;
  const alt =
    attachment.alt === '' ? ' It has no alt text: write one, for those who do not see the image.' : '';
  const notice = rest.notice === undefined ? '' : ` ${rest.notice}`;
  switch (placed) {
    case 'no':
      return `${attached} It is not in the text yet; to place it, put this there with update_doc: ${markdown}${alt}`;
    case 'now':
      return `${attached} It stands in the text, at version ${document.version}.${notice}${alt}`;
    default:
      return `${attached} ${rest.message ?? ''} Change request: ${rest.change_request_id ?? ''}.${notice}${alt}`;
  }
}
