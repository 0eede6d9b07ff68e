import { createServer, connect, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { devices, type Page } from 'playwright-core';
import { revokeUploadLink } from '../../server/operations/upload-links/revoke.ts';
import { jpeg, png, pngChunk, pngWith } from '../images/pictures.ts';
import { ARRIVED, usePages } from './page-harness.ts';
import { chosen, PHONE_320 } from './upload-page.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const { defaultBrowserType: _iphone, ...IPHONE } = devices['iPhone 14'] ?? {};
const { defaultBrowserType: _pixel, ...PIXEL } = devices['Pixel 7'] ?? {};

const { browser, world, attachments, visit } = usePages();
const theLink = () => [...world().workspace.store.tables.upload_links.all()][0];

/** A picture of some megabytes, so that sending it takes a while. */
const largePicture = () => pngWith(pngChunk('teSt', Buffer.alloc(9_500_000, 7)));

/**
 * Lets the page send so little a second that its picture is under way for a minute and more.
 *
 * The browser itself is narrowed: the system's socket buffers may take a whole picture at once,
 * however slowly the other end reads.
 *
 * @returns a function that takes the limit away
 */
async function narrow(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  const sendAt = (uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await sendAt(150_000);
  return async () => {
    await sendAt(-1);
    await devtools.detach();
  };
}

/** A way to the server that a test can cut, or rob of its answers. */
async function startWire() {
  const sockets = new Set<Socket>();
  const wire = { losesAnswers: false, isDown: false };
  const target = new URL(world().url);
  const server: Server = createServer((near) => {
    if (wire.isDown) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => (near.destroy(), far.destroy()));
    }
    near.on('data', (piece: Buffer) => far.write(piece));
    far.on('data', (piece: Buffer) => {
      if (wire.losesAnswers) near.resetAndDestroy();
      else near.write(piece);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(wire, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The browser tries again by itself once, on a new connection; that one is cut too. */
    cut: () => {
      wire.isDown = true;
      for (const socket of sockets) socket.resetAndDestroy();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

describe('sending on a bad connection', () => {
  it('shows how far it is, and a lost connection costs neither the picture nor the link', async () => {
    const wire = await startWire();
    const { page, choose, notice, headline } = await visit(PHONE_320, wire.url);
    await choose(chosen(largePicture()));
    const widen = await narrow(page);
    await page.locator('#send').tap();
    await expect.poll(() => page.innerText('#percent')).toMatch(/^[1-9]\d? %$/);
    expect(await page.innerText('#progress-words')).toBe('Sending');
    wire.cut();
    await expect.poll(notice).toContain('The connection was lost.');
    expect(await page.innerText('#send')).toBe('Try again');
    expect(theLink()).toMatchObject({ used_at: null, failed_attempts: 0 });
    await widen();
    wire.isDown = false;
    await page.locator('#send').tap();
    await headline(ARRIVED);
    expect(attachments()).toHaveLength(1);
    await wire.close();
  });

  it('a picture whose answer got lost is there once, and trying again says that it is', async () => {
    const wire = await startWire();
    const { page, choose, notice, headline } = await visit({}, wire.url);
    await choose(chosen(png()));
    wire.losesAnswers = true;
    await page.click('#send');
    await expect.poll(notice).toContain('The connection was lost.');
    await expect.poll(() => attachments().length).toBe(1);
    wire.losesAnswers = false;
    await page.click('#send');
    await headline(ARRIVED);
    expect(attachments()).toHaveLength(1);
    await wire.close();
  });

  it('can be cancelled, and sent after all', async () => {
    const { page, choose, headline } = await visit();
    await choose(chosen(largePicture()));
    const widen = await narrow(page);
    await page.click('#send');
    await expect.poll(() => page.innerText('#percent')).toMatch(/^[1-9]\d? %$/);
    expect(await page.isVisible('#thumbnail')).toBe(true);
    await page.click('#cancel');
    await expect.poll(() => page.innerText('#status')).toBe('Cancelled. Nothing was sent.');
    expect(theLink()).toMatchObject({ used_at: null, failed_attempts: 0 });
    await widen();
    await page.click('#send');
    await headline(ARRIVED);
    expect(attachments()).toHaveLength(1);
  });

  it('shows the picture that was chosen last, also when the one before takes longer to read', async () => {
    const { page, choose } = await visit();
    await page.evaluate(`globalThis.createImageBitmap = () =>
      new Promise((_resolve, reject) => { globalThis.endReading = () => reject(new Error('No picture.')); })`);
    await page.setInputFiles('#choose', chosen(Buffer.from('of a camera'), 'raw.heic', 'image/heic'));
    await page.waitForFunction('globalThis.endReading !== undefined');
    await choose(chosen(png()));
    await page.evaluate('endReading(), new Promise((resolve) => setTimeout(resolve))');
    expect(await page.innerText('#file-name')).toContain('pump.png');
    expect(await page.isVisible('#send')).toBe(true);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('a busy server is asked again by hand', async () => {
    const { page, choose, notice, headline } = await visit();
    await choose(chosen(png()));
    const body = JSON.stringify({ error: 'rate_limited', message: 'Too many requests.', hint: 'Wait 5 s.' });
    await page.route('**/upload/**', (route) => route.fulfill({ status: 429, body }), { times: 1 });
    await page.click('#send');
    await expect.poll(notice).toBe('Too many requests. Wait 5 s.');
    await page.click('#send');
    await headline(ARRIVED);
  });
});

describe('a link that ends while its page is open', () => {
  it('by the clock: the page says so by itself and takes nothing more', async () => {
    const { path } = await world().mint();
    const context = await browser().newContext();
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(world().url + path);
    // The page's clock goes on by itself, too: the machine may be busy for some of the minutes that are left.
    await page.clock.fastForward(HOUR - 10 * MINUTE);
    expect(await page.isVisible('#chooser')).toBe(true);
    await page.clock.fastForward(10 * MINUTE);
    await page.getByRole('heading', { name: 'This upload link has expired.' }).waitFor();
    expect(await page.locator('input[type=file]').count()).toBe(0);
    await context.close();
  });

  it('by the server’s clock: the picture that comes too late is refused', async () => {
    const { page, choose, headline } = await visit();
    await choose(chosen(png()));
    world().workspace.clock.advance(HOUR);
    await page.click('#send');
    await headline('This upload link has expired.');
    expect(attachments()).toHaveLength(0);
  });

  it('by being revoked', async () => {
    const { page, choose, headline } = await visit();
    await choose(chosen(png()));
    await world().workspace.as('editor', revokeUploadLink, { id: theLink()?.id });
    await page.click('#send');
    await headline('This upload link was withdrawn.');
    expect(attachments()).toHaveLength(0);
  });

  it('by being used in another window: the second picture is refused, and the page says that the link is used', async () => {
    const { page, choose, headline, path } = await visit();
    await choose(chosen(png()));
    expect((await world().post(path, jpeg(), { type: 'image/jpeg' })).status).toBe(200);
    await page.click('#send');
    await headline('This upload link has been used.');
    expect(attachments()).toMatchObject([{ type: 'image/jpeg' }]);
    await page.goto(world().url + path);
    await headline('This upload link has been used.');
    expect(await page.locator('input').count()).toBe(0);
  });
});

describe('without scripts', () => {
  it.each([
    ['on a desktop', {}],
    ['at 320 pixels', PHONE_320],
    ['on an iPhone', { ...IPHONE, deviceScaleFactor: 2 }],
    ['on a Pixel', { ...PIXEL, deviceScaleFactor: 2 }],
  ])('%s the plain form takes a picture', async (_, device) => {
    const { page, headline } = await visit({ ...device, javaScriptEnabled: false });
    expect(await page.isVisible('#chooser')).toBe(false);
    await page.setInputFiles('#picture', chosen(Buffer.from('hello'), 'a.txt', 'text/plain'));
    await page.click('text=Send picture');
    await page.getByText('This file is not a picture.').waitFor();
    await page.setInputFiles('#picture', chosen(png()));
    await page.click('text=Send picture');
    await headline(ARRIVED);
    expect(attachments()).toHaveLength(1);
  });
});

describe('with a script that does not arrive', () => {
  it('the plain form appears and takes a picture', async () => {
    const { path } = await world().mint();
    const context = await browser().newContext();
    const page = await context.newPage();
    await page.route('**/upload-picture-*', (route) => route.abort());
    await page.goto(world().url + path);
    await page.locator('#picture').waitFor();
    await page.setInputFiles('#picture', chosen(png()));
    await page.click('#plain button');
    await page.getByRole('heading', { name: ARRIVED }).waitFor();
    expect(attachments()).toHaveLength(1);
    await context.close();
  });
});

describe('on real phones’ screens', () => {
  it.each([
    ['iPhone', { ...IPHONE, deviceScaleFactor: 2 }],
    ['Pixel', { ...PIXEL, deviceScaleFactor: 2 }],
  ])('%s: the camera and the chooser are a finger wide, and one after the other', async (_, device) => {
    const { page, choose, headline } = await visit(device);
    for (const id of ['.camera', '.choose']) {
      const box = await page.locator(id).boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect(box?.width).toBeGreaterThanOrEqual(200);
    }
    await choose(chosen(jpeg(), 'image.jpg', 'image/jpeg'));
    await page.locator('#send').tap();
    await headline(ARRIVED);
  });
});
