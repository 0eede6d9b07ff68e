import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

/** Pictures of 24 × 16 pixels that Chromium drew, and what others make of them. */
const fixture = (name: string) => readFileSync(new URL(`../fixtures/images/${name}`, import.meta.url));

export const png = (): Buffer => fixture('picture.png');
export const jpeg = (): Buffer => fixture('picture.jpg');
export const lossyWebp = (): Buffer => fixture('lossy.webp');
export const losslessWebp = (): Buffer => fixture('lossless.webp');

const ascii = (text: string) => Buffer.from(text, 'latin1');

/** A part of a PNG: length, name, data, check sum. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

const PNG_HEADER_END = 33;

/** A PNG with more parts behind its header. */
export function pngWith(...chunks: readonly Buffer[]): Buffer {
  const whole = png();
  return Buffer.concat([whole.subarray(0, PNG_HEADER_END), ...chunks, whole.subarray(PNG_HEADER_END)]);
}

export function pngHeader(width: number, height: number): Buffer {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  return pngChunk('IHDR', data);
}

/** A PNG whose header says another size than its pixels have, which only decoding would tell. */
export function pngOfSize(width: number, height: number): Buffer {
  const whole = png();
  return Buffer.concat([whole.subarray(0, 8), pngHeader(width, height), whole.subarray(PNG_HEADER_END)]);
}

/** A PNG of about so many bytes. Its pixels are noise that only decoding would find to be none. */
export function largePng(bytes: number, filling = 'noise'): Buffer {
  const whole = png();
  const noise = Buffer.alloc(bytes - 100, filling);
  return Buffer.concat([whole.subarray(0, PNG_HEADER_END), pngChunk('IDAT', noise), whole.subarray(-12)]);
}

/** A PNG of noise, which no format makes much smaller: about three bytes a pixel. */
export function noisyPng(width: number, height: number): Buffer {
  const rows = Buffer.alloc(height * (1 + 4 * width));
  let state = 1;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      // Marsaglia's xorshift: the same picture each time.
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      rows.writeUInt32LE((state | 0xff_00_00_00) >>> 0, row * (1 + 4 * width) + 1 + 4 * column);
    }
  }
  const whole = png();
  const pixels = pngChunk('IDAT', deflateSync(rows, { level: 1 }));
  return Buffer.concat([whole.subarray(0, 8), pngHeader(width, height), pixels, whole.subarray(-12)]);
}

/** Each frame shows the same pixels. `counted` is what the file says of their number. */
export function animatedPng(frames: number, counted = frames): Buffer {
  const whole = png();
  const pixelsAt = whole.indexOf('IDAT') - 4;
  const pixels = whole.subarray(pixelsAt + 8, -16);
  const control = Buffer.alloc(8);
  control.writeUInt32BE(counted);
  const rest: Buffer[] = [];
  let sequence = 0;
  const next = (size: number) => {
    const data = Buffer.alloc(size);
    data.writeUInt32BE(sequence);
    sequence += 1;
    return data;
  };
  const frameHead = () => {
    const head = next(26);
    head.writeUInt32BE(24, 4);
    head.writeUInt32BE(16, 8);
    return pngChunk('fcTL', head);
  };
  const first = frameHead();
  for (let made = 1; made < frames; made += 1) {
    rest.push(frameHead(), pngChunk('fdAT', Buffer.concat([next(4), pixels])));
  }
  return Buffer.concat([
    whole.subarray(0, pixelsAt),
    pngChunk('acTL', control),
    first,
    whole.subarray(pixelsAt, -12),
    ...rest,
    whole.subarray(-12),
  ]);
}

export function jpegSegment(marker: number, data: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** A JPEG with more segments behind its start. */
export function jpegWith(...segments: readonly Buffer[]): Buffer {
  const whole = jpeg();
  return Buffer.concat([whole.subarray(0, 2), ...segments, whole.subarray(2)]);
}

export function exifSegment(tiff: Uint8Array): Buffer {
  return jpegSegment(0xe1, Buffer.concat([ascii('Exif\0\0'), tiff]));
}

export function xmpSegment(text: string): Buffer {
  return jpegSegment(0xe1, ascii(`http://ns.adobe.com/xap/1.0/\0${text}`));
}

export const XMP_WITH_PLACE = '<x:xmpmeta><rdf:Description exif:GPSLatitude="52,31.2N"/></x:xmpmeta>';

export function riffChunk(name: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

export function webp(...chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat([ascii('WEBP'), ...chunks]);
  const head = Buffer.alloc(8);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** The head of an extended WebP. Flags: 2 animation, 4 XMP, 8 EXIF, 16 alpha, 32 colour profile. */
export function webpHeader(flags: number, width = 24, height = 16): Buffer {
  const data = Buffer.alloc(10);
  data[0] = flags;
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return riffChunk('VP8X', data);
}

/** The part of the lossy fixture that holds its pixels. */
export function vp8Chunk(): Buffer {
  const whole = lossyWebp();
  return whole.subarray(whole.indexOf('VP8 '));
}

export function animatedWebp(frames: number): Buffer {
  const head = Buffer.alloc(16);
  head.writeUIntLE(23, 6, 3);
  head.writeUIntLE(15, 9, 3);
  const frame = riffChunk('ANMF', Buffer.concat([head, vp8Chunk()]));
  return webp(
    webpHeader(2),
    riffChunk('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => frame),
  );
}

const GIF_HEAD = Buffer.concat([
  ascii('GIF89a'),
  Buffer.from([24, 0, 16, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
]);
const GIF_FRAME = Buffer.from([0x2c, 0, 0, 0, 0, 24, 0, 16, 0, 0, 2, 2, 0x4c, 0x01, 0]);
const GIF_DELAY = Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0]);

export function gif(frames = 1, ...extensions: readonly Buffer[]): Buffer {
  const pictures = Array.from({ length: frames }, () => [GIF_DELAY, GIF_FRAME]).flat();
  return Buffer.concat([GIF_HEAD, ...extensions, ...pictures, Buffer.from([0x3b])]);
}

export function gifExtension(label: number, ...blocks: readonly string[]): Buffer {
  const parts = blocks.map((block) => Buffer.concat([Buffer.from([block.length]), ascii(block)]));
  return Buffer.concat([Buffer.from([0x21, label]), ...parts, Buffer.from([0])]);
}

/** The notes of a camera: maker, how to turn the picture, and that it was taken at 52° 31′ north. */
export function exifWithPlace(orientation = 1): Buffer {
  const tiff = Buffer.alloc(120);
  tiff.write('II*\0', 0, 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(3, 8);
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(type, at + 2);
    tiff.writeUInt32LE(count, at + 4);
    tiff.writeUInt32LE(value, at + 8);
  };
  entry(10, 0x010f, 2, 8, 80);
  entry(22, 0x0112, 3, 1, orientation);
  entry(34, 0x8825, 4, 1, 50);
  tiff.writeUInt16LE(1, 50);
  entry(52, 0x0002, 5, 3, 90);
  tiff.write('PhoneCo\0', 80, 'latin1');
  for (const [index, value] of [52, 1, 31, 1, 12, 1].entries()) tiff.writeUInt32LE(value, 90 + index * 4);
  return tiff;
}
