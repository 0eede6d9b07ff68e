import { describe, expect, it } from 'vitest';
import {
  animatedPng,
  animatedWebp,
  gif,
  jpeg,
  losslessWebp,
  lossyWebp,
  png,
  pngHeader,
  pngOfSize,
  webp,
  webpHeader,
  vp8Chunk,
} from '../../test/images/pictures.ts';
import { PIXEL_LIMITS } from '../domain/image.ts';
import { checkImage } from './check-image.ts';

const limits = { ...PIXEL_LIMITS, bytes: 10 * 1024 * 1024 };
const check = (bytes: Uint8Array, declaredType?: string) => checkImage(bytes, { declaredType, limits });
const text = (content: string) => Buffer.from(content);

describe('the one image checker', () => {
  describe('"Accepted types are PNG, JPEG, GIF and WebP."', () => {
    it.each([
      ['a PNG', png(), 'image/png', 1],
      ['an animated PNG', animatedPng(3), 'image/png', 3],
      ['a JPEG', jpeg(), 'image/jpeg', 1],
      ['a GIF', gif(), 'image/gif', 1],
      ['an animated GIF', gif(5), 'image/gif', 5],
      ['a lossy WebP', lossyWebp(), 'image/webp', 1],
      ['a lossless WebP', losslessWebp(), 'image/webp', 1],
      ['a WebP in the simple format', webp(vp8Chunk()), 'image/webp', 1],
      ['an animated WebP', animatedWebp(4), 'image/webp', 4],
    ])('takes %s as it is', async (_name, bytes, type, frames) => {
      const image = await check(bytes);
      expect(image).toMatchObject({ type, width: 24, height: 16, frames, removed: [] });
      expect(Buffer.compare(image.bytes, bytes)).toBe(0);
    });
  });

  describe('"SVG is rejected", never cleaned', () => {
    it.each([
      ['bare', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
      ['with a prologue', '<?xml version="1.0"?>\n<!-- drawn -->\n<svg/>'],
      ['with a byte order mark', '\uFEFF<svg/>'],
      ['behind white space', '\n\n   <SVG>'],
      ['with a prefix', '<s:svg xmlns:s="http://www.w3.org/2000/svg"/>'],
    ])('%s', async (_name, drawing) => {
      const refusal = { code: 'unsupported_media_type', message: expect.stringContaining('SVG') };
      await expect(check(text(drawing))).rejects.toMatchObject(refusal);
      await expect(check(text(drawing), 'image/png')).rejects.toMatchObject(refusal);
    });

    it('also in UTF-16', async () => {
      const drawing = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<svg/>', 'utf16le')]);
      await expect(check(drawing)).rejects.toMatchObject({ message: expect.stringContaining('SVG') });
    });
  });

  it.each([
    [
      'a HEIC photo',
      Buffer.concat([Buffer.from([0, 0, 0, 24]), text('ftypheic\0\0\0\0mif1heic')]),
      'HEIC',
      'JPEG',
    ],
    ['an AVIF', Buffer.concat([Buffer.from([0, 0, 0, 24]), text('ftypavif\0\0\0\0mif1avif')]), 'AVIF', 'PNG'],
    ['a PDF', text('%PDF-1.7\n%âãÏÓ\n'), 'PDF', 'PNG'],
    ['a web page', text('<!doctype html><title>x</title>'), 'web page', 'picture itself'],
    ['a program', Buffer.concat([text('MZ'), Buffer.alloc(200)]), 'not a picture', 'PNG'],
    ['text', text('hello'), 'not a picture', 'PNG'],
  ])('says what %s is and what to send instead', async (_name, bytes, message, hint) => {
    await expect(check(bytes)).rejects.toMatchObject({
      code: 'unsupported_media_type',
      message: expect.stringContaining(message),
      hint: expect.stringContaining(hint),
    });
  });

  it('an empty file is refused', async () => {
    await expect(check(Buffer.alloc(0))).rejects.toMatchObject({ code: 'bad_request' });
  });

  describe('"A mislabelled file is refused."', () => {
    it.each([
      ['image/png', jpeg(), 'labelled PNG, but it is a JPEG'],
      ['image/jpg', png(), 'labelled JPEG, but it is a PNG'],
      ['image/svg+xml', png(), 'labelled SVG, but it is a PNG'],
      ['text/html', gif(), 'labelled something else, but it is a GIF'],
    ])('%s', async (declared, bytes, message) => {
      await expect(check(bytes, declared)).rejects.toMatchObject({
        code: 'unsupported_media_type',
        message: expect.stringContaining(message),
      });
    });

    it.each([
      'image/jpeg',
      'IMAGE/JPEG',
      'image/jpeg; charset=binary',
      'image/jpg',
      'image/pjpeg',
      'application/octet-stream',
      '',
    ])('a JPEG labelled “%s” is not', async (declared) => {
      await expect(check(jpeg(), declared)).resolves.toMatchObject({ type: 'image/jpeg' });
    });

    it('what the sender wrote as label is not repeated', async () => {
      const refused = check(png(), 'image/<script>');
      await expect(refused).rejects.toMatchObject({ message: expect.not.stringContaining('script') });
    });
  });

  describe('what a sniffer alone calls an image (security F10)', () => {
    it.each([
      ['the three bytes GIF', text('GIF')],
      ['GIFxyz and a script', text('GIFxyz<script>alert(1)</script>')],
      ['ff d8 ff and a page', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), text('<html><script>')])],
      ['RIFF, WEBP and a script', text('RIFF\x10\0\0\0WEBP<script>alert(1)</script>')],
      ['a header of 65,535 × 65,535 pixels', pngOfSize(65_535, 65_535)],
      ['a PNG with a ZIP behind it', Buffer.concat([png(), text('PK\x03\x04'), Buffer.alloc(40)])],
    ])('%s is refused', async (_name, bytes) => {
      await expect(check(bytes)).rejects.toMatchObject({ name: 'AppError' });
    });
  });

  describe('"no bytes after the end marker"', () => {
    const pictures: [string, Buffer][] = [
      ['PNG', png()],
      ['JPEG', jpeg()],
      ['GIF', gif()],
      ['WebP', lossyWebp()],
    ];
    it.each(pictures)('%s with one byte or a page behind it is refused', async (name, bytes) => {
      for (const more of [Buffer.alloc(1), text('<script>alert(1)</script>'), bytes]) {
        await expect(check(Buffer.concat([bytes, more]))).rejects.toMatchObject({
          code: 'unsupported_media_type',
          message: expect.stringContaining(`after the end of its ${name} picture`),
        });
      }
    });

    it.each(pictures)('%s that was cut at any place is refused', async (_name, bytes) => {
      for (let length = 0; length < bytes.length; length += 1) {
        await expect(check(bytes.subarray(0, length)), `${length} bytes`).rejects.toMatchObject({
          name: 'AppError',
        });
      }
    });
  });

  describe('"≤ 16,384 px per side, ≤ 50 Mpx, ≤ 1,000 frames"', () => {
    it.each([
      ['16,384 × 3,051 pixels', pngOfSize(16_384, 3_051)],
      ['1,000 frames of a PNG', animatedPng(1_000)],
      ['1,000 frames of a GIF', gif(1_000)],
      ['1,000 frames of a WebP', animatedWebp(1_000)],
    ])('takes %s', async (_name, bytes) => {
      await expect(check(bytes)).resolves.toMatchObject({ removed: [] });
    });

    it.each([
      ['a side of 16,385 pixels', pngOfSize(16_385, 1)],
      ['16,384 × 3,052 pixels', pngOfSize(16_384, 3_052)],
      ['a WebP canvas of 16,777,216 pixels a side', webp(webpHeader(0, 2 ** 24, 2 ** 24), vp8Chunk())],
      ['1,001 frames of a PNG', animatedPng(1_001)],
      ['1,001 frames of a GIF', gif(1_001)],
      ['1,001 frames of a WebP', animatedWebp(1_001)],
    ])('refuses %s', async (_name, bytes) => {
      await expect(check(bytes)).rejects.toMatchObject({ code: 'payload_too_large' });
    });

    it('and no file above the limit of the workspace', async () => {
      const tight = { ...limits, bytes: png().length - 1 };
      await expect(checkImage(png(), { limits: tight })).rejects.toMatchObject({
        code: 'payload_too_large',
        details: { limit_bytes: png().length - 1 },
      });
      await expect(checkImage(png(), { limits: { ...limits, bytes: png().length } })).resolves.toBeDefined();
    });
  });

  it.each([
    ['says more frames than it has', animatedPng(2, 3)],
    ['says fewer frames than it has', animatedPng(3, 2)],
    ['says that it has none', animatedPng(1, 0)],
  ])('an animated PNG that %s is damaged', async (_name, bytes) => {
    await expect(check(bytes)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('animation'),
    });
  });

  it('a header without pixels is no picture', async () => {
    const bare = Buffer.concat([png().subarray(0, 8), pngHeader(24, 16), png().subarray(-12)]);
    await expect(check(bare)).rejects.toMatchObject({ message: expect.stringContaining('no pixels') });
  });
});
