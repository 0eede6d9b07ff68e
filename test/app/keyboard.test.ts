import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listChangeRequests } from '../../server/operations/change-requests/list.ts';
import { updateDocument } from '../../server/operations/documents/update.ts';
import { listTokens } from '../../server/operations/tokens/list.ts';
import { openAppWorld, type AppPage, type AppWorld } from './app-world.ts';

/** More keys than any page needs to be walked through. */
const MOST_KEYS = 80;
const LONG = Array.from({ length: 80 }, (_, line) => `Line ${line} of many.`).join('\n\n');

let world: AppWorld;

beforeAll(async () => {
  world = await openAppWorld({ members: { eve: 'editor', pat: 'approver' } });
  await world.addPage({
    title: 'Kettle care',
    content: `# Rinsing\n\n${LONG}\n\n# Descaling\n\nVinegar dissolves the limescale.`,
  });
});
afterAll(() => world.close());

const expectFocused = (page: Page, target: Locator) => target.and(page.locator(':focus')).waitFor();

/** Walks with one key until the focus is on what is wanted. */
async function walkTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  const focused = target.and(page.locator(':focus'));
  for (let keys = 0; keys < MOST_KEYS; keys += 1) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${String(target)}`);
}

async function press(page: Page, target: Locator, key?: 'Shift+Tab'): Promise<void> {
  await walkTo(page, target, key);
  await page.keyboard.press('Enter');
}

/** Goes through the search box to the line that the words are meant for. */
async function find(page: Page, words: string, line: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await expectFocused(page, page.getByRole('combobox', { name: 'Find a page or a command' }));
  await page.keyboard.type(words);
  await page.locator('[role=option][aria-selected=true]').filter({ hasText: line }).waitFor();
  await page.keyboard.press('Enter');
}

/** Chooses the tab after the present one with its arrow key: the focus stays with the tabs. */
async function nextTab(page: Page): Promise<void> {
  const chosen = page.getByRole('tab', { selected: true });
  await walkTo(page, chosen);
  const name = await chosen.textContent();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => chosen.textContent()).not.toBe(name);
  await expectFocused(page, chosen);
}

/** “The keyboard alone completes the five main jobs”. */
describe('by the keyboard alone', () => {
  it('somebody finds a page and reads it to its end, and goes to a section of the page that is open', async () => {
    const { page, problems } = await world.openAs('eve');
    await find(page, 'kettle', 'Kettle care');
    await page.getByRole('heading', { level: 1, name: 'Kettle care' }).waitFor();
    await expectFocused(page, page.locator('main, main *'));
    await page.getByText('Vinegar').waitFor();
    await page.keyboard.press('End');
    await expect.poll(() => isSeen(page, page.getByText('Vinegar'))).toBe(true);
    // Again where the browser was still on its way down.
    await expect
      .poll(async () => {
        await page.keyboard.press('Home');
        return page.evaluate('scrollY');
      })
      .toBe(0);
    await find(page, 'limescale', 'Descaling');
    const section = page.getByRole('heading', { name: 'Descaling' });
    await expectFocused(page, section);
    await expect.poll(() => isSeen(page, section)).toBe(true);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('an owner writes a page and publishes it', async () => {
    const { page, problems } = await world.openLocal();
    // The second time nothing has to be loaded, and the title has the focus all the same.
    for (let opened = 0; opened < 2; opened += 1) {
      await find(page, 'trash', 'Trash');
      await page.getByRole('heading', { level: 1, name: 'Trash' }).waitFor();
      await find(page, 'new page', 'New page');
      await expectFocused(page, page.getByLabel('Title'));
    }
    await page.keyboard.type('Written by hand');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/documents\/doc_\w+\/edit/);
    const id = /doc_\w+/.exec(page.url())?.[0] ?? '';
    const text = page.getByRole('textbox', { name: 'Text of the page' });
    await walkTo(page, text);
    await page.keyboard.type('Keys are enough.');
    await page.keyboard.press('Tab');
    await expect.poll(() => text.and(page.locator(':focus')).count()).toBe(0);
    await press(page, page.getByRole('button', { name: 'Publish', exact: true }), 'Shift+Tab');
    await expectFocused(page, page.getByRole('dialog').getByRole('button', { name: 'Publish' }));
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.hash === `#/documents/${id}`);
    expect(await world.read(id)).toMatchObject({
      title: 'Written by hand',
      content: 'Keys are enough.',
      status: 'published',
    });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('an approver approves a change', async () => {
    const { id } = await world.addPage({ title: 'Pouring', content: 'Pour it.' });
    await world.run(updateDocument, { id, content: 'Pour it slowly.', note: 'Safer so.' }, 'eve');
    const { page, problems } = await world.openAs('pat');
    await find(page, 'review', 'Review queue');
    await press(page, page.getByRole('link', { name: /Pouring/ }));
    await walkTo(page, page.getByLabel('Comment'));
    await page.keyboard.type('Thank you');
    await press(page, page.getByRole('button', { name: 'Approve', exact: true }));
    await page.getByText('Approved: “Pouring” is changed.').waitFor();
    await expectFocused(page, page.locator('main'));
    expect((await world.read(id)).content).toBe('Pour it slowly.');
    const { items } = await world.run(listChangeRequests, { state: 'approved' });
    expect(items).toMatchObject([{ document: { id }, comment: 'Thank you' }]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('somebody creates a token and copies it', async () => {
    const { page, problems } = await openToCopy('eve');
    await find(page, 'account', 'Manage account');
    await nextTab(page);
    await press(page, page.getByRole('button', { name: 'Create token' }));
    await expectFocused(page, page.getByRole('dialog').getByLabel('Name'));
    await page.keyboard.type('Script');
    await page.keyboard.press('Enter');
    const secret = (await page.getByText(/^cpl_pat_\w{20,}$/).textContent()) ?? '';
    await press(page, page.getByRole('button', { name: /^Copy/ }).first());
    await expect.poll(() => clipboard(page)).toBe(secret);
    await press(page, page.getByRole('button', { name: 'I have copied it' }));
    await page.getByText(`cpl_pat_…${secret.slice(-4)}`).waitFor();
    const { items } = await world.run(listTokens, { username: 'eve' });
    expect(items).toMatchObject([{ name: 'Script' }]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('somebody connects an assistant: chooses it, copies what it needs, and the light waits for it', async () => {
    const { page, problems } = await openToCopy('pat');
    await find(page, 'connect', 'Connect an assistant');
    const claude = page.getByRole('tab', { name: 'Claude', exact: true });
    await walkTo(page, page.getByRole('tab', { selected: true }));
    await page.keyboard.press('Home');
    await expectFocused(page, claude);
    await page.keyboard.press('Enter');
    await press(page, page.getByRole('button', { name: 'Copy Connector URL' }));
    await page.getByRole('button', { name: 'Copied Connector URL' }).waitFor();
    expect(await clipboard(page)).toBe(`${world.server.publicUrl}/api/mcp`);
    await page.getByRole('status').getByText('No assistant has connected yet').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe('tabs that are addresses', () => {
  it('keep the focus while the arrow keys go through them; the way to another page moves it', async () => {
    const { page, go } = await world.openLocal();
    for (const route of ['/people', '/account', '/connect']) {
      await go(route);
      await expectFocused(page, page.locator('main'));
      await nextTab(page);
      await nextTab(page);
    }
    await page.context().close();
  });
});

async function isSeen(page: Page, target: Locator): Promise<boolean> {
  const box = await target.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');

function openToCopy(username: string): Promise<AppPage> {
  return world.openAs(username, { permissions: ['clipboard-read', 'clipboard-write'] });
}
