import { z } from 'zod';
import { LOOPBACK_HOSTS } from '../../../domain/loopback.ts';
import { createUploadLink } from '../../../operations/upload-links/create.ts';
import { uploadLinkSchema } from '../../../operations/upload-links/view.ts';
import { defineTool } from '../tool.ts';

const PLACE = {
  append: 'It will be placed at the end of the document.',
  top: 'It will be placed at the top of the document.',
  none: 'It will be attached to the document and not placed in its text.',
} as const;

/** "Mints an upload link for a document" (specification, MCP tools). */
export const requestUploadTool = defineTool({
  name: 'request_upload',
  title: 'Request an upload',
  description:
    'Get a link on which a person can send one picture from their phone or computer, without an account: for pictures that only they have, or that are too large for add_image. Give the person upload_url to open. The page takes a PNG, JPEG, GIF or WebP once, within an hour, attaches it to the document and places it as insert says: append (end, default), top, or none.',
  role: 'editor',
  operation: createUploadLink,
  input: createUploadLink.input,
  output: z.object({
    upload_url: z.string(),
    expires_at: z.string(),
    document: uploadLinkSchema.shape.document,
  }),
  async run(call, input) {
    const { upload_url, upload_link: link } = await call.perform(createUploadLink, input);
    return {
      data: { upload_url, expires_at: link.expires_at, document: link.document },
      texts: [
        `Open this address to send one picture to “${link.document.title}”: ${upload_url} It works once, until ${link.expires_at}. ${PLACE[link.insert]}${reachRemark(upload_url)}`,
      ],
    };
  },
});

/** A phone that opens an address of this computer finds itself. */
function reachRemark(uploadUrl: string): string {
  return LOOPBACK_HOSTS.has(new URL(uploadUrl).hostname)
    ? ' Only the computer that the workspace runs on can open it, no phone: its owner gives it a public address in the app (Public address), or opens it to the local network (Settings → Open to the local network, from the next start; without the app, --host does the same).'
    : '';
}
