import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Browser } from 'playwright-core';
import type { Attachment } from '../../server/domain/attachment.ts';
import { launchBrowser } from '../browser/launch.ts';
import { openUploadPage, type OpenPage } from './upload-page.ts';
import { startUploads, type UploadWorld } from './upload-world.ts';

export const ARRIVED = 'Your picture has arrived';

export interface PageHarness {
  browser: () => Browser;
  world: () => UploadWorld;
  /** What stands in the document of the link. */
  attachments: () => readonly Attachment[];
  /** Opens a fresh link; `url` is another way to the server. It is closed with the test. */
  visit: (options?: Parameters<typeof openUploadPage>[2], url?: string) => Promise<OpenPage>;
}

/** One browser for the file and a workspace for each test, which fails when its page had errors. */
export function usePages(): PageHarness {
  let browser: Browser;
  let world: UploadWorld;
  let open: OpenPage | undefined;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    world = await startUploads();
  });
  afterEach(async () => {
    const errors = open?.errors ?? [];
    await open?.context.close();
    open = undefined;
    await world.close();
    if (errors.length > 0) throw new Error(`The page had errors: ${errors.join('; ')}`);
  });

  return {
    browser: () => browser,
    world: () => world,
    attachments: () => world.workspace.services.views.attachmentsOf(world.document.id),
    async visit(options, url) {
      open = await openUploadPage(browser, url === undefined ? world : { ...world, url }, options);
      return open;
    },
  };
}
