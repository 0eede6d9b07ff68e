import { z } from 'zod';
import { idSchema } from '../../domain/identifier.ts';
import { insertSchema } from '../../domain/upload-link.ts';
import { badRequest } from '../../errors.ts';
import { authorize } from '../../policies/decision.ts';
import { mayAttach } from '../../policies/attachments.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { loadDocument } from '../documents/load.ts';
import { imageDataSchema, incomingData } from './incoming-data.ts';
import { keepImage, mostImageBytes, type IncomingImage } from './keep-image.ts';
import { loadAttachment } from './load.ts';
import { attachAndPlace, attachedImageSchema } from './place-image.ts';
import type { AttachedImage } from './stage.ts';

export const altSchema = z
  .string()
  .max(1000)
  .describe('Says what the image shows, for those who do not see it');
export const fileNameSchema = z.string().max(500).describe('File name as people see it');

const inputSchema = z.strictObject({
  doc_id: idSchema('document'),
  source_url: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe('A public https address; the server fetches it'),
  from_attachment_id: idSchema('attachment').optional(),
  data: imageDataSchema.optional(),
  declared_type: z.string().max(200).optional().describe('Media type that data came with'),
  insert: insertSchema.default('none'),
  alt: altSchema.default(''),
  name: fileNameSchema.optional(),
});

type Input = z.output<typeof inputSchema>;

const ROUTES = ['source_url', 'from_attachment_id', 'data'] as const;

/** "Attaches an image to a document and optionally places it in the body": by one of three routes, in one commit. */
export const addImage = defineOperation({
  name: 'attachments.add_image',
  summary: 'Add an image to a document',
  scope: 'write',
  effect: 'write',
  trust: 'drafts',
  input: inputSchema,
  output: attachedImageSchema,
  async run(context, input) {
    const loaded = loadDocument(context, input.doc_id);
    authorize(mayAttach(context, loaded.document, loaded.space));
    const { image, name, alt } = await obtain(context, input);
    const names = { name: input.name ?? name, alt: input.alt === '' ? alt : input.alt };
    return attachAndPlace(context, loaded, image, { ...names, insert: input.insert });
  },
});

interface Obtained {
  image: AttachedImage;
  /** What it was called where it came from. */
  name: string | undefined;
  alt: string;
}

/** "Exactly one route is used per call." */
async function obtain(context: OperationContext, input: Input): Promise<Obtained> {
  const routes = ROUTES.filter((route) => input[route] !== undefined);
  const { source_url: url, from_attachment_id: original, data, declared_type: declaredType } = input;
  if (routes.length !== 1) {
    throw badRequest(
      routes.length === 0
        ? 'The image is missing: send source_url, from_attachment_id or data.'
        : `${routes.join(' and ')}: the image can come one way only.`,
      { hint: `Send exactly one of ${ROUTES.join(', ')}.` },
    );
  }
  if (original !== undefined) {
    // A record of its own for the same bytes: deleting the original does not affect it.
    const { attachment } = loadAttachment(context, original);
    return { image: attachment, name: attachment.name, alt: attachment.alt };
  }
  if (data !== undefined) {
    const image = await keepImage(context, input, () => incomingData(context, data, declaredType));
    return { image, name: undefined, alt: '' };
  }
  const image = await keepImage(context, input, () => fetchImage(context, url ?? ''));
  return { image, name: nameIn(url ?? ''), alt: '' };
}

async function fetchImage(context: OperationContext, url: string): Promise<IncomingImage> {
  const { body, contentType } = await context.services.fetcher.fetch({
    url,
    purpose: 'image',
    maxBytes: mostImageBytes(context),
    accept: 'image/png,image/jpeg,image/gif,image/webp',
    allowHttp: context.settings.http_images,
    ...(context.signal && { signal: context.signal }),
  });
  return { bytes: body, declaredType: contentType ?? undefined };
}

/** The last part of an address's path, which mostly is the file's name. */
function nameIn(address: string): string | undefined {
  try {
    return decodeURIComponent(new URL(address).pathname.split('/').at(-1) ?? '');
  } catch {
    return undefined;
  }
}
