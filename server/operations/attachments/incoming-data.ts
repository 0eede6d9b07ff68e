import { z } from 'zod';
import { decodeBase64, readBase64 } from '../../domain/base64.ts';
import { AppError, badRequest } from '../../errors.ts';
import { finishInSlices } from '../../sliced-work.ts';
import type { OperationContext } from '../define.ts';
import { mostImageBytes, type IncomingImage } from './keep-image.ts';

/** Bytes from a face that has them, or as text from one that speaks JSON. Texts are checked when they are decoded. */
export const imageDataSchema = z.union([z.instanceof(Uint8Array), z.string().min(1)]);

const HOW = 'Send the picture as base64, with or without data:image/png;base64, before it.';

/**
 * The picture that came with a call.
 *
 * @throws {AppError} bad_request when a text is no base64, payload_too_large before anything is decoded
 */
export async function incomingData(
  context: OperationContext,
  data: z.output<typeof imageDataSchema>,
  declaredType: string | undefined,
): Promise<IncomingImage> {
  if (typeof data !== 'string') return { bytes: data, declaredType };
  const text = readBase64(data);
  if (!text) throw badRequest('data: is a data: address that is not in base64.', { hint: HOW });
  const most = mostImageBytes(context);
  if (text.encoded.length > Math.ceil(most / 3) * 4 * LINE_BREAKS) throw tooLarge(context);
  const bytes = await finishInSlices(decodeBase64(text.encoded));
  if (!bytes || bytes.length === 0) throw badRequest('data: is not base64.', { hint: HOW });
  if (bytes.length > most) throw tooLarge(context);
  return { bytes, declaredType: declaredType ?? text.type };
}

/** Lines of 76 characters make a text a little longer. */
const LINE_BREAKS = 1.05;

function tooLarge({ settings }: OperationContext): AppError {
  return new AppError('payload_too_large', `The picture is larger than ${settings.attachment_limit_mb} MB.`, {
    hint: 'Send a smaller one, or create an upload link, on which a person sends it from their own device.',
    details: { limit_bytes: mostImageBytes({ settings }) },
  });
}
