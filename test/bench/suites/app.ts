import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../browser/launch.ts';
import { buildServer, startBuiltServer, type BuiltServer } from '../../processes/built-server.ts';
import { median, milliseconds, type Finding, type Suite } from '../report.ts';
import { seedFolder } from '../seed.ts';

const DOCUMENTS = 10_000;
const FIRST_SCREENS = 5;
const OPENED = 24;
const SEARCHES = [
  'window',
  'open the file',
  'menu item',
  'configure server',
  'security policy',
  'render process',
  'keyboard shortcut',
  'update version',
  'default value',
  'error message',
  'network request',
  'install package',
];
const INITIAL_SCRIPT_LIMIT = 250_000;

/** What somebody waits for who reads a large workspace in a browser: the built program, the real pages, Chromium. */
export const app: Suite = {
  name: 'app',
  title: 'The app on 10,000 documents',
  async run() {
    const seeded = await seedFolder(DOCUMENTS);
    await buildServer();
    const server = await startBuiltServer(seeded.folder);
    const browser = await launchBrowser();
    try {
      await indexIsReady(server, seeded.secret);
      const page = await openApp(browser, server);
      return [
        await measureFirstScreen(page),
        await measureInitialScript(page),
        await measureOpening(page),
        await measureSearches(page),
      ];
    } finally {
      await browser.close();
      await server.stop();
      await seeded.remove();
    }
  },
};

async function indexIsReady({ url }: BuiltServer, secret: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/api/v1/search?q=window`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    const { partial } = (await answer.json()) as { partial: boolean };
    if (!partial) return;
  }
}

/** The app at the machine, with whatever is loaded once. Times are taken inside of the page, by these functions. */
async function openApp(browser: Browser, server: BuiltServer): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(`
    window.whenTrue = (test) => new Promise((resolve) => {
      const look = () => {
        if (!test()) return false;
        observer.disconnect();
        requestAnimationFrame(() => resolve(performance.now()));
        return true;
      };
      const observer = new MutationObserver(look);
      if (!look()) observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    });
    window.homeShown = window.whenTrue(() => document.querySelector('main h1') && document.body?.innerText.includes('For people'));
  `);
  await page.goto(server.launchAddress);
  await page.evaluate('window.homeShown');
  return page;
}

/** Home whole, from the first byte of its page; nothing is in the browser's cache. */
async function measureFirstScreen(page: Page): Promise<Finding> {
  const session = await page.context().newCDPSession(page);
  const times: number[] = [];
  for (let round = 0; round < FIRST_SCREENS; round += 1) {
    await session.send('Network.clearBrowserCache');
    await page.reload();
    times.push(
      await page.evaluate<number>(
        `window.homeShown.then((shown) => shown - performance.getEntriesByType('navigation')[0].responseStart)`,
      ),
    );
  }
  return finding(
    'Home, from the first byte of its page',
    median(times),
    1500,
    `${FIRST_SCREENS} loads, cold cache`,
  );
}

async function measureInitialScript(page: Page): Promise<Finding> {
  const sources = await page.evaluate<string[]>(
    `[...document.querySelectorAll('script[src], link[rel=modulepreload]')].map((element) => element.src || element.href)`,
  );
  let bytes = 0;
  for (const source of sources) {
    const answer = await page.context().request.get(source);
    bytes += gzipSync(await answer.body()).length;
  }
  return {
    goal: 'JavaScript that a first visit waits for',
    target: '≤ 250 kB',
    measured: `${Math.round(bytes / 1000)} kB`,
    isMet: bytes <= INITIAL_SCRIPT_LIMIT,
    detail: `${sources.length} files, gzip`,
  };
}

/** From the press on a title in the list to its whole text on the screen; each document is opened for the first time. */
async function measureOpening(page: Page): Promise<Finding> {
  const times: number[] = [];
  await page.evaluate(`location.hash = '/documents'`);
  for (let index = 0; index < OPENED; index += 1) {
    await page.evaluate(
      `window.whenTrue(() => document.querySelectorAll('main ul li a').length > ${OPENED - 1})`,
    );
    times.push(
      await page.evaluate<number>(`(() => {
        const link = document.querySelectorAll('main ul li a[href*="/documents/doc_"]')[${index}];
        const title = link.textContent;
        const began = performance.now();
        link.click();
        return window
          .whenTrue(() => document.querySelector('article h1')?.textContent === title
            && document.querySelector('article p, article li, article pre'))
          .then((shown) => shown - began);
      })()`),
    );
    await page.goBack();
  }
  return finding(
    'Opening a document, at the median',
    median(times),
    150,
    `${OPENED} of the list, slowest ${milliseconds(Math.max(...times))}`,
  );
}

/** From the last key to the results for all that is written. */
async function measureSearches(page: Page): Promise<Finding> {
  const times: number[] = [];
  for (const words of SEARCHES) {
    await page.keyboard.press('ControlOrMeta+k');
    const field = page.getByRole('combobox', { name: 'Find a page or a command' });
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type(words.slice(0, -1), { delay: 60 });
    await page.evaluate(`void (window.found = new Promise((resolve) => {
      document.addEventListener('keydown', () => {
        const began = performance.now();
        window.whenTrue(() => document.querySelector('[role=dialog] [role=combobox]').value === ${JSON.stringify(words)}
            && !document.querySelector('[role=dialog] .mantine-Loader-root')
            && document.querySelector('[role=option] mark'))
          .then((shown) => resolve(shown - began));
      }, { capture: true, once: true });
    }))`);
    await page.keyboard.type(words.slice(-1));
    times.push(await page.evaluate<number>('window.found'));
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
  }
  return finding(
    'Results after the last key, at the median',
    median(times),
    100,
    `${SEARCHES.length} searches, slowest ${milliseconds(Math.max(...times))}`,
  );
}

function finding(goal: string, time: number, limit: number, detail: string): Finding {
  return { goal, target: `≤ ${limit} ms`, measured: milliseconds(time), isMet: time <= limit, detail };
}
