import { crc32, deflateSync } from 'node:zlib';

/** A square picture. */
export interface Picture {
  /** Pixels on a side. */
  size: number;
  /** Red, green, blue and alpha of each pixel, row by row, alpha not multiplied in. */
  pixels: Uint8Array;
}

/** The picture as a PNG file (W3C PNG, colour type 6). */
export function pngOf({ size, pixels }: Picture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rowDifferences(size, pixels), { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

const FILTER_UP = 2;

/** Each row as its difference from the one above, which packs better. */
function rowDifferences(size: number, pixels: Uint8Array): Buffer {
  const width = size * 4;
  const rows = Buffer.alloc((width + 1) * size);
  for (let row = 0; row < size; row += 1) {
    rows[row * (width + 1)] = FILTER_UP;
    for (let column = 0; column < width; column += 1) {
      const place = row * width + column;
      rows[place + row + 1] = (pixels[place] ?? 0) - (pixels[place - width] ?? 0);
    }
  }
  return rows;
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32be(data.length), body, uint32be(crc32(body))]);
}

/** The types of Apple's container by the pixels that they hold; some sizes are also the double density of another. */
const ICNS_TYPES = new Map([
  [16, ['icp4']],
  [32, ['icp5', 'ic11']],
  [64, ['ic12']],
  [128, ['ic07']],
  [256, ['ic08', 'ic13']],
  [512, ['ic09', 'ic14']],
  [1024, ['ic10']],
]);

/** The sizes that a macOS icon has, in pixels. */
export const ICNS_SIZES: readonly number[] = [...ICNS_TYPES.keys()];

/** Pictures of the sizes `ICNS_SIZES` as one `.icns` file of PNGs. */
export function icnsOf(pictures: readonly Picture[]): Buffer {
  const entries = pictures.flatMap((picture) => {
    const png = pngOf(picture);
    const types = ICNS_TYPES.get(picture.size) ?? [];
    return types.map((type) => Buffer.concat([Buffer.from(type, 'latin1'), uint32be(png.length + 8), png]));
  });
  const length = entries.reduce((sum, entry) => sum + entry.length, 8);
  return Buffer.concat([Buffer.from('icns', 'latin1'), uint32be(length), ...entries]);
}

/** The sizes that a Windows icon has, in pixels: those of lists, task bars and tiles at 100 to 250 percent. */
export const ICO_SIZES: readonly number[] = [16, 20, 24, 32, 40, 48, 64, 128, 256];

const ICO_HEAD_BYTES = 6;
const ICO_ENTRY_BYTES = 16;

/** Pictures as one `.ico` file. The largest is a PNG, the others are bitmaps: installers read nothing else. */
export function icoOf(pictures: readonly Picture[]): Buffer {
  const bodies = pictures.map((picture) => (picture.size >= 256 ? pngOf(picture) : bitmapOf(picture)));
  const head = Buffer.alloc(ICO_HEAD_BYTES);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = ICO_HEAD_BYTES + ICO_ENTRY_BYTES * pictures.length;
  const entries = bodies.map((body, index) => {
    const entry = Buffer.alloc(ICO_ENTRY_BYTES);
    // 256 does not fit into a byte and is written as 0.
    const side = (pictures[index]?.size ?? 0) % 256;
    entry.set([side, side], 0);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(body.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += body.length;
    return entry;
  });
  return Buffer.concat([head, ...entries, ...bodies]);
}

const BITMAP_HEAD_BYTES = 40;

/** A bitmap as icons hold it: rows from below, blue first, and an empty mask, because alpha says what is seen. */
function bitmapOf({ size, pixels }: Picture): Buffer {
  const head = Buffer.alloc(BITMAP_HEAD_BYTES);
  head.writeUInt32LE(BITMAP_HEAD_BYTES, 0);
  head.writeInt32LE(size, 4);
  // Colours and mask are counted together.
  head.writeInt32LE(size * 2, 8);
  head.writeUInt16LE(1, 12);
  head.writeUInt16LE(32, 14);
  const colours = Buffer.alloc(size * size * 4);
  for (let pixel = 0; pixel < size * size; pixel += 1) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(pixel * 4, pixel * 4 + 4);
    const row = size - 1 - Math.floor(pixel / size);
    colours.set([blue, green, red, alpha], (row * size + (pixel % size)) * 4);
  }
  const mask = Buffer.alloc(Math.ceil(size / 32) * 4 * size);
  return Buffer.concat([head, colours, mask]);
}

function uint32be(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}
