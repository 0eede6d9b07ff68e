import { describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { animatedPng, animatedWebp, gif, jpeg, noisyPng, png } from '../images/pictures.ts';
import { ARRIVED, usePages } from './page-harness.ts';
import { chosen, hand, PHONE_320 } from './upload-page.ts';

const { world, attachments, visit } = usePages();

describe('a picture gets into the page', () => {
  it('by the chooser: it is shown before it is sent, sent, and the page says where it went', async () => {
    const { page, choose, headline } = await visit();
    await choose(chosen(jpeg(), 'IMG 1.jpg', 'image/jpeg'));
    const width = () => page.evaluate('document.querySelector("#thumbnail").naturalWidth');
    await expect.poll(width).toBe(24);
    expect(await page.innerText('#file-name')).toBe('IMG 1.jpg, 1\u00a0KB');
    expect(attachments()).toHaveLength(0);
    await page.click('#send');
    await headline(ARRIVED);
    expect(await page.innerText('.outcome')).toContain('It stands at the end of the document.');
    expect(await page.innerText('.path')).toBe('handbook › Pump manual');
    expect(await page.title()).toBe(`${ARRIVED} · Commonplace`);
    expect(attachments()).toMatchObject([{ type: 'image/jpeg', alt: 'The pump', name: 'IMG 1.jpg' }]);
    expect(await world().text()).toContain('![The pump](/attachments/');
  });

  it('by the camera, on a phone of 320 pixels: two taps, and nothing is wider than the screen', async () => {
    const { page, headline } = await visit(PHONE_320);
    const camera = page.locator('#camera');
    expect(await camera.getAttribute('capture')).toBe('environment');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), camera.tap()]);
    await chooser.setFiles(chosen(jpeg(), 'image.jpg', 'image/jpeg'));
    await page.locator('#send').tap();
    await headline(ARRIVED);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    expect(attachments()).toHaveLength(1);
  });

  it('by a drop, anywhere on the page', async () => {
    const { page, headline } = await visit();
    await hand(page, 'drop', chosen(gif(), 'pump.gif', 'image/gif'));
    await page.click('#send');
    await headline(ARRIVED);
    expect(attachments()).toMatchObject([{ type: 'image/gif' }]);
  });

  it('by a paste', async () => {
    const { page, headline } = await visit();
    await hand(page, 'paste', chosen(png(), 'image.png'));
    await page.click('#send');
    await headline(ARRIVED);
    expect(attachments()).toMatchObject([{ type: 'image/png' }]);
  });

  it('by keyboard alone', async () => {
    const { page, headline } = await visit();
    // Asked for before the first key, so that the browser is ready to hand the chooser over.
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Tab');
    await page.locator('#choose:focus').waitFor({ state: 'attached' });
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(chosen(png()));
    await page.waitForSelector('#preview:not([hidden])');
    await page.locator('#send:focus').waitFor();
    await page.keyboard.press('Enter');
    await headline(ARRIVED);
    await page.locator('#headline:focus').waitFor();
  });

  it('in the end the right one: another can be chosen until it is sent', async () => {
    const { page, choose, headline } = await visit();
    await choose(chosen(png(), 'first.png'));
    await page.click('#change');
    await choose(chosen(jpeg(), 'second.jpg', 'image/jpeg'));
    await page.click('#send');
    await headline(ARRIVED);
    expect(attachments()).toMatchObject([{ name: 'second.jpg' }]);
  });

  it('and no other one takes its place while it is sent, not even one that is still being read', async () => {
    const { page, choose, headline } = await visit();
    await page.evaluate(`(() => {
      const read = self.createImageBitmap.bind(self);
      const sent = new Promise((resolve) => document.querySelector('#send').addEventListener('click', resolve));
      self.createImageBitmap = (file) => sent.then(() => read(file));
    })()`);
    await choose(chosen(jpeg(), 'first.jpg', 'image/jpeg'));
    await hand(page, 'paste', chosen(bitmapFile(), 'second.bmp', 'image/bmp'));
    await page.route('**/upload/**', async (route) => {
      await expect.poll(() => page.textContent('#status')).toBe('');
      await route.continue();
    });
    await page.click('#send');
    await headline(ARRIVED);
    expect(await page.evaluate('document.querySelector("#thumbnail").naturalWidth')).toBe(24);
    expect(attachments()).toMatchObject([{ name: 'first.jpg' }]);
  });
});

