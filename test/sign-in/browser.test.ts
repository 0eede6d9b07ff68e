import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { inviteUser } from '../../server/operations/users/invite.ts';
import { launchBrowser } from '../browser/launch.ts';
import { pageProblems } from './page-checks.ts';
import { PASSWORD, startSignIn } from './world.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** A page in a browser of its own; what the browser complains about is collected. */
async function openPage(options: BrowserContextOptions = {}): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    // A refused form is answered with its status, which the browser notes.
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints };
}

describe('the sign-in pages in Chromium', () => {
  test('signing in works by keyboard alone: the first field has the focus, Enter sends', async () => {
    const { server } = await startSignIn();
    const { page, complaints } = await openPage();
    await page.goto(`${server.url}/sign-in?return_to=%2Faccount%2Fpassword`);
    await page.locator('#username:focus').waitFor();
    await page.keyboard.type('editor');
    await page.keyboard.press('Tab');
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=alert]');
    await page.locator('#password:focus').waitFor();
    // The name is still there, so the password has the focus.
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Sign in' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/account/password');
    expect(complaints).toEqual([]);
  });

  test('every form says its Origin, although no page tells other sites where it is from', async () => {
    const { server } = await startSignIn();
    const { page } = await openPage({ javaScriptEnabled: false });
    const origins: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'POST') return;
      void request.allHeaders().then((headers) => origins.push(headers['origin']));
    });
    await page.goto(`${server.url}/sign-in?return_to=%2Faccount`);
    await page.fill('#username', 'editor');
    await page.fill('#password', PASSWORD);
    await page.click('button');
    await page.waitForURL('**/account');
    await expect.poll(() => origins).toEqual([server.url]);
  });

  test('a form of another site is refused, with the visitor’s cookies', async () => {
    const { server } = await startSignIn();
    const other = await startSignIn();
    const { page } = await openPage();
    await page.goto(`${server.url}/sign-in?return_to=%2Faccount`);
    await page.fill('#username', 'editor');
    await page.fill('#password', PASSWORD);
    await page.click('button');
    await page.waitForURL('**/account');
    await page.goto(`${other.server.url.replace('127.0.0.1', 'localhost')}/sign-in`);
    await page.evaluate(`document.forms[0].action = '${server.url}/sign-out'; document.forms[0].submit()`);
    await page.waitForURL('**/sign-out');
    await page.goto(`${server.url}/account`);
    expect(new URL(page.url()).pathname).toBe('/account');
  });

  describe.each([
    { colorScheme: 'light', width: 320 },
    { colorScheme: 'dark', width: 320 },
    { colorScheme: 'light', width: 768 },
    { colorScheme: 'dark', width: 768 },
  ] as const)('$colorScheme, $width px wide', ({ colorScheme, width }) => {
    test('no page is wider than the window, has a small target or a finding of axe-core', async () => {
      const { server } = await startSignIn();
      const { url } = await server.workspace.as('admin', inviteUser, { username: 'eve', role: 'editor' });
      const { page, complaints } = await openPage({ colorScheme, viewport: { width, height: 640 } });
      const problems: string[] = [];
      const check = async (path: string) => {
        await page.goto(server.url + path);
        problems.push(...(await pageProblems(page)).map((finding) => `${path}: ${finding}`));
      };
      for (const path of [
        '/sign-in',
        '/sign-in/code',
        new URL(url).pathname,
        '/invitation/none',
        '/sign-out',
      ])
        await check(path);
      await page.goto(`${server.url}/sign-in?return_to=%2Faccount`);
      await page.fill('#username', 'editor');
      await page.fill('#password', PASSWORD);
      await page.click('button');
      await page.waitForURL('**/account');
      for (const path of ['/account', '/account/password', '/sign-out']) await check(path);
      expect(problems).toEqual([]);
      expect(complaints).toEqual([]);
    });
  });
});
