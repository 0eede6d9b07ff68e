import { IMAGE_TYPE_NAME } from '../domain/image.ts';
import type { ImageType } from '../domain/image-type.ts';
import { AppError, badRequest } from '../errors.ts';

const SEND_PNG = 'Save it as PNG, JPEG, GIF or WebP and send that.';

/** The file is of an accepted type and broken. */
export function damaged(type: ImageType, problem: string): AppError {
  return badRequest(`This ${IMAGE_TYPE_NAME[type]} picture is damaged: ${problem}.`, {
    hint: 'Open it on your device and save or export it anew, then send that file.',
  });
}

export function truncated(type: ImageType): AppError {
  return damaged(type, 'it ends before its end marker, so part of it is missing');
}

/** Whatever follows a picture's end could be a program or a page in disguise (security U3). */
export function hasTrailingBytes(type: ImageType): AppError {
  return new AppError(
    'unsupported_media_type',
    `This file goes on after the end of its ${IMAGE_TYPE_NAME[type]} picture, so it may hold something else as well.`,
    { hint: 'Open it on your device and save or export it anew, then send that file.' },
  );
}

export function notAnImage(what: string, hint = SEND_PNG): AppError {
  return new AppError('unsupported_media_type', `${what} Pictures are PNG, JPEG, GIF or WebP.`, { hint });
}

export function mislabelled(declared: string, actual: ImageType): AppError {
  return new AppError(
    'unsupported_media_type',
    `The file is labelled ${declared}, but it is a ${IMAGE_TYPE_NAME[actual]} picture.`,
    { hint: `Send it with the type ${actual}, or without a type.` },
  );
}

/** @param what the measure that is above the limit, e.g. "It has 20,000 × 20,000 pixels" */
export function tooLarge(what: string, hint: string, details: Record<string, number> = {}): AppError {
  return new AppError('payload_too_large', what, { hint, details });
}
