import { crc32 } from 'node:zlib';
import type { ImageLimits } from '../domain/image.ts';
import { brokenAnimation, isAnimationChunk, takeAnimationChunk, type PngFrames } from './apng.ts';
import { namesLocation, withoutNotes } from './exif.ts';
import type { ParsedImage } from './parsed-image.ts';
import { damaged, hasTrailingBytes, truncated } from './refusals.ts';
import { rewriteFile, type RewrittenFile } from './rewritten-file.ts';
import { checkPixels } from './size-limits.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Length, type and check sum of each chunk. */
const FRAME_BYTES = 12;

/** Chunks that decide how the picture looks (PNG, third edition); all others describe it and are left out. */
const KEPT = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs acTL fcTL fdAT'.split(' '),
);
const ONCE = new Set(['IHDR', 'PLTE', 'acTL', 'iCCP', 'tRNS']);
const BIT_DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const PALETTE_COLOURS = 3;

interface Chunk {
  type: string;
  data: Uint8Array;
  start: number;
  end: number;
}

interface State extends PngFrames {
  colourType: number;
  last: string;
  file: RewrittenFile;
}

/** Structure of a PNG or animated PNG: chunk by chunk, every check sum, IHDR first and IEND last (security U3). */
export function parsePng(bytes: Uint8Array, limits: ImageLimits): ParsedImage {
  if (bytes.length < SIGNATURE.length) throw truncated('image/png');
  if (SIGNATURE.some((byte, at) => bytes[at] !== byte)) throw broken('its signature is wrong');
  const file = rewriteFile(bytes);
  file.keep(0, SIGNATURE.length);
  const state: State = {
    width: 0,
    height: 0,
    colourType: 0,
    animation: { counted: 0, frames: 0, sequence: 0, owesPixels: false },
    seen: new Set(),
    last: '',
    file,
  };
  let at = SIGNATURE.length;
  while (state.last !== 'IEND') {
    const chunk = chunkAt(bytes, at);
    takeChunk(state, chunk, limits);
    at = chunk.end;
  }
  if (at !== bytes.length) throw hasTrailingBytes('image/png');
  return {
    width: state.width,
    height: state.height,
    frames: Math.max(1, state.animation.frames),
    ...file.finish(),
  };
}

function chunkAt(bytes: Uint8Array, start: number): Chunk {
  if (start + FRAME_BYTES > bytes.length) throw truncated('image/png');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = start + FRAME_BYTES + view.getUint32(start);
  const type = String.fromCharCode(...bytes.subarray(start + 4, start + 8));
  if (!/^[A-Za-z]{4}$/.test(type)) throw broken('a part of it has no name');
  if (end > bytes.length) throw truncated('image/png');
  if (crc32(bytes.subarray(start + 4, end - 4)) !== view.getUint32(end - 4)) {
    throw broken('a check sum is wrong');
  }
  return { type, data: bytes.subarray(start + 8, end - 4), start, end };
}

function takeChunk(state: State, { type, data, start, end }: Chunk, limits: ImageLimits): void {
  const { seen } = state;
  if ((seen.size === 0) !== (type === 'IHDR')) throw broken('it does not start with its header');
  if (ONCE.has(type) && seen.has(type)) throw broken('a part that may stand once stands twice');
  if (type === 'IHDR') takeHeader(state, data, limits);
  if (type === 'IDAT' && seen.has('IDAT') && state.last !== 'IDAT') throw broken('its pixels are scattered');
  if (type === 'PLTE') checkPalette(state, data);
  if (type === 'IDAT' && state.colourType === PALETTE_COLOURS && !seen.has('PLTE')) {
    throw broken('its palette is missing');
  }
  if (isAnimationChunk(type)) takeAnimationChunk(state, type, data, limits);
  if (type === 'IDAT') state.animation.owesPixels = false;
  if (type === 'IEND') checkEnd(state, data);
  seen.add(type);
  state.last = type;
  if (KEPT.has(type)) state.file.keep(start, end);
  else leaveOut(state.file, { type, data, start, end });
}

function takeHeader(state: State, data: Uint8Array, limits: ImageLimits): void {
  if (data.length !== 13) throw broken('its header has the wrong length');
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  state.width = view.getUint32(0);
  state.height = view.getUint32(4);
  const [depth = 0, colourType = 0, compression, filter, interlace = 0] = data.subarray(8);
  const isKnown = BIT_DEPTHS[colourType]?.includes(depth) && compression === 0 && filter === 0;
  if (state.width === 0 || state.height === 0 || !isKnown || interlace > 1) {
    throw broken('its header makes no sense');
  }
  state.colourType = colourType;
  checkPixels(state.width, state.height, limits);
}

function checkEnd({ seen, animation }: State, data: Uint8Array): void {
  if (data.length > 0 || !seen.has('IDAT')) throw broken('it has no pixels');
  if (animation.frames !== animation.counted || animation.owesPixels) throw brokenAnimation();
}

function checkPalette({ seen, colourType }: State, data: Uint8Array): void {
  const isGrey = colourType === 0 || colourType === 4;
  const isWhole = data.length > 0 && data.length % 3 === 0 && data.length <= 768;
  if (isGrey || !isWhole || seen.has('IDAT')) throw broken('its palette makes no sense');
}

/** "Each of these chunks may be ignored" holds for names that start with a small letter only. */
function leaveOut(file: RewrittenFile, { type, data, start, end }: Chunk): void {
  if (type.charAt(0) === type.charAt(0).toUpperCase()) throw broken('it has a part that no reader knows');
  if (type !== 'eXIf') {
    if (namesLocation(data)) file.note('location');
    file.note('metadata');
    return;
  }
  const { kept, facts } = withoutNotes(data);
  if (facts.hasLocation) file.note('location');
  if (kept) file.replace(start, end, chunkOf('eXIf', kept));
  else file.note('metadata');
}

function chunkOf(type: string, data: Uint8Array): Uint8Array {
  const chunk = Buffer.alloc(FRAME_BYTES + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

function broken(problem: string) {
  return damaged('image/png', problem);
}
