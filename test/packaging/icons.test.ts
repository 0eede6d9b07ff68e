import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { fileTypeFromBuffer } from 'file-type';
import { describe, expect, it } from 'vitest';
import {
  ICNS_SIZES,
  ICO_SIZES,
  icnsOf,
  icoOf,
  pngOf,
  type Picture,
} from '../../scripts/packaging/icon-containers.ts';
import { html } from '../../server/faces/pages/html.ts';
import { renderPage } from '../../server/faces/pages/page.ts';
import { PIXEL_LIMITS } from '../../server/domain/image.ts';
import { checkImage } from '../../server/images/check-image.ts';

const icons = fileURLToPath(new URL('../../assets/icons/', import.meta.url));

/** Every pixel differs from its neighbours, and some can be seen through. */
function pictureOf(size: number): Picture {
  const pixels = Uint8Array.from(
    { length: size * size * 4 },
    (_, place) => (place * 37 + (place >> 6)) % 256,
  );
  return { size, pixels };
}

/** Width and height as the head of a PNG says. */
function sizeOfPng(png: Buffer): [number, number] {
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

/** The sizes and the bytes that a Windows icon names. */
function entriesOfIco(ico: Buffer): { size: number; bytes: Buffer }[] {
  return Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const entry = ico.subarray(6 + index * 16, 22 + index * 16);
    const start = entry.readUInt32LE(12);
    return {
      size: entry.readUInt8(0) || 256,
      bytes: ico.subarray(start, start + entry.readUInt32LE(8)),
    };
  });
}

/** The types and the pictures that a macOS icon holds. */
function entriesOfIcns(icns: Buffer): [string, Buffer][] {
  const entries: [string, Buffer][] = [];
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4))
    entries.push([
      icns.toString('latin1', at, at + 4),
      icns.subarray(at + 8, at + icns.readUInt32BE(at + 4)),
    ]);
  return entries;
}

describe('a picture that is written', () => {
  it('is a PNG that our own check of pictures accepts, with the same pixels', async () => {
    const picture = pictureOf(24);
    const png = pngOf(picture);
    const limits = { ...PIXEL_LIMITS, bytes: png.length };
    expect(await checkImage(png, { limits })).toMatchObject({ type: 'image/png', width: 24, height: 24 });
    const start = png.indexOf('IDAT') + 4;
    const rows = inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)));
    const unfiltered = Uint8Array.from(picture.pixels, (_, place) => {
      const row = Math.floor(place / 96);
      let sum = 0;
      for (let above = 0; above <= row; above += 1) sum += rows[above * 97 + 1 + (place % 96)] ?? 0;
      return sum % 256;
    });
    expect(unfiltered).toEqual(picture.pixels);
  });

  it('is a Windows icon: small sizes as bitmaps from below, blue first, the largest as a PNG', () => {
    const pictures = ICO_SIZES.map(pictureOf);
    const entries = entriesOfIco(icoOf(pictures));
    expect(entries.map(({ size }) => size)).toEqual(ICO_SIZES);
    const [smallest] = entries;
    expect(smallest?.bytes.readInt32LE(4)).toBe(16);
    expect(smallest?.bytes.readInt32LE(8)).toBe(32);
    const [red, green, blue, alpha] = (pictures[0]?.pixels ?? new Uint8Array()).subarray(15 * 16 * 4);
    expect([...(smallest?.bytes.subarray(40, 44) ?? [])]).toEqual([blue, green, red, alpha]);
    expect(sizeOfPng(entries.at(-1)?.bytes ?? Buffer.alloc(24))).toEqual([256, 256]);
  });

  it('is a macOS icon with a picture for every size and density', async () => {
    const icns = icnsOf(ICNS_SIZES.map(pictureOf));
    expect(await fileTypeFromBuffer(icns)).toMatchObject({ ext: 'icns' });
    expect(icns.readUInt32BE(4)).toBe(icns.length);
    expect(entriesOfIcns(icns).map(([type, png]) => [type, ...sizeOfPng(png)])).toEqual([
      ['icp4', 16, 16],
      ['icp5', 32, 32],
      ['ic11', 32, 32],
      ['ic12', 64, 64],
      ['ic07', 128, 128],
      ['ic08', 256, 256],
      ['ic13', 256, 256],
      ['ic09', 512, 512],
      ['ic14', 512, 512],
      ['ic10', 1024, 1024],
    ]);
  });
});

describe('the icons of the program', () => {
  it('are there in the sizes that Linux looks for', async () => {
    const names = await readdir(`${icons}linux`);
    expect(names.length).toBe(9);
    for (const name of names) {
      const size = Number.parseInt(name, 10);
      expect(sizeOfPng(await readFile(`${icons}linux/${name}`)), name).toEqual([size, size]);
    }
  });

  it('are there for Windows and macOS', async () => {
    const ico = entriesOfIco(await readFile(`${icons}icon.ico`));
    expect(ico.map(({ size }) => size)).toEqual(ICO_SIZES);
    const icns = entriesOfIcns(await readFile(`${icons}icon.icns`));
    expect(icns.map(([, png]) => sizeOfPng(png)[0])).toContain(1024);
  });

  it('are there for the tray: a template for macOS, for light and for dark panels, in every density', async () => {
    for (const name of ['trayTemplate', 'tray-light', 'tray-dark'])
      for (const [suffix, size] of [
        ['', 16],
        ['@1.25x', 20],
        ['@1.5x', 24],
        ['@2x', 32],
        ['@3x', 48],
      ] as const)
        expect(sizeOfPng(await readFile(`${icons}tray/${name}${suffix}.png`)), name).toEqual([size, size]);
  });
});

describe('the mark in the app and on the pages that browsers open', () => {
  it('is the small drawing', async () => {
    const drawing = await readFile(`${icons}source/icon-small.svg`, 'utf8');
    const inApp = await readFile(new URL('../../renderer/public/icon.svg', import.meta.url), 'utf8');
    expect(inApp).toBe(drawing);
    const page = renderPage({ title: 'Any', body: html`` });
    const [, onPages = ''] = /data:image\/svg\+xml,([^"]*)/.exec(page) ?? [];
    const shapes = (svg: string) => Array.from(svg.matchAll(/ d=["']([^"']+)["']/g), ([, shape]) => shape);
    expect(shapes(decodeURIComponent(onPages).replaceAll('&#39;', '"'))).toEqual(shapes(drawing));
    expect(shapes(drawing)).toHaveLength(2);
  });
});
