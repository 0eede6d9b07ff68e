import type { ImageLimits } from '../domain/image.ts';
import { namesLocation } from './exif.ts';
import type { ParsedImage } from './parsed-image.ts';
import { damaged, hasTrailingBytes, truncated } from './refusals.ts';
import { rewriteFile, type RewrittenFile } from './rewritten-file.ts';
import { checkFrames, checkPixels } from './size-limits.ts';

const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b];
const [GRAPHIC_CONTROL, APPLICATION] = [0xf9, 0xff];
const HEADER_BYTES = 13;
/** Application extensions that decide how the picture looks: how often it repeats, and its colour profile. */
const KEPT_APPLICATIONS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);

/** Structure of a GIF (GIF89a): screen, blocks, and the trailer as the last byte (security U3). */
export function parseGif(bytes: Uint8Array, limits: ImageLimits): ParsedImage {
  if (bytes.length < HEADER_BYTES) throw truncated('image/gif');
  const signature = String.fromCharCode(...bytes.subarray(0, 6));
  if (signature !== 'GIF87a' && signature !== 'GIF89a') throw broken('its signature is wrong');
  const [width, height] = [littleEndian(bytes, 6), littleEndian(bytes, 8)];
  if (width === 0 || height === 0) throw broken('its header makes no sense');
  checkPixels(width, height, limits);
  const file = rewriteFile(bytes);
  let at = HEADER_BYTES + colourTableBytes(bytes[10]);
  file.keep(0, at);
  let frames = 0;
  for (;;) {
    const start = at;
    const kind = bytes[start];
    if (kind === TRAILER) break;
    if (kind === undefined) throw truncated('image/gif');
    if (kind === IMAGE) {
      frames += 1;
      checkFrames(frames, limits);
      at = imageEnd(bytes, start, limits);
      file.keep(start, at);
    } else if (kind === EXTENSION) {
      at = takeExtension(file, bytes, start);
    } else {
      throw broken('it has a part that no reader knows');
    }
  }
  if (frames === 0) throw broken('it has no pixels');
  file.keep(at, at + 1);
  if (at + 1 !== bytes.length) throw hasTrailingBytes('image/gif');
  return { width, height, frames, ...file.finish() };
}

function imageEnd(bytes: Uint8Array, start: number, limits: ImageLimits): number {
  if (start + 10 > bytes.length) throw truncated('image/gif');
  const [width, height] = [littleEndian(bytes, start + 5), littleEndian(bytes, start + 7)];
  if (width === 0 || height === 0) throw broken('a frame has no size');
  checkPixels(littleEndian(bytes, start + 1) + width, littleEndian(bytes, start + 3) + height, limits);
  const codeSizeAt = start + 10 + colourTableBytes(bytes[start + 9]);
  const codeSize = bytes[codeSizeAt];
  if (codeSize === undefined) throw truncated('image/gif');
  if (codeSize < 1 || codeSize > 11) throw broken('a frame makes no sense');
  return subBlocksEnd(bytes, codeSizeAt + 1);
}

function takeExtension(file: RewrittenFile, bytes: Uint8Array, start: number): number {
  const label = bytes[start + 1];
  const end = subBlocksEnd(bytes, start + 2);
  const application = String.fromCharCode(...bytes.subarray(start + 3, start + 14));
  if (label === GRAPHIC_CONTROL || (label === APPLICATION && KEPT_APPLICATIONS.has(application))) {
    file.keep(start, end);
    return end;
  }
  if (namesLocation(bytes.subarray(start, end))) file.note('location');
  file.note('metadata');
  return end;
}

/** Data comes in blocks of up to 255 bytes, each behind its length; one of length 0 ends them. */
function subBlocksEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  for (;;) {
    const length = bytes[at];
    if (length === undefined) throw truncated('image/gif');
    at += 1 + length;
    if (length === 0) return at;
  }
}

/** The colour table's size from a packed field: absent, or three bytes for each of 2 to 256 colours. */
function colourTableBytes(packed = 0): number {
  return (packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 0x07) + 1);
}

function littleEndian(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
}

function broken(problem: string) {
  return damaged('image/gif', problem);
}