describe('a file that does not fit', () => {
  it.each([
    ['a text', 'notes.txt', 'text/plain', 'hello', 'This file is not a picture that can be sent.'],
    [
      'an SVG',
      'a.svg',
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'SVG drawings are not taken',
    ],
    ['a HEIC that this browser cannot read', 'a.heic', '', '....ftypheic', 'This is a HEIC photo'],
  ])('%s is refused before anything is sent, with what to do', async (_, name, type, content, words) => {
    const { page, notice } = await visit();
    await hand(page, 'drop', chosen(Buffer.from(content), name, type));
    await expect.poll(notice).toContain(words);
    expect(await page.isVisible('#chooser')).toBe(true);
    expect([...world().workspace.store.tables.upload_links.all()][0]?.failed_attempts).toBe(0);
  });

  it('two files at once are one too many, and what is no file says so', async () => {
    const { page, notice } = await visit();
    await hand(page, 'drop', chosen(png()), chosen(png()));
    await expect.poll(notice).toContain('Only one picture can be sent on this link.');
    await hand(page, 'drop');
    await expect.poll(notice).toContain('That was not a file.');
  });

  it('an animation that is too large is told so with both sizes: a copy would not move', async () => {
    world().workspace.set({ attachment_limit_mb: 1 });
    const { page, notice } = await visit();
    for (const [start, name] of [
      [gif(), 'a.gif'],
      [animatedPng(2), 'a.png'],
      [animatedWebp(2), 'a.webp'],
    ] as const) {
      await hand(page, 'drop', chosen(Buffer.concat([start, Buffer.alloc(1_500_000)]), name, ''));
      await expect.poll(notice).toContain('This picture has 1.4 MB; 1 MB is the most.');
    }
  });

  it('a photo that is too large becomes a smaller JPEG, which is said before it is sent', async () => {
    world().workspace.set({ attachment_limit_mb: 1 });
    const { page, choose, headline } = await visit();
    const photo = noisyPng(1200, 800);
    expect(photo.length).toBeGreaterThan(2 * 1024 * 1024);
    await choose(chosen(photo, 'pump room.png'));
    expect(await page.innerText('#smaller')).toMatch(
      /^Your picture has \d\.\d\sMB, and 1\sMB is the most\. A smaller copy will be sent\.$/,
    );
    expect(await page.innerText('#file-name')).toMatch(/^pump room\.jpg, \d+\sKB$/);
    await page.click('#send');
    await headline(ARRIVED);
    const [attachment] = attachments();
    expect(attachment).toMatchObject({ type: 'image/jpeg', name: 'pump room.jpg' });
    expect(attachment?.size).toBeLessThanOrEqual(1024 * 1024);
    expect((attachment?.width ?? 0) / (attachment?.height ?? 1)).toBeCloseTo(1.5, 1);
    expect(attachment?.width).toBeGreaterThan(400);
  });

  it('one that fits is sent as it is, byte for byte, and nothing is said of it', async () => {
    world().workspace.set({ attachment_limit_mb: 1 });
    const { page, choose, headline } = await visit();
    await choose(chosen(noisyPng(1200, 800), 'large.png'));
    const small = noisyPng(300, 200);
    await choose(chosen(small, 'small.png'));
    expect(await page.isVisible('#smaller')).toBe(false);
    await page.click('#send');
    await headline(ARRIVED);
    expect(attachments()).toMatchObject([{ name: 'small.png', type: 'image/png', size: small.length }]);
  });

  it('a damaged picture is refused by the server, and a good one can follow', async () => {
    const { page, choose, notice, headline } = await visit();
    await choose(chosen(png().subarray(0, 60)));
    await page.click('#send');
    await expect.poll(notice).toContain('This PNG picture is damaged');
    await choose(chosen(png()));
    await page.click('#send');
    await headline(ARRIVED);
  });

  it('of a kind that the browser reads and the server does not take is sent as JPEG', async () => {
    const { page, choose, headline } = await visit();
    await choose(chosen(bitmapFile(), 'scan.bmp', 'image/bmp'));
    expect(await page.innerText('#file-name')).toMatch(/^scan\.jpg, /);
    await page.click('#send');
    await headline(ARRIVED);
    expect(attachments()).toMatchObject([{ type: 'image/jpeg', width: 2, height: 1 }]);
  });
});

/** A BMP of two pixels. */
function bitmapFile(): Buffer {
  const file = Buffer.alloc(62);
  file.write('BM');
  file.writeUInt32LE(62, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(2, 18);
  file.writeInt32LE(1, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  file.set([255, 0, 0, 0, 0, 255], 54);
  return file;
}

describe('a screen reader and eyes find their way', () => {
  it.each([
    ['light', undefined],
    ['dark', undefined],
    ['light', PHONE_320],
    ['dark', PHONE_320],
  ] as const)('in %s, %o: axe finds nothing in any state', async (colorScheme, device) => {
    const { page, choose, headline, path } = await visit({ ...device, colorScheme, reducedMotion: 'reduce' });
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await hand(page, 'drop', chosen(Buffer.from('text'), 'a.txt', 'text/plain'));
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await choose(chosen(png()));
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/upload/**', async (route) => {
      await held;
      await route.continue();
    });
    await page.click('#send');
    await page.waitForSelector('#sending:not([hidden])');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    letGo();
    await headline(ARRIVED);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.goto(world().url + path);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
  });
});
