import { describe, expect, it } from 'vitest';
import {
  exifSegment,
  exifWithPlace,
  gif,
  gifExtension,
  jpeg,
  jpegSegment,
  jpegWith,
  pngChunk,
  pngWith,
  riffChunk,
  vp8Chunk,
  webp,
  webpHeader,
  XMP_WITH_PLACE,
  xmpSegment,
} from '../../test/images/pictures.ts';
import { PIXEL_LIMITS } from '../domain/image.ts';
import { checkImage } from './check-image.ts';
import { readExif } from './exif.ts';

const check = (bytes: Uint8Array) => checkImage(bytes, { limits: { ...PIXEL_LIMITS, bytes: 10_000_000 } });
const text = (content: string) => Buffer.from(content, 'latin1');

/** The bytes of the pixels, which nothing may touch. */
const pixelsOf = {
  png: (bytes: Uint8Array) => Buffer.from(bytes).subarray(Buffer.from(bytes).indexOf('IDAT') - 4),
  jpeg: (bytes: Uint8Array) =>
    Buffer.from(bytes).subarray(Buffer.from(bytes).indexOf(Buffer.from([0xff, 0xdb]))),
  webp: (bytes: Uint8Array) =>
    Buffer.from(bytes).subarray(
      Buffer.from(bytes).indexOf('VP8 '),
      Buffer.from(bytes).indexOf('VP8 ') + vp8Chunk().length,
    ),
};

describe('"Location data (EXIF GPS) is removed from JPEG, PNG and WebP without touching pixels"', () => {
  const withPlace: [string, keyof typeof pixelsOf, Buffer][] = [
    ['JPEG, EXIF', 'jpeg', jpegWith(exifSegment(exifWithPlace(1)))],
    ['JPEG, XMP', 'jpeg', jpegWith(xmpSegment(XMP_WITH_PLACE))],
    ['PNG, EXIF', 'png', pngWith(pngChunk('eXIf', exifWithPlace(1)))],
    ['PNG, XMP', 'png', pngWith(pngChunk('iTXt', text(`XML:com.adobe.xmp\0\0\0\0\0${XMP_WITH_PLACE}`)))],
    ['PNG, text', 'png', pngWith(pngChunk('tEXt', text('exif:GPSLatitude\x0052/1')))],
    ['WebP, EXIF', 'webp', webp(webpHeader(8), vp8Chunk(), riffChunk('EXIF', exifWithPlace(1)))],
    [
      'WebP, EXIF with a mark',
      'webp',
      webp(webpHeader(8), vp8Chunk(), riffChunk('EXIF', Buffer.concat([text('Exif\0\0'), exifWithPlace(1)]))),
    ],
    ['WebP, XMP', 'webp', webp(webpHeader(4), vp8Chunk(), riffChunk('XMP ', text(XMP_WITH_PLACE)))],
  ];

  it.each(withPlace)('%s', async (_name, format, bytes) => {
    const image = await check(bytes);
    expect(image.removed.toSorted()).toEqual(['location', 'metadata']);
    const kept = Buffer.from(image.bytes);
    for (const trace of ['GPS', 'PhoneCo', 'II*\0', '\x25\x88'])
      expect(kept.includes(text(trace))).toBe(false);
    expect(pixelsOf[format](kept).equals(pixelsOf[format](bytes))).toBe(true);
    expect(kept.length).toBeLessThan(bytes.length);
  });

  it.each([
    ['JPEG', 'jpeg', (exif: Buffer) => jpegWith(exifSegment(exif))],
    ['PNG', 'png', (exif: Buffer) => pngWith(pngChunk('eXIf', exif))],
    ['WebP', 'webp', (exif: Buffer) => webp(webpHeader(8), vp8Chunk(), riffChunk('EXIF', exif))],
  ] as const)('a %s that is to be turned stays so, and says nothing else', async (_name, format, make) => {
    for (const orientation of [2, 3, 4, 5, 6, 7, 8]) {
      const bytes = make(exifWithPlace(orientation));
      const image = await check(bytes);
      const kept = Buffer.from(image.bytes);
      expect(image.removed).toEqual(['location', 'metadata']);
      expect(readExif(kept.subarray(kept.indexOf('MM\0*')))).toEqual({ orientation, hasLocation: false });
      expect(kept.includes('PhoneCo')).toBe(false);
      expect(pixelsOf[format](kept).equals(pixelsOf[format](bytes))).toBe(true);
    }
  });

  it.each(withPlace)('what comes out passes again unchanged: %s', async (_name, _format, bytes) => {
    const { bytes: kept } = await check(bytes);
    const again = await check(kept);
    expect(again.removed).toEqual([]);
    expect(Buffer.compare(again.bytes, kept)).toBe(0);
  });

  it('and so does a picture that is to be turned', async () => {
    const { bytes: kept } = await check(jpegWith(exifSegment(exifWithPlace(6))));
    expect((await check(kept)).removed).toEqual([]);
  });

  it('broken notes are left out like any others', async () => {
    const exif = exifWithPlace(6);
    for (const cut of [0, 4, 9, 20, 30]) {
      const { removed } = await check(jpegWith(exifSegment(exif.subarray(0, cut))));
      expect(removed).toEqual(['metadata']);
    }
    const endless = Buffer.from(exif);
    endless.writeUInt16LE(65_535, 8);
    await expect(check(jpegWith(exifSegment(endless)))).resolves.toBeDefined();
  });
});

