import type { ImageType } from './image-type.ts';

/** As people call it. */
export const IMAGE_TYPE_NAME: Readonly<Record<ImageType, string>> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
};

/** Whether a media type is one that is accepted. */
export function isImageType(type: string): type is ImageType {
  return Object.hasOwn(IMAGE_TYPE_NAME, type);
}

/** Ending of a file name, without the dot. */
export const IMAGE_EXTENSION: Readonly<Record<ImageType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** How large a picture may be, so that no reader's machine is brought down by showing it (security U4). */
export interface ImageLimits {
  /** Of the file. */
  bytes: number;
  /** Of each side, in pixels. */
  side: number;
  /** Width times height. */
  pixels: number;
  frames: number;
}

export const PIXEL_LIMITS: Omit<ImageLimits, 'bytes'> = { side: 16_384, pixels: 50_000_000, frames: 1_000 };

/**
 * What the checker leaves out of a picture: where it was taken; what else is said about it (camera, author, comments);
 * and further files that cameras append to it, such as the film of a live photo.
 */
export type RemovedPart = 'location' | 'metadata' | 'attached_files';

/** A picture that was found whole, harmless and within the limits. */
export interface CheckedImage {
  type: ImageType;
  /** In pixels, before the orientation that the file may name. */
  width: number;
  height: number;
  /** 1 for a picture that does not move. */
  frames: number;
  /** The file without what was removed; pixels, colours and orientation are those that came. */
  bytes: Uint8Array;
  removed: RemovedPart[];
}
