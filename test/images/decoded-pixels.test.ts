import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PIXEL_LIMITS } from '../../server/domain/image.ts';
import { checkImage } from '../../server/images/check-image.ts';
import { launchBrowser } from '../browser/launch.ts';
import {
  animatedPng,
  animatedWebp,
  exifSegment,
  exifWithPlace,
  gif,
  gifExtension,
  jpegWith,
  lossyWebp,
  pngChunk,
  pngWith,
  riffChunk,
  vp8Chunk,
  webp,
  webpHeader,
  XMP_WITH_PLACE,
  xmpSegment,
} from './pictures.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
});
afterAll(() => browser.close());

interface Decoded {
  width: number;
  height: number;
  pixels: string;
}

/** What Chromium shows: the size after turning, and every pixel. */
function decode(bytes: Uint8Array): Promise<Decoded> {
  const address = `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`;
  return page.evaluate(`(async () => {
    const image = new Image();
    image.src = ${JSON.stringify(address)};
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return { width: canvas.width, height: canvas.height, pixels: data.join() };
  })()`);
}

const exif = exifWithPlace(6);

describe('"without touching pixels", as Chromium shows them', () => {
  it.each([
    ['JPEG, to be turned', jpegWith(exifSegment(exif), xmpSegment(XMP_WITH_PLACE)), [16, 24]],
    ['JPEG with a comment', jpegWith(xmpSegment(XMP_WITH_PLACE)), [24, 16]],
    [
      'PNG',
      pngWith(pngChunk('eXIf', exifWithPlace(1)), pngChunk('tEXt', Buffer.from('Author\0Ada'))),
      [24, 16],
    ],
    ['animated PNG', animatedPng(2), [24, 16]],
    ['GIF', gif(2, gifExtension(0xfe, 'by Ada')), [24, 16]],
    ['WebP', webp(webpHeader(8), vp8Chunk(), riffChunk('EXIF', exifWithPlace(1))), [24, 16]],
    [
      'WebP with XMP',
      webp(webpHeader(4), vp8Chunk(), riffChunk('XMP ', Buffer.from(XMP_WITH_PLACE))),
      [24, 16],
    ],
    ['WebP with a colour profile', lossyWebp(), [24, 16]],
    ['animated WebP', animatedWebp(2), [24, 16]],
  ])('%s', async (_name, bytes, size) => {
    const kept = await checkImage(bytes, { limits: { ...PIXEL_LIMITS, bytes: 1_000_000 } });
    const [before, after] = [await decode(bytes), await decode(kept.bytes)];
    expect([after.width, after.height]).toEqual(size);
    expect(after).toEqual(before);
  });
});
