import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '../../test/browser/launch.ts';
import { ICNS_SIZES, ICO_SIZES, icnsOf, icoOf, pngOf } from './icon-containers.ts';

/**
 * Draws every icon in `assets/icons/` from the three drawings in `assets/icons/source/`: run it when one of those
 * has changed (`node scripts/packaging/draw-icons.js`), look at the result and commit it.
 */
const icons = fileURLToPath(new URL('../../assets/icons/', import.meta.url));

/** Linux looks for these sizes; the largest is also what stores and documents show. */
const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024];

/** Below this many pixels lines of text are noise: the drawing without them is taken. */
const SMALL = 48;

/** macOS icons stand on a grid of 1024 with 100 free on each side (Apple, Human Interface Guidelines). */
const MAC_MARGIN = 100 / 1024;
const DRAWING_MARGIN = 32 / 1024;

/** What the tray shows: a template, which macOS colours itself, and drawings that stand out from a light or dark panel. */
const TRAY = { trayTemplate: '#000000', 'tray-light': '#1c2b2a', 'tray-dark': '#ffffff' };

/** Pixels for each density that Electron looks for by its suffix. */
const TRAY_DENSITIES = { '': 16, '@1.25x': 20, '@1.5x': 24, '@2x': 32, '@3x': 48 };

const browser = await launchBrowser();
try {
  const page = await browser.newPage();
  await drawAll((drawing, size, margin) => draw(page, drawing, size, margin));
} finally {
  await browser.close();
}

async function drawAll(render) {
  const source = (name) => readFile(`${icons}source/${name}.svg`, 'utf8');
  const [large, small, tray] = await Promise.all(['icon', 'icon-small', 'tray'].map(source));
  const fitting = (size) => (size < SMALL ? small : large);
  const forMac = (size) => render(fitting(size), size, size < SMALL ? 0 : MAC_MARGIN - DRAWING_MARGIN);
  const forOthers = (size) => render(fitting(size), size, 0);

  await mkdir(`${icons}linux`, { recursive: true });
  for (const size of LINUX_SIZES)
    await writeFile(`${icons}linux/${size}x${size}.png`, pngOf(await forOthers(size)));
  await writeFile(`${icons}icon.ico`, icoOf(await oneAfterAnother(ICO_SIZES, forOthers)));
  await writeFile(`${icons}icon.icns`, icnsOf(await oneAfterAnother(ICNS_SIZES, forMac)));

  // The app's own pages show it as it is.
  await writeFile(fileURLToPath(new URL('../../renderer/public/icon.svg', import.meta.url)), small);

  await mkdir(`${icons}tray`, { recursive: true });
  for (const [name, colour] of Object.entries(TRAY))
    for (const [suffix, size] of Object.entries(TRAY_DENSITIES)) {
      const picture = await render(tray.replaceAll('#000', colour), size, 0);
      await writeFile(`${icons}tray/${name}${suffix}.png`, pngOf(picture));
    }
}

async function oneAfterAnother(sizes, render) {
  const pictures = [];
  for (const size of sizes) pictures.push(await render(size));
  return pictures;
}

/** The drawing as a picture of that many pixels, with that share of it left free on each side. */
async function draw(page, drawing, size, margin) {
  const address = `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;
  const pixels = await page.evaluate(
    async ([source, pixelsOnASide, free]) => {
      const { document, Image } = globalThis;
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = pixelsOnASide;
      const context = canvas.getContext('2d');
      const inset = pixelsOnASide * free;
      context.drawImage(image, inset, inset, pixelsOnASide - 2 * inset, pixelsOnASide - 2 * inset);
      return new Uint8Array(context.getImageData(0, 0, pixelsOnASide, pixelsOnASide).data.buffer).toBase64();
    },
    [address, size, margin],
  );
  return { size, pixels: Buffer.from(pixels, 'base64') };
}
