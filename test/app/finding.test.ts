import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { createDocument } from '../../server/operations/documents/create.ts';
import { DESKTOP, openAppWorld, PHONE, type AppWorld } from './app-world.ts';

let world: AppWorld;

beforeAll(async () => {
  world = await openAppWorld({ members: { eve: 'editor', vera: 'viewer' } });
  const pages: [title: string, content: string, tags: string[]][] = [
    [
      'Kettle care',
      '# Rinsing\n\nWith clear water.\n\n# Descaling\n\nVinegar dissolves the limescale.',
      ['shop'],
    ],
    ['Opening hours', 'From nine to five.', ['new staff']],
    ['Thermostat repair', 'Turn the screw.', []],
  ];
  for (const [title, content, tags] of pages)
    await world.run(createDocument, { space: 'notes', title, content, tags, status: 'published' });
  await world.run(createDocument, { space: 'notes', title: 'Kettle budget', content: 'Not yet.' });
});
afterAll(() => world.close());

const field = (page: Page) => page.getByRole('combobox', { name: 'Find a page or a command' });
const chosen = (page: Page) => page.locator('[role=option][aria-selected=true]');

async function expectChosen(page: Page, label: string): Promise<void> {
  await expect.poll(() => chosen(page).allTextContents()).toEqual([label]);
}

async function expectRecentPageNoted(page: Page): Promise<void> {
  const keys = () => page.evaluate<string>('Object.keys(localStorage).join()');
  await expect.poll(keys).toContain('recent-pages');
}

async function openFinder(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await expectFieldFocused(page);
}

async function expectFieldFocused(page: Page): Promise<void> {
  await field(page).and(page.locator(':focus')).waitFor();
}

async function find(page: Page, text: string): Promise<void> {
  await openFinder(page);
  await page.keyboard.type(text);
}

describe('the search box', () => {
  it('given a word is begun, finds the page by what it says, with the section, and Enter opens it there', async () => {
    const { page, problems } = await world.openLocal();
    await find(page, 'limesc');
    const line = page.getByRole('option', { name: /Kettle care/ });
    await line.waitFor();
    await expect.poll(() => line.textContent()).toContain('Descaling');
    await expect.poll(() => line.locator('mark').first().textContent()).toMatch(/limesc/i);
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/documents\/doc_\w+\/section\//);
    await field(page).waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is worked by the keyboard alone: the arrows choose round and round, Escape leads back to where one was', async () => {
    const { page } = await world.openLocal();
    const home = page.getByRole('link', { name: 'Home' });
    await home.focus();
    await openFinder(page);
    await expectChosen(page, 'New page');
    await page.keyboard.press('ArrowDown');
    await expectChosen(page, 'Go to Home');
    const active = await field(page).getAttribute('aria-activedescendant');
    expect(active).toBe(await chosen(page).getAttribute('id'));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expectChosen(page, 'Colours: Like the system');
    await page.keyboard.press('Escape');
    await field(page).waitFor({ state: 'detached' });
    await home.and(page.locator(':focus')).waitFor();
    await page.context().close();
  });

  it('completes operators and their values, and finds by them', async () => {
    const { page } = await world.openLocal();
    await find(page, 'ta');
    await page.getByRole('option', { name: 'tag:' }).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('option', { name: 'tag:"new staff"' }).click();
    await expect.poll(() => field(page).inputValue()).toBe('tag:"new staff" ');
    await page.getByRole('option', { name: /Opening hours/ }).waitFor();
    await page.getByText('1 page', { exact: true }).waitFor();
    await page.context().close();
  });

  it('given a word is mistyped beyond recognition, says what may have been meant', async () => {
    const { page } = await world.openLocal();
    await find(page, 'termostat repear');
    const meant = page.getByRole('option', { name: /Thermostat repair/ });
    await meant.waitFor();
    await meant.click();
    await page.waitForURL(/#\/documents\/doc_/);
    await page.context().close();
  });

  it('given nothing is written, offers the pages that were looked at last', async () => {
    const { page } = await world.openLocal();
    await page
      .getByRole('link', { name: /Opening hours/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Opening hours' }).waitFor();
    await expectRecentPageNoted(page);
    await openFinder(page);
    await page.getByRole('group', { name: 'Recent pages' }).getByText('Opening hours').waitFor();
    await page.keyboard.press('Escape');
    await page.context().close();
  });

  it('given somebody else comes to the same browser, does not tell what was looked at before', async () => {
    const { page } = await world.openAs('eve');
    await page
      .getByRole('link', { name: /Opening hours/ })
      .first()
      .click();
    await expectRecentPageNoted(page);
    await page.context().clearCookies();
    await page.goto(`${world.server.publicUrl}/sign-in?return_to=%2F`);
    await page.getByLabel('Username').fill('vera');
    await page.getByLabel('Password').fill('seven grey kettles sing');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Hello, vera' }).waitFor();
    await openFinder(page);
    await page.getByRole('option', { name: 'Go to Home' }).waitFor();
    expect(await page.getByRole('group', { name: 'Recent pages' }).count()).toBe(0);
    await page.context().close();
  });

  it('offers a new page to those who may write, and a viewer neither that nor drafts', async () => {
    const { page } = await world.openAs('vera');
    await find(page, 'kettle');
    await page.getByText('1 page', { exact: true }).waitFor();
    expect(await page.getByRole('option', { name: /Kettle budget/ }).count()).toBe(0);
    await field(page).fill('new');
    await page.getByText(/No page|1 page/).waitFor();
    expect(await page.getByRole('option', { name: 'New page' }).count()).toBe(0);
    await page.context().close();

    const editor = await world.openAs('eve');
    await find(editor.page, 'new');
    await editor.page.getByRole('option', { name: 'New page' }).waitFor();
    await editor.page.context().close();
  });

  it('changes the colours', async () => {
    const { page } = await world.openLocal({ colorScheme: 'light' });
    await find(page, 'dark');
    await page.getByRole('option', { name: 'Colours: Dark' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)('is accessible in %s colours, on a phone too', async (colorScheme) => {
    for (const viewport of [DESKTOP, PHONE]) {
      const { page, expectClean } = await world.openLocal({ colorScheme, viewport });
      await page.getByRole('region', { name: 'Address' }).getByText('For people').waitFor();
      if (viewport) await page.getByRole('button', { name: 'Find' }).click();
      else await openFinder(page);
      await expectFieldFocused(page);
      await page.keyboard.type('kettle');
      await page.getByRole('option', { name: /Kettle care/ }).waitFor();
      await expectClean();
      await page.context().close();
    }
  });
});
