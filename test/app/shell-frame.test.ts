import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocument } from '../../server/operations/documents/create.ts';
import { updateDocument } from '../../server/operations/documents/update.ts';
import { endAllSessions } from '../../server/operations/sessions/end-all.ts';
import { openAppPage, openAppWorld, PASSWORD, PHONE, type AppWorld } from './app-world.ts';

const LONG = Array.from({ length: 120 }, (_, line) => `Line ${line} of the long page.`).join('\n\n');

let world: AppWorld;
let long: { id: string; version: number };

beforeAll(async () => {
  world = await openAppWorld({ members: { eve: 'editor' } });
  const { document } = await world.run(createDocument, {
    space: 'notes',
    title: 'Long page',
    content: LONG,
    status: 'published',
  });
  long = document;
});
afterAll(() => world.close());

const write = (title: string, user?: string) =>
  world.run(createDocument, { space: 'notes', title, content: '' }, user);
const notice = (page: Page) => page.locator('.app-notice');
const scrollY = (page: Page) => page.evaluate<number>('window.scrollY');
const scrollTo = (page: Page, y: number) =>
  page.evaluate(`new Promise((done) => {
    addEventListener('scrollend', done, { once: true });
    scrollTo(0, ${y});
  })`);

const isWithin = (box: { y: number; height: number } | null, bottom: number) =>
  box !== null && box.y + box.height <= bottom;

describe('the way through the app', () => {
  it('shows in the navigation where one is, on a low screen too', async () => {
    const { page, go } = await world.openLocal({ viewport: { width: 1280, height: 480 } });
    await go('/audit');
    const link = page.getByRole('link', { name: 'Audit log' });
    await expect.poll(async () => isWithin(await link.boundingBox(), 480 - 60)).toBe(true);
    await page.context().close();
  });

  it('begins with a way past the navigation, and the focus follows to each new page', async () => {
    const { page } = await world.openLocal();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('main:focus').waitFor();

    await page.getByRole('link', { name: 'Documents', exact: true }).press('Enter');
    await expect.poll(() => page.title()).toBe('Documents · Commonplace');
    await page.locator('main:focus').waitFor();
    await expect.poll(() => page.locator('nav [aria-current=page]').allTextContents()).toEqual(['Documents']);
    await page.context().close();
  });

  it('shows a page from its top, and one that the person comes back to as they left it', async () => {
    const { page } = await world.openLocal({ viewport: { width: 1000, height: 300 } });
    await page.goto(`${new URL(page.url()).origin}/#/documents/${long.id}`);
    await page.getByText('Line 119 of').waitFor();
    await scrollTo(page, 900);
    await page.locator('nav').getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { level: 1, name: 'Hello, ada' }).waitFor();
    await expect.poll(() => scrollY(page)).toBe(0);
    await page.goBack();
    await page.getByText('Line 119 of').waitFor();
    await expect.poll(() => scrollY(page)).toBe(900);
    await page.context().close();
  });

  it('leads from the address that assistants name to the page, also past the sign-in', async () => {
    const page = await world.browser.newPage();
    await page.goto(`${world.server.publicUrl}/documents/${long.id}`);
    await page.getByLabel('Username').fill('eve');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Long page' }).waitFor();
    expect(new URL(page.url()).hash).toBe(`#/documents/${long.id}`);
    await page.context().close();
  });

  it('says so where there is no such page', async () => {
    const { page } = await world.openLocal();
    await page.goto(`${new URL(page.url()).origin}/#/nowhere`);
    await page.getByText('There is no such page').waitFor();
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await page.getByRole('heading', { level: 1, name: 'Hello, ada' }).waitFor();
    await page.context().close();
  });

  it('on a phone is behind a button, and out of the way of the Tab key while closed', async () => {
    const { page } = await world.openLocal({ viewport: PHONE });
    const link = page.getByRole('link', { name: 'Documents', exact: true });
    expect(await link.count()).toBe(0);
    const button = page.getByRole('button', { name: 'Navigation' });
    await button.click();
    await link.waitFor();
    expect(await page.locator('main').getAttribute('inert')).not.toBeNull();
    await page.keyboard.press('Escape');
    await link.waitFor({ state: 'hidden' });
    await button.click();
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
    await expect.poll(() => link.count()).toBe(0);
    await page.context().close();
  });

  it('prints the page without what is around it', async () => {
    const { page } = await world.openLocal();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('nav').first().isVisible()).toBe(false);
    const margins = await page.evaluate(
      `getComputedStyle(document.querySelector('main')).paddingInlineStart`,
    );
    expect(margins).toBe('0px');
    await page.context().close();
  });
});

