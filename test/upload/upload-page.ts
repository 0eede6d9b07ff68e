import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { PATIENCE } from '../patience.ts';
import type { UploadWorld } from './upload-world.ts';

export const PHONE_320: BrowserContextOptions = {
  viewport: { width: 320, height: 568 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};

export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A picture as somebody chooses it. */
export const chosen = (buffer: Buffer, name = 'pump.png', mimeType = 'image/png'): ChosenFile => ({
  name,
  mimeType,
  buffer,
});

export interface OpenPage {
  page: Page;
  context: BrowserContext;
  path: string;
  /** Errors that the page's own code or policy has made. */
  errors: string[];
  choose: (file: ChosenFile) => Promise<void>;
  /** Waits until the headline says this. */
  headline: (text: string) => Promise<void>;
  /** What is wrong, as it stands above everything else. */
  notice: () => Promise<string>;
}

/** Opens a fresh link in a window of its own. Closing the context closes it. */
export async function openUploadPage(
  browser: Browser,
  world: UploadWorld,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const { path } = await world.mint({ alt: 'The pump' });
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE.timeout);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => void errors.push(message));
  page.on('console', (message) => {
    const isOfNetwork = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isOfNetwork) errors.push(message.text());
  });
  await page.goto(world.url + path);
  return {
    page,
    context,
    path,
    errors,
    choose: async (file) => {
      await page.setInputFiles('#choose', file);
      // By its own name: another one may have been shown before.
      const name = page.locator('#file-name', { hasText: file.name.replace(/\.[^.]*$/, '') });
      await name.waitFor();
    },
    headline: async (text) => {
      await page.getByRole('heading', { name: text }).waitFor();
    },
    notice: async () => (await page.getByRole('alert').innerText()).replaceAll(/\s+/g, ' '),
  };
}

/** Runs in the page: builds the files there and hands them over in an event. */
const HAND_OVER = `({ kind, files }) => {
  const transfer = new DataTransfer();
  for (const { name, mimeType, bytes } of files) {
    transfer.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }));
  }
  const shared = { bubbles: true, cancelable: true };
  document.body.dispatchEvent(
    kind === 'drop'
      ? new DragEvent('drop', { ...shared, dataTransfer: transfer })
      : new ClipboardEvent('paste', { ...shared, clipboardData: transfer }),
  );
}`;

/** Hands files to the page as a drop or a paste does. */
export async function hand(
  page: Page,
  kind: 'drop' | 'paste',
  ...files: readonly ChosenFile[]
): Promise<void> {
  const plain = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, bytes: [...buffer] }));
  await page.evaluate(`(${HAND_OVER})(${JSON.stringify({ kind, files: plain })})`);
}