describe('what else describes a picture goes, what decides how it looks stays', () => {
  it('comments, previews and makers’ parts of a JPEG go; its colour profile and Adobe mark stay', async () => {
    const profile = jpegSegment(0xe2, text('ICC_PROFILE\0\x01\x01colours'));
    const adobe = jpegSegment(0xee, text('Adobe\0d\0\0\0\0\0'));
    const others = [
      jpegSegment(0xfe, text('taken by Ada')),
      jpegSegment(0xed, text('Photoshop 3.0\0Berlin')),
      jpegSegment(0xe7, text('maker')),
    ];
    const image = await check(jpegWith(profile, adobe, ...others));
    expect(image.removed).toEqual(['metadata']);
    expect(Buffer.from(image.bytes).equals(jpegWith(profile, adobe))).toBe(true);
  });

  it('texts and times of a PNG go; gamma and resolution stay', async () => {
    const gamma = pngChunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f]));
    const size = pngChunk('pHYs', Buffer.from([0, 0, 0x0b, 0x13, 0, 0, 0x0b, 0x13, 1]));
    const image = await check(
      pngWith(gamma, pngChunk('tIME', Buffer.alloc(7)), size, pngChunk('zTXt', text('Author\0\0x'))),
    );
    expect(Buffer.from(image.bytes).equals(pngWith(gamma, size))).toBe(true);
  });

  it('comments and XMP of a GIF go; its repeating stays', async () => {
    const loop = gifExtension(0xff, 'NETSCAPE2.0', '\x01\0\0');
    const image = await check(
      gif(2, loop, gifExtension(0xfe, 'by Ada'), gifExtension(0xff, 'XMP DataXMP', XMP_WITH_PLACE)),
    );
    expect(image.removed).toEqual(['metadata', 'location']);
    expect(Buffer.from(image.bytes).equals(gif(2, loop))).toBe(true);
  });

  it('a part of a WebP that only its maker knows goes', async () => {
    const image = await check(webp(webpHeader(0), vp8Chunk(), riffChunk('ABCD', text('secret'))));
    expect(Buffer.from(image.bytes).equals(webp(webpHeader(0), vp8Chunk()))).toBe(true);
  });

  it('a part of a PNG that every reader must know and none does is no reason to guess', async () => {
    await expect(check(pngWith(pngChunk('EVIL', text('x'))))).rejects.toMatchObject({ code: 'bad_request' });
  });
});

describe('files that phones append to their photos are cut off; the same without being announced has the file refused', () => {
  const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), text('ftypmp42'), Buffer.alloc(30)]);
  const depthMap = jpeg();
  const mpf = jpegSegment(0xe2, text('MPF\0II*\0'));
  const motion = xmpSegment('<x Camera:MotionPhoto="1"/>');
  const samsung = Buffer.concat([
    text('Image_UTC_Data1234SEFH'),
    Buffer.alloc(8),
    Buffer.from([12, 0, 0, 0]),
    text('SEFT'),
  ]);

  it.each([
    ['further pictures', jpegWith(mpf), depthMap],
    ['a film', jpegWith(motion), film],
    ['Samsung’s block', jpeg(), samsung],
  ])('%s', async (_name, photo, appended) => {
    const image = await check(Buffer.concat([photo, appended]));
    expect(image.removed).toContain('attached_files');
    expect(Buffer.from(image.bytes).equals(jpeg())).toBe(true);
  });

  it.each([
    ['further pictures', jpeg(), depthMap],
    ['a film', jpeg(), film],
    ['a ZIP behind announced pictures', jpegWith(mpf), text('PK\x03\x04')],
    ['a page behind an announced film', jpegWith(motion), text('<script>alert(1)</script>')],
    ['a block with Samsung’s last word alone', jpeg(), text('<script>SEFT')],
  ])('%s', async (_name, photo, appended) => {
    await expect(check(Buffer.concat([photo, appended]))).rejects.toMatchObject({
      code: 'unsupported_media_type',
    });
  });
});