describe('what changes meanwhile', () => {
  it('is said in one line with who did it, and Show leads there; then the line is gone', async () => {
    const { page } = await world.openLocal();
    await page
      .getByRole('link', { name: /Long page/ })
      .first()
      .waitFor();
    await write('Bean list', 'eve');
    await notice(page).getByText('Bean list: changed by eve').waitFor();
    await write('Cup list', 'eve');
    await notice(page).getByText('2 pages changed, last by eve').waitFor();
    await notice(page).getByRole('link', { name: 'Show' }).click();
    await page.getByRole('heading', { level: 1, name: 'Cup list' }).waitFor();
    await notice(page).waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('is no news when it is the reader’s own', async () => {
    const { page } = await world.openLocal();
    await page
      .getByRole('link', { name: /Long page/ })
      .first()
      .waitFor();
    await write('My own list');
    await page
      .getByRole('link', { name: /My own list/ })
      .first()
      .waitFor();
    expect(await notice(page).count()).toBe(0);
    await page.context().close();
  });

  it('appears on the page that is open, where the reader had scrolled to', async () => {
    const { page } = await world.openAs('eve', { viewport: { width: 1000, height: 300 } });
    await page.goto(`${world.server.publicUrl}/#/documents/${long.id}`);
    await page.getByText('Line 119 of').waitFor();
    await scrollTo(page, 900);
    await world.run(updateDocument, {
      id: long.id,
      content: `${LONG}\n\nA new last line.`,
      expected_version: long.version,
      status: 'published',
    });
    await page.getByText('A new last line.').waitFor();
    await notice(page).getByText('This page: changed by ada').waitFor();
    expect(await scrollY(page)).toBe(900);
    await page.context().close();
  });

  it('is caught up with when the server could not be reached for a while', async () => {
    const { page } = await world.openLocal();
    await page.route('**/app/events', (route) => route.abort());
    await page.reload();
    await notice(page).getByText('Commonplace does not answer. Trying again…').waitFor();
    await write('Missed page', 'eve');
    await page.unroute('**/app/events');
    await page
      .getByRole('link', { name: /Missed page/ })
      .first()
      .waitFor();
    await notice(page).getByText('does not answer').waitFor({ state: 'detached' });
    await page.context().close();
  });
});

describe('the person’s menu', () => {
  it.each(['light', 'dark'] as const)('is accessible in %s colours', async (colorScheme) => {
    const { page, expectClean } = await world.openLocal({ colorScheme });
    await page
      .getByRole('link', { name: /Long page/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: /account and colours/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).waitFor();
    await expectClean();
    await page.context().close();
  });

  it('changes the colours, for this browser and the next time too', async () => {
    const { page } = await world.openLocal({ colorScheme: 'light' });
    await page.getByRole('button', { name: /account and colours/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    const isDark = page.locator('html[data-mantine-color-scheme=dark]');
    await isDark.waitFor();
    await page.reload();
    await isDark.waitFor();
    await page.context().close();
  });

  it('signs a member out; at the machine there is nothing to sign out of', async () => {
    const { page } = await world.openAs('eve');
    await page.getByRole('button', { name: /account and colours/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Password').waitFor();
    await page.goto(world.server.publicUrl);
    await page.getByLabel('Password').waitFor();
    await page.context().close();

    const local = await world.openLocal();
    await local.page.getByRole('button', { name: /account and colours/ }).click();
    await local.page.getByRole('menuitemradio', { name: 'Dark' }).waitFor();
    expect(await local.page.getByRole('menuitem', { name: 'Sign out' }).count()).toBe(0);
    await local.page.context().close();
  });
});

describe('signing in leads to the page that somebody asked for', () => {
  async function signIn(page: Page): Promise<void> {
    await page.getByLabel('Username').fill('eve');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByLabel('Password').press('Enter');
  }
  const longPage = (page: Page) => page.getByRole('heading', { name: 'Long page', level: 1 });

  it('given the session is ended in the middle of work, the page says so at once and leads back', async () => {
    const { page, go } = await world.openAs('eve');
    await go(`/documents/${long.id}`);
    await longPage(page).waitFor();
    await world.run(endAllSessions, { username: 'eve' });
    await notice(page).getByText('You are signed out.').waitFor();
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await signIn(page);
    await longPage(page).waitFor();
    expect(new URL(page.url()).hash).toBe(`#/documents/${long.id}`);
    await page.context().close();
  });

  it('given a session that has ended unheard, the first refused call says so, too', async () => {
    const { page } = await world.openAs('eve');
    await page.context().clearCookies();
    await page.getByRole('button', { name: /^Find/ }).click();
    await page.getByRole('combobox').fill('long');
    await notice(page).getByText('You are signed out.').waitFor();
    await page.context().close();
  });

  it('given a link to a page, from a mail perhaps, and also by way of the other form or a mistyped password', async () => {
    const { page } = await openAppPage(world.browser, {
      address: `${world.server.publicUrl}/#/documents/${long.id}`,
      hosts: [],
    });
    await page.getByRole('button', { name: 'Use a one-time code' }).click();
    await page.getByLabel('One-time code').fill('00000-00000');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Use a password instead' }).click();
    await signIn(page);
    await longPage(page).waitFor();
    await page.context().close();
  });
});
