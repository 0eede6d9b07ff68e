import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { listChangeRequests } from '../../server/operations/change-requests/list.ts';
import { updateSettings } from '../../server/operations/settings/update.ts';
import { DESKTOP, openAppWorld, PHONE, type AppWorld } from './app-world.ts';

let world: AppWorld;

beforeAll(async () => {
  world = await openAppWorld({ members: { eve: 'editor', vic: 'viewer' } });
  await world.run(updateSettings, { approval_mode: 'strict' });
});
afterAll(() => world.close());

const text = (page: Page) => page.getByRole('textbox', { name: 'Text of the page' });

/** Types at the end of the text, as a person does. */
async function write(page: Page, words: string): Promise<void> {
  await text(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(words);
}

describe('a new page', () => {
  it('begins with a title, a place and a template, and is a draft at once', async () => {
    const app = await world.openLocal();
    await app.go('/documents/new');
    await app.page.getByLabel('Title').fill('Water the garden');
    await app.page.getByRole('radio', { name: 'How-to' }).check();
    await app.expectClean();
    await app.page.getByRole('button', { name: 'Create the draft' }).click();
    await text(app.page).waitFor();
    const id = /documents\/(doc_\w+)\/edit/.exec(app.page.url())?.[1] ?? '';
    const document = await world.read(id);
    expect(document).toMatchObject({ title: 'Water the garden', status: 'draft', space: 'notes' });
    expect(document.content).toContain('##');
    expect(app.problems).toEqual([]);
  });

  it('is not for viewers, who are told why', async () => {
    const { page, go } = await world.openAs('vic');
    await go('/documents/new');
    await page.getByText('There is no space that you may write in').waitFor();
  });
});

describe('a draft', () => {
  it('is saved by itself after the last key, and shows its readers’ view beside the text', async () => {
    const { id } = await world.addPage({ title: 'Kettle', content: 'Descale it.\n', status: 'draft' });
    const { page, go, expectClean } = await world.openLocal();
    await go(`/documents/${id}/edit`);
    await write(page, '\n## Every month');
    await page
      .getByRole('region', { name: 'Preview' })
      .getByRole('heading', { name: 'Every month' })
      .waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved$/ })
      .waitFor();
    expect(await world.read(id)).toMatchObject({
      content: 'Descale it.\n\n## Every month',
      status: 'draft',
    });
    await expectClean();
  });

  it('offers our blocks after a slash, and says at the line what is wrong with one', async () => {
    const { id } = await world.addPage({ title: 'Blocks', content: '', status: 'draft' });
    const { page, go, problems } = await world.openLocal();
    await go(`/documents/${id}/edit`);
    await write(page, '/tab');
    await page.getByRole('option', { name: /^Tabs/ }).click();
    await page.getByRole('region', { name: 'Preview' }).getByRole('tab', { name: 'macOS' }).waitFor();
    await write(page, '\n:::tip-of-the-day\nx\n:::\n');
    await page.getByRole('button', { name: '1 hint' }).click();
    await page.getByText('There is no block “tip-of-the-day”').first().waitFor();
    expect(problems).toEqual([]);
  });

  it('takes its title, type, tags and summary, too', async () => {
    const { id } = await world.addPage({ title: 'Old name', content: 'x', status: 'draft' });
    const { page, go, expectClean } = await world.openLocal();
    await go(`/documents/${id}/edit`);
    await page.getByLabel('Title').fill('New name');
    await page.getByRole('button', { name: 'Details' }).click();
    await page.getByLabel('Summary').fill('What it is about.');
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Policy' }).click();
    await page.getByRole('combobox', { name: 'Tags' }).fill('rules');
    await page.keyboard.press('Enter');
    await expectClean();
    await page.keyboard.press('Escape');
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved$/ })
      .waitFor();
    expect(await world.read(id)).toMatchObject({
      title: 'New name',
      summary: 'What it is about.',
      type: 'policy',
      tags: ['rules'],
    });
  });

  it('is published by whoever may, without a word about what changed, and the page says so', async () => {
    const { id } = await world.addPage({ title: 'Ready', content: 'All done.', status: 'draft' });
    const { page, go } = await world.openLocal();
    await go(`/documents/${id}/edit`);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish this page' });
    expect(await dialog.getByRole('textbox').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Published', { exact: true }).first().waitFor();
    await page.waitForURL((url) => url.hash === `#/documents/${id}`);
    expect((await world.read(id)).status).toBe('published');
  });
});

