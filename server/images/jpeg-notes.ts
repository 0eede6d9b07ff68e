import { namesLocation, withoutNotes } from './exif.ts';
import type { RewrittenFile } from './rewritten-file.ts';

const [APP0, APP1, APP2, APP14] = [0xe0, 0xe1, 0xe2, 0xee];

/** What the notes of a camera say about files that it appends to its pictures. */
export interface CameraNotes {
  /** CIPA DC-007, Multi-Picture Format: depth and brightness maps, previews. */
  namesMorePictures: boolean;
  /** A film of a second or two: Google's motion photo and micro video. */
  namesFilm: boolean;
}

/** Whether an application segment decides how the picture looks: JFIF, colour profile, colour transform. */
export function isKeptSegment(code: number, data: Uint8Array): boolean {
  return (
    (code === APP0 && startsWith(data, 'JFIF\0')) ||
    (code === APP2 && startsWith(data, 'ICC_PROFILE\0')) ||
    (code === APP14 && startsWith(data, 'Adobe'))
  );
}

const EXIF = 'Exif\0\0';
const XMP = 'http://ns.adobe.com/x';

/**
 * Leaves out a segment that only describes the picture: EXIF, XMP, IPTC, comments, previews, whatever makers add.
 *
 * @returns the segment that stands in its place, for a picture that is to be turned
 */
export function leaveOutSegment(
  file: RewrittenFile,
  notes: CameraNotes,
  code: number,
  data: Uint8Array,
): Uint8Array | undefined {
  if (code === APP2 && startsWith(data, 'MPF\0')) notes.namesMorePictures = true;
  if (code === APP1 && startsWith(data, XMP)) {
    notes.namesFilm ||= ['MotionPhoto', 'MicroVideo'].some((name) => asBuffer(data).includes(name));
  }
  if (code !== APP1 || !startsWith(data, EXIF)) {
    if (namesLocation(data)) file.note('location');
    file.note('metadata');
    return undefined;
  }
  const { kept, facts } = withoutNotes(data.subarray(EXIF.length));
  if (facts.hasLocation) file.note('location');
  if (!kept) file.note('metadata');
  return kept && orientationSegment(kept);
}

/** An EXIF segment with the orientation alone. */
function orientationSegment(tiff: Uint8Array): Uint8Array {
  const segment = Buffer.alloc(4 + EXIF.length + tiff.length);
  segment.writeUInt16BE(0xff00 + APP1, 0);
  segment.writeUInt16BE(segment.length - 2, 2);
  segment.write(EXIF, 4, 'latin1');
  segment.set(tiff, 4 + EXIF.length);
  return segment;
}

function startsWith(data: Uint8Array, text: string): boolean {
  return asBuffer(data.subarray(0, text.length)).toString('latin1') === text;
}

function asBuffer(data: Uint8Array): Buffer {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}
