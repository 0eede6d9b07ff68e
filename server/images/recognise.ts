import { fileTypeFromBuffer } from 'file-type';
import { IMAGE_TYPE_NAME, isImageType } from '../domain/image.ts';
import type { ImageType } from '../domain/image-type.ts';
import type { AppError } from '../errors.ts';
import { notAnImage } from './refusals.ts';

const HEIC_HINT =
  'Save or share it as JPEG: on an iPhone choose Settings, Camera, Formats, Most Compatible, or send it by e-mail to yourself.';

/** Kinds that people send most often for a picture, by what `file-type` calls them. */
const KNOWN: Readonly<Record<string, { what: string; hint?: string }>> = {
  'image/heic': { what: 'This is a HEIC photo, as iPhones take them.', hint: HEIC_HINT },
  'image/heif': { what: 'This is a HEIF photo, as phones take them.', hint: HEIC_HINT },
  'image/heic-sequence': { what: 'This is a HEIC live photo, as iPhones take them.', hint: HEIC_HINT },
  'image/heif-sequence': { what: 'This is a HEIF live photo, as phones take them.', hint: HEIC_HINT },
  'image/avif': { what: 'This is an AVIF picture.' },
  'image/jxl': { what: 'This is a JPEG XL picture.' },
  'image/tiff': { what: 'This is a TIFF picture.' },
  'image/bmp': { what: 'This is a BMP picture.' },
  'image/x-icon': { what: 'This is an icon file.' },
  'image/vnd.adobe.photoshop': { what: 'This is a Photoshop file.' },
  'application/pdf': { what: 'This is a PDF.', hint: 'Save its page as PNG or JPEG and send that.' },
  'application/zip': { what: 'This is a ZIP archive.', hint: 'Take the picture out of it and send that.' },
};

const SVG =
  'This is an SVG drawing: SVG is not accepted, because such a file can hold programs that would run for its readers.';
const SVG_HINT = 'Export it as PNG and send that.';

/** Other names under which programs send the accepted types. */
const ALSO: Readonly<Record<string, ImageType>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/apng': 'image/png',
  'image/vnd.mozilla.apng': 'image/png',
};

/** How much of a text is looked at; what a drawing is called stands near its top. */
const TEXT_BYTES = 4096;

/**
 * What a file is by its own bytes, whatever its name or label says.
 *
 * @throws {AppError} unsupported_media_type when it is none of the accepted types, with what it is
 */
export async function recogniseImage(bytes: Uint8Array): Promise<ImageType> {
  const text = refusalOfText(bytes);
  if (text) throw text;
  const found = await sniff(bytes);
  const type = ALSO[found] ?? found;
  if (isImageType(type)) return type;
  const known = KNOWN[found];
  throw notAnImage(known?.what ?? 'This file is not a picture.', known?.hint);
}

async function sniff(bytes: Uint8Array): Promise<string> {
  try {
    return (await fileTypeFromBuffer(bytes))?.mime ?? '';
  } catch {
    // It reads into some formats to tell them apart, and a broken file can end before it expects: then it is none.
    return '';
  }
}

/** Marked-up text is no format that `file-type` knows well, and the one that is dangerous (security F10, U3). */
function refusalOfText(bytes: Uint8Array): AppError | undefined {
  const start = Buffer.from(bytes.subarray(0, TEXT_BYTES));
  const text = decoded(start).trimStart().toLowerCase();
  if (!text.startsWith('<')) return undefined;
  const isPage = /^<(?:!doctype html|html|head|body|script)/.test(text);
  if (!isPage && /<(?:[a-z]+:)?svg[\s/>]|<!doctype svg/.test(text)) return notAnImage(SVG, SVG_HINT);
  if (!isPage) return notAnImage('This is a text file.');
  return notAnImage('This is a web page.', 'Send the address or the file of the picture itself.');
}

function decoded(start: Buffer): string {
  if (start.length >= 2 && start.readUInt16LE(0) === 0xfeff) return start.toString('utf16le').slice(1);
  return start.toString('utf8').replace(/^\uFEFF/, '');
}

/** Types that say nothing about what a file is. */
const SAYS_NOTHING = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'image/*', '*/*']);

/** Whether a label fits a picture; one that says nothing fits every picture. */
export function isLabelledAs(declaredType: string, type: ImageType): boolean {
  const label = essence(declaredType);
  return SAYS_NOTHING.has(label) || (ALSO[label] ?? label) === type;
}

/** A label as a refusal may repeat it: the name of a type that we know, and nothing that the sender wrote. */
export function labelName(declaredType: string): string {
  const label = essence(declaredType);
  const type = ALSO[label] ?? label;
  if (isImageType(type)) return IMAGE_TYPE_NAME[type];
  return label === 'image/svg+xml' ? 'SVG' : 'something else';
}

/** A media type without its parameters (RFC 9110, section 8.3.1). */
function essence(declaredType: string): string {
  return (declaredType.split(';', 1)[0] ?? '').trim().toLowerCase();
}
