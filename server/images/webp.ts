import type { ImageLimits } from '../domain/image.ts';
import { namesLocation, withoutNotes } from './exif.ts';
import type { ParsedImage } from './parsed-image.ts';
import { damaged, hasTrailingBytes, truncated } from './refusals.ts';
import { rewriteFile, type RewrittenFile } from './rewritten-file.ts';
import { checkFrames, checkPixels } from './size-limits.ts';
import { bitstreamSize, chunksOf, type RiffChunk, type Size } from './webp-chunks.ts';

const HEADER_BYTES = 12;
const FLAG = { animation: 0x02, xmp: 0x04, exif: 0x08 } as const;
const FRAME_HEADER_BYTES = 16;
/** Bytes of the file's head and of the extended header, which are written anew when something is left out. */
const EXTENDED_END = HEADER_BYTES + 18;

interface State {
  canvas: Size;
  isAnimated: boolean;
  frames: number;
  hasOrientation: boolean;
  file: RewrittenFile;
}

/**
 * Structure of a WebP: the RIFF length must be that of the file, and every chunk must lie inside of it (security U3;
 * https://developers.google.com/speed/webp/docs/riff_container).
 */
export function parseWebp(bytes: Uint8Array, limits: ImageLimits): ParsedImage {
  if (bytes.length < HEADER_BYTES + 8) throw truncated('image/webp');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(4, true) + 8;
  if (length > bytes.length) throw truncated('image/webp');
  if (length < bytes.length) throw hasTrailingBytes('image/webp');
  const [first, ...others] = chunksOf(bytes, HEADER_BYTES, bytes.length);
  if (!first) throw truncated('image/webp');
  if (first.name !== 'VP8X') {
    if (others.length > 0) throw broken('it has a part that no reader knows');
    const { width, height } = bitstreamSize(first);
    checkPixels(width, height, limits);
    return { width, height, frames: 1, bytes, removed: [] };
  }
  return parseExtended(bytes, first, others, limits);
}

function parseExtended(
  bytes: Uint8Array,
  header: RiffChunk,
  chunks: readonly RiffChunk[],
  limits: ImageLimits,
): ParsedImage {
  if (header.data.length !== 10) throw broken('its header has the wrong length');
  const [flags = 0] = header.data;
  const canvas = { width: 1 + littleEndian24(header.data, 4), height: 1 + littleEndian24(header.data, 7) };
  checkPixels(canvas.width, canvas.height, limits);
  const isAnimated = (flags & FLAG.animation) !== 0;
  const file = rewriteFile(bytes);
  file.keep(0, EXTENDED_END);
  const state: State = { canvas, isAnimated, frames: 0, hasOrientation: false, file };
  for (const chunk of chunks) takeChunk(state, chunk, limits);
  if (state.frames === 0) throw broken('it has no pixels');
  const { bytes: kept, removed } = file.finish();
  return { ...canvas, frames: state.frames, bytes: withHeader(bytes, kept, state), removed };
}

function takeChunk(state: State, chunk: RiffChunk, limits: ImageLimits): void {
  const { file, isAnimated, canvas } = state;
  switch (chunk.name) {
    case 'ICCP':
    case 'ANIM':
    case 'ALPH':
      break;
    case 'VP8 ':
    case 'VP8L': {
      const { width, height } = bitstreamSize(chunk);
      const isWhole = width === canvas.width && height === canvas.height;
      if (isAnimated || state.frames > 0 || !isWhole) throw broken('its parts do not fit together');
      state.frames = 1;
      break;
    }
    case 'ANMF':
      if (!isAnimated) throw broken('its parts do not fit together');
      state.frames += 1;
      checkFrames(state.frames, limits);
      checkFrame(chunk, canvas);
      break;
    case 'EXIF':
      return takeExif(state, chunk);
    default:
      // XMP, and names that the format leaves to others: "Readers SHOULD ignore these chunks."
      if (namesLocation(chunk.data)) file.note('location');
      file.note('metadata');
      return;
  }
  file.keep(chunk.start, chunk.end);
}

/** A frame of an animation: it lies within the canvas, and its picture has the size that the frame says. */
function checkFrame({ data }: RiffChunk, canvas: Size): void {
  if (data.length < FRAME_HEADER_BYTES) throw broken('a frame makes no sense');
  const [x, y] = [2 * littleEndian24(data, 0), 2 * littleEndian24(data, 3)];
  const [width, height] = [1 + littleEndian24(data, 6), 1 + littleEndian24(data, 9)];
  if (x + width > canvas.width || y + height > canvas.height) {
    throw broken('a frame lies outside of the picture');
  }
  const parts = chunksOf(data, FRAME_HEADER_BYTES, data.length);
  const pictures = parts.filter(({ name }) => name === 'VP8 ' || name === 'VP8L');
  const [picture] = pictures;
  if (!picture || pictures.length > 1) throw broken('a frame has no picture');
  const size = bitstreamSize(picture);
  if (size.width !== width || size.height !== height) throw broken('its parts do not fit together');
}

function takeExif(state: State, { data, start, end }: RiffChunk): void {
  const { file } = state;
  // Some programs put the JPEG segment's mark before the block.
  const hasMark = Buffer.from(data.subarray(0, 6)).toString('latin1') === 'Exif\0\0';
  const { kept, facts } = withoutNotes(hasMark ? data.subarray(6) : data);
  if (facts.hasLocation) file.note('location');
  if (!kept) return file.note('metadata');
  state.hasOrientation = true;
  const chunk = Buffer.alloc(8 + kept.length);
  chunk.write('EXIF', 0, 'latin1');
  chunk.writeUInt32LE(kept.length, 4);
  chunk.set(kept, 8);
  file.replace(start, end, chunk);
}

/** The length and the flags that belong to what was kept; the same bytes when they said so already. */
function withHeader(source: Uint8Array, kept: Uint8Array, { hasOrientation }: State): Uint8Array {
  const before = source[HEADER_BYTES + 8] ?? 0;
  const flags = (before & ~(FLAG.xmp | FLAG.exif)) | (hasOrientation ? FLAG.exif : 0);
  if (kept.length === source.length && flags === before && Buffer.compare(kept, source) === 0) return source;
  const written = kept === source ? source.slice() : kept;
  new DataView(written.buffer, written.byteOffset).setUint32(4, written.length - 8, true);
  written[HEADER_BYTES + 8] = flags;
  return written;
}

function littleEndian24(data: Uint8Array, at: number): number {
  return (data[at] ?? 0) + 256 * (data[at + 1] ?? 0) + 65_536 * (data[at + 2] ?? 0);
}

function broken(problem: string) {
  return damaged('image/webp', problem);
}