describe('a published page', () => {
  it('changes only when its writer says so, and what is unsaved comes back after a reload', async () => {
    const { id } = await world.addPage({ title: 'Live', content: 'As it is.', status: 'published' });
    const { page, go } = await world.openLocal();
    await go(`/documents/${id}/edit`);
    await write(page, ' And more.');
    await page.getByText('Kept on this device').waitFor();
    await kept(page, id);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('are back').waitFor();
    await expect.poll(() => text(page).textContent()).toContain('And more.');
    expect((await world.read(id)).content).toBe('As it is.');
    await page.getByRole('button', { name: 'Publish changes' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What changed, and why?').fill('It was too short.');
    await dialog.getByRole('button', { name: 'Publish changes' }).click();
    await page.getByText('Your changes are published').waitFor();
    expect((await world.read(id)).content).toBe('As it is. And more.');
  });

  it('asks before a link leads away from changes that nobody else has', async () => {
    const { id } = await world.addPage({ title: 'Guarded', content: 'x', status: 'published' });
    const { page, go } = await world.openLocal();
    await go(`/documents/${id}/edit`);
    await write(page, 'y');
    await page.getByRole('link', { name: 'Back to the page' }).click();
    await page.getByRole('dialog', { name: 'Leave without publishing?' }).waitFor();
    await page.getByRole('button', { name: 'Keep writing' }).click();
    expect(page.url()).toContain('/edit');
  });

  it('of a strict workspace is changed by an editor through review, who goes on with the change that waits', async () => {
    const { id } = await world.addPage({ title: 'Rules', content: 'Be kind.', status: 'published' });
    const app = await world.openAs('eve');
    await app.go(`/documents/${id}/edit`);
    await write(app.page, ' Be brief.');
    await app.page.getByRole('button', { name: 'Request review' }).click();
    const dialog = app.page.getByRole('dialog');
    await dialog.getByLabel('Note for the reviewer').fill('Please look.');
    await dialog.getByRole('button', { name: 'Request review' }).click();
    await app.page.getByText('An approver looks at your change before readers see it.').waitFor();
    await app.expectClean();
    await app.page.getByRole('button', { name: 'Back to the page' }).click();
    expect((await world.read(id)).content).toBe('Be kind.');
    const { items } = await world.run(listChangeRequests, { state: 'pending' });
    expect(items).toMatchObject([{ document: { id }, author: { username: 'eve' } }]);

    await app.page.getByText('Your change waits for review.').waitFor();
    await app.expectClean();
    const shown = app.page.getByRole('link', { name: 'Show it' });
    expect(await shown.getAttribute('href')).toBe(`#/review/${items[0]?.id}`);
    for (let opened = 0; opened < 2; opened += 1) {
      await app.page.getByRole('link', { name: 'Edit' }).click();
      await app.page.getByText('which waits for review').waitFor();
      await expect.poll(() => text(app.page).textContent()).toBe('Be kind. Be brief.');
      // Untouched, it is with the reviewer: there is nothing to ask.
      await app.page.getByRole('link', { name: 'Back to the page' }).click();
      await shown.waitFor();
    }
    await app.page.getByRole('link', { name: 'Edit' }).click();
    await text(app.page).waitFor();
    await write(app.page, ' Be quick.');
    await app.page.getByRole('link', { name: 'Back to the page' }).click();
    await app.page.getByRole('dialog', { name: 'Leave without publishing?' }).waitFor();
  });
});

describe('the editor', () => {
  it.each(['light', 'dark'] as const)(
    'is accessible and quiet in %s colours, on a phone too',
    async (colorScheme) => {
      const { id } = await world.addPage({ title: 'Everything', content: EVERYTHING, status: 'draft' });
      for (const viewport of [DESKTOP, PHONE]) {
        const { page, go, expectClean } = await world.openLocal({
          colorScheme,
          viewport,
        });
        await go(`/documents/${id}/edit`);
        await text(page).waitFor();
        await expectClean();
        await page.context().close();
      }
    },
  );
});

const EVERYTHING = `Words with *emphasis*, **weight**, \`code\` and [a link](https://example.com).

> [!NOTE]
> A remark.

- [ ] A step

| Part | Price |
| --- | --- |
| Seal | 3 |
`;

/** Waits until the browser has the unsaved text on its own disk. */
async function kept(page: Page, id: string): Promise<void> {
  const isKept = `(async () => {
    const found = await indexedDB.databases();
    if (!found.some(({ name }) => name === 'commonplace-writing')) return false;
    return new Promise((resolve) => {
      const opening = indexedDB.open('commonplace-writing');
      opening.onsuccess = () => {
        const keys = opening.result.transaction('unsaved').objectStore('unsaved').getAllKeys();
        keys.onsuccess = () => resolve(keys.result.some((key) => key.endsWith(${JSON.stringify(id)})));
      };
    });
  })()`;
  await expect.poll(() => page.evaluate(isKept)).toBe(true);
}
