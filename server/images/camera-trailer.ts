import type { CameraNotes } from './jpeg-notes.ts';

const SAMSUNG_END = 'SEFT';
const SAMSUNG_DIRECTORY = 'SEFH';

/**
 * Whether what follows the end of a JPEG is what phones append to the pictures they take: more pictures, a film, or
 * Samsung's block of notes. It is cut off; anything else there has the file refused (security U3).
 */
export function isCameraTrailer(trailer: Uint8Array, notes: CameraNotes): boolean {
  const buffer = Buffer.from(trailer.buffer, trailer.byteOffset, trailer.byteLength);
  const text = (start: number, length = 4) => buffer.toString('latin1', start, start + length);
  if (notes.namesMorePictures && buffer.length >= 3 && buffer.readUIntBE(0, 3) === 0xffd8ff) return true;
  if (notes.namesFilm && text(4) === 'ftyp') return true;
  if (buffer.length < 12 || text(buffer.length - 4) !== SAMSUNG_END) return false;
  const directory = buffer.length - 8 - buffer.readUInt32LE(buffer.length - 8);
  return directory >= 0 && text(directory) === SAMSUNG_DIRECTORY;
}
