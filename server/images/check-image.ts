import type { CheckedImage, ImageLimits } from '../domain/image.ts';
import type { ImageType } from '../domain/image-type.ts';
import { badRequest } from '../errors.ts';
import { parseGif } from './gif.ts';
import { parseJpeg } from './jpeg.ts';
import type { ParsedImage } from './parsed-image.ts';
import { parsePng } from './png.ts';
import { isLabelledAs, labelName, recogniseImage } from './recognise.ts';
import { mislabelled } from './refusals.ts';
import { checkFileSize } from './size-limits.ts';
import { parseWebp } from './webp.ts';

const PARSERS: Readonly<Record<ImageType, (bytes: Uint8Array, limits: ImageLimits) => ParsedImage>> = {
  'image/png': parsePng,
  'image/jpeg': parseJpeg,
  'image/gif': parseGif,
  'image/webp': parseWebp,
};

export interface CheckOptions {
  /** The media type that the file came with, if it came with one. */
  declaredType?: string | undefined;
  limits: ImageLimits;
}

/**
 * The one check for every way in which a picture can come (security U3, U4): what it is by its bytes, that its label
 * says the same, that it is whole and ends where it ends, that it is not too large to show. Notes of the camera, the
 * place above all, are left out without touching a pixel. Pixels are never decoded; the work grows with the length of
 * the file and no faster. The bytes that come out pass this check again unchanged.
 *
 * @throws {AppError} unsupported_media_type, payload_too_large, or bad_request for a damaged file, each with why
 */
export async function checkImage(
  bytes: Uint8Array,
  { declaredType = '', limits }: CheckOptions,
): Promise<CheckedImage> {
  if (bytes.length === 0) throw badRequest('The file is empty.', { hint: 'Choose the picture again.' });
  checkFileSize(bytes.length, limits);
  const type = await recogniseImage(bytes);
  if (!isLabelledAs(declaredType, type)) throw mislabelled(labelName(declaredType), type);
  return { type, ...PARSERS[type](bytes, limits) };
}
