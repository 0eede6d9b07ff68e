import { z } from 'zod';
import { MOST_FAILED_ATTEMPTS, type UploadLink } from '../../domain/upload-link.ts';
import { AppError, type ErrorCode } from '../../errors.ts';
import { keepImage, mostImageBytes, type KeptImage } from '../attachments/keep-image.ts';
import { attachAndPlace } from '../attachments/place-image.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { loadOpenLink } from './load.ts';

const input = z.strictObject({
  bytes: z.instanceof(Uint8Array).nullable().describe('The file; null when it was larger than the limit'),
  declared_type: z.string().max(200).optional().describe('Media type that it was sent as'),
  name: z.string().max(1000).optional().describe('File name that it was sent with'),
  arrived: z.strictObject({ wall: z.number(), monotonic: z.number() }).describe('When its last byte was in'),
});

type Input = z.output<typeof input>;

/** What a file was refused for. A file that fails the check does not spend the link; ten of them do (security U2). */
const COUNTED: ReadonlySet<ErrorCode> = new Set([
  'bad_request',
  'unsupported_media_type',
  'payload_too_large',
]);

/**
 * Sends one picture on an upload link: checks it, attaches it, places it and spends the link, the last three in one
 * commit. Of any number at the same moment one is accepted. It acts, and is recorded, as the person who minted the
 * link (specification, "Upload link").
 */
export const sendOnUploadLink = defineOperation({
  name: 'upload_links.send',
  summary: 'Send a picture on an upload link',
  scope: 'write',
  effect: 'write',
  reach: 'upload_link',
  trust: 'drafts',
  input,
  output: z.discriminatedUnion('accepted', [
    z.object({
      accepted: z.literal(true),
      document_title: z.string(),
      space_name: z.string(),
      message: z.string().describe('Where the picture went, in words'),
    }),
    z.object({
      accepted: z.literal(false),
      refusal: z.instanceof(AppError),
      attempts_left: z.int(),
    }),
  ]),
  async run(context, sent) {
    const { link, document, space } = loadOpenLink(context, sent.arrived);
    const image = await checked(context, sent);
    if (image instanceof AppError) return countRefusal(context, link, image);
    const names = { name: sent.name, alt: link.alt, insert: link.insert };
    const { attachment, placed, notice } = await attachAndPlace(context, { document, space }, image, names);
    context.tx.upload_links.put({ ...link, attachment_id: attachment.id, used_at: context.now });
    return {
      accepted: true as const,
      document_title: document.title,
      space_name: space.name,
      message: [whereItWent(link, placed), ...(notice === undefined ? [] : [notice])].join(' '),
    };
  },
});

/** The picture, kept; or why it is none. */
async function checked(context: OperationContext, sent: Input): Promise<KeptImage | AppError> {
  const { bytes, declared_type: declaredType } = sent;
  if (bytes === null) return tooLarge(mostImageBytes(context));
  try {
    return await keepImage(context, sent, async () => ({ bytes, declaredType }));
  } catch (error) {
    if (error instanceof AppError && COUNTED.has(error.code)) return error;
    throw error;
  }
}

function countRefusal(context: OperationContext, link: UploadLink, refusal: AppError) {
  const failed_attempts = link.failed_attempts + 1;
  context.tx.upload_links.put({ ...link, failed_attempts });
  context.record(
    { type: 'document', id: link.document_id },
    { result: `refused: ${refusal.code}`, details: { upload_link: link.id } },
  );
  return {
    accepted: false as const,
    refusal,
    attempts_left: Math.max(0, MOST_FAILED_ATTEMPTS - failed_attempts),
  };
}

const MEGABYTE = 1024 * 1024;

function tooLarge(limitBytes: number): AppError {
  const message = `The picture is larger than ${limitBytes / MEGABYTE} MB.`;
  return new AppError('payload_too_large', message, { hint: 'Send a smaller one.' });
}

function whereItWent({ insert }: UploadLink, placed: 'no' | 'now' | 'waiting'): string {
  if (placed === 'no') return 'It is attached to the document.';
  const place = insert === 'top' ? 'at the top' : 'at the end';
  return placed === 'now'
    ? `It stands ${place} of the document.`
    : `It is attached, and will stand ${place} of the document once somebody has reviewed it.`;
}
