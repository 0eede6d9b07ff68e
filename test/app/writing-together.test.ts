import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { listAttachments } from '../../server/operations/attachments/list.ts';
import { updateDocument } from '../../server/operations/documents/update.ts';
import { listVersions } from '../../server/operations/versions/list.ts';
import { openAppWorld, PHONE, type AppWorld } from './app-world.ts';
import { showAsPublic } from './shown-as-public.ts';

let world: AppWorld;

beforeAll(async () => {
  world = await openAppWorld({ members: { eve: 'editor' } });
});
afterAll(() => world.close());

function addPage(title: string, content: string, status: 'draft' | 'published' = 'draft') {
  return world.addPage({ title, content, status });
}

const change = (id: string, fields: object, user?: string) =>
  world.run(updateDocument, { id, ...fields }, user);
const text = (page: Page) => page.getByRole('textbox', { name: 'Text of the page' });

/** Puts words before everything else, as a person does. */
async function writeFirst(page: Page, words: string): Promise<void> {
  await text(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type(words);
}

/** Nothing that the page saves arrives before this has happened. */
async function beforeSaves(page: Page, happen: () => Promise<void>): Promise<void> {
  const { promise: hasHappened, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/app/call/documents.update', async (route) => {
    await hasHappened;
    await route.continue();
  });
  await happen();
  letGo();
}

const RECIPE = 'Flour\nWater\nSalt\n\nMix it all.\n\nBake it.\n';

describe('two people who write the same page', () => {
  it('see each other’s words as they are saved, while they have nothing unsaved themselves', async () => {
    const { id } = await addPage('Shared', 'One.');
    const { page, go } = await world.openLocal();
    await go(`/documents/${id}/edit`);
    await text(page).waitFor();
    await change(id, { content: 'One.\n\nTwo by Eve.' }, 'eve');
    await text(page).getByText('Two by Eve.').waitFor();
  });

  it('lose nothing: changes of different places fit together, and are saved once the writer has seen it', async () => {
    const { id } = await addPage('Bread', RECIPE);
    const app = await world.openLocal();
    await app.go(`/documents/${id}/edit`);
    await text(app.page).waitFor();
    await beforeSaves(app.page, async () => {
      await writeFirst(app.page, 'Rye ');
      await change(id, { content: RECIPE.replace('Bake it.', 'Bake it for an hour.') }, 'eve');
    });
    await app.page.getByRole('heading', { level: 1, name: 'Bring both changes together' }).waitFor();
    await app.page.getByText('Both changes fit together.').waitFor();
    await app.page.getByRole('textbox', { name: 'Merged text' }).waitFor();
    await app.expectClean();
    await app.page.getByRole('button', { name: 'Use the merged text' }).click();
    await app.page
      .getByRole('status')
      .filter({ hasText: /^Saved$/ })
      .waitFor();
    expect((await world.read(id)).content).toBe(`Rye ${RECIPE.replace('Bake it.', 'Bake it for an hour.')}`);
  });

  it.each([
    ['Keep theirs', 'Spelt\n'],
    ['Keep mine', 'Rye Flour\n'],
    ['Keep both', 'Spelt\nRye Flour\n'],
  ])('decide where both changed the same place: %s', async (choice, first) => {
    const { id } = await addPage(`Bread, ${choice}`, RECIPE);
    const { page, go } = await world.openLocal();
    await go(`/documents/${id}/edit`);
    await text(page).waitFor();
    await beforeSaves(page, async () => {
      await writeFirst(page, 'Rye ');
      await change(id, { content: RECIPE.replace('Flour', 'Spelt') }, 'eve');
    });
    await page.getByText('One decision left').waitFor();
    expect(await page.getByRole('button', { name: 'Use the merged text' }).isDisabled()).toBe(true);
    await page.getByRole('radio', { name: choice }).check();
    await page.getByRole('button', { name: 'Use the merged text' }).click();
    const merged = RECIPE.replace('Flour\n', first);
    await expect.poll(async () => (await world.read(id)).content).toBe(merged);
  });

  it('may have changed a field, too: it is named and decided', async () => {
    const { id } = await addPage('Names', 'x', 'published');
    const app = await world.openLocal({ colorScheme: 'dark', viewport: PHONE });
    await app.go(`/documents/${id}/edit`);
    await app.page.getByLabel('Title').fill('My name');
    await change(id, { title: 'Their name' });
    await app.page.getByRole('radio', { name: 'My name' }).check();
    await app.expectClean();
    await app.page.getByRole('button', { name: 'Use the merged text' }).click();
    await app.page.getByRole('button', { name: 'Publish changes' }).click();
    await app.page.getByRole('dialog').getByRole('button', { name: 'Publish changes' }).click();
    await expect.poll(async () => (await world.read(id)).title).toBe('My name');
  });
});

describe('the history of a page', () => {
  it('shows what each version changed, and leads back to any of them', async () => {
    const { id } = await addPage('Rules', 'Be kind.', 'published');
    await change(id, { content: 'Be rude.', note: 'Something went wrong' });
    await change(id, { title: 'House rules', note: 'A better name' });
    const { page, go, expectClean } = await world.openLocal();
    await go(`/documents/${id}/history`);
    await page.getByRole('button', { name: /Something went wrong/ }).click();
    await page.getByRole('textbox', { name: 'Version 2' }).getByText('rude').waitFor();
    await expectClean();
    await page.getByText('Compared with').click();
    await page.getByText('What changed from version 2 to version 3').waitFor();
    await page.getByText('House rules', { exact: true }).nth(1).waitFor();
    const versions = page.getByRole('navigation', { name: 'Versions' });
    await versions.getByRole('button').last().click();
    await page.getByRole('button', { name: 'Restore this version' }).click();
    await page.getByText('Version 1 is the page again').waitFor();
    expect(await world.read(id)).toMatchObject({ content: 'Be kind.', title: 'Rules', version: 4 });
  });

  it('compares any two versions, from the older to the newer, and never one with itself', async () => {
    const { id } = await addPage('Tea', 'One cup.', 'published');
    for (const content of ['Two cups.', 'Three cups.', 'Four cups.'])
      await change(id, { content, note: content });
    const { page, go, expectClean } = await world.openLocal({ viewport: { width: 1400, height: 800 } });
    await go(`/documents/${id}/history`);
    const versions = page.getByRole('navigation', { name: 'Versions' });
    await page.getByText('Compared with').click();
    await page.getByText('What changed from version 3 to version 4').waitFor();
    const other = page.getByLabel('Version to compare with');
    await other.selectOption('1');
    await versions.getByRole('button', { name: /Version 3/ }).click();
    await page.getByText('What changed from version 1 to version 3').waitFor();
    await page.getByRole('textbox', { name: 'Version 1' }).getByText('One cup.').waitFor();
    await page.getByRole('textbox', { name: 'Version 3' }).getByText('Three cups.').waitFor();
    await expectClean();
    await versions.getByRole('button', { name: /Version 1/ }).click();
    await page.getByText('What changed from version 1 to version 4').waitFor();
    expect(await other.locator('option').count()).toBe(3);
  });

  it('is accessible in dark colours and on a phone', async () => {
    const { id } = await addPage('Dark', 'One.\n');
    await change(id, { content: 'Two.\n' });
    const { page, go, expectClean } = await world.openLocal({ colorScheme: 'dark', viewport: PHONE });
    await go(`/documents/${id}/history`);
    await page.getByText('Two.').first().waitFor();
    await page.getByText('Compared with').click();
    await page.getByText('What changed from version 1 to version 2').waitFor();
    await page.getByText('Two.').first().waitFor();
    await expectClean();
  });
});

describe('a picture', () => {
  it('that is dropped into the text is attached and placed where it fell', async () => {
    const { id } = await addPage('Pump', 'Before.\n');
    const { page, go, problems } = await world.openLocal();
    await go(`/documents/${id}/edit`);
    await text(page).waitFor();
    await drop(page, 'pump.png', 'image/png', PIXEL);
    await page.getByRole('region', { name: 'Preview' }).locator('img').waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved$/ })
      .waitFor();
    const { items } = await world.run(listAttachments, { doc_id: id });
    expect(items).toMatchObject([{ name: 'pump.png', type: 'image/png' }]);
    expect((await world.read(id)).content).toContain(`](/attachments/${items[0]?.id}/pump.png)`);
    expect(problems).toEqual([]);
  });

  it('that is none is refused in words, and the text stays as it was', async () => {
    const { id } = await addPage('No picture', 'Before.');
    const { page, go } = await world.openLocal();
    await go(`/documents/${id}/edit`);
    await text(page).waitFor();
    await drop(page, 'fake.png', 'image/png', btoa('not a picture'));
    await page.getByRole('alert').waitFor();
    await expect.poll(() => text(page).textContent()).toBe('Before.');
  });

  it('is sent from a phone on an address that the page shows as a code', async () => {
    const { id } = await addPage('From the phone', 'x');
    const { page, go, expectClean } = await world.openLocal();
    await showAsPublic(page, world.server.publicUrl, 'https://notes.example');
    await go(`/documents/${id}/edit`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Picture from your phone' }).click();
    const width = `document.querySelector('img[alt^="Code with"]')?.naturalWidth ?? 0`;
    await expect.poll(() => page.evaluate<number>(width)).toBeGreaterThan(0);
    await expectClean();
  });

  it('is sent from no phone while the workspace is reached on its own computer only: the page says where to go', async () => {
    const { id } = await addPage('No phone', 'x');
    const { page, go } = await world.openLocal();
    await go(`/documents/${id}/edit`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Picture from your phone' }).click();
    await page.getByText('A phone cannot open this address').waitFor();
    await page.getByRole('link', { name: 'Choose a public address' }).waitFor();
  });
});

describe('many saves of one go', () => {
  it('are one entry of the history, which opens', async () => {
    const { id } = await addPage('Saved often', 'a');
    const { page, go } = await world.openLocal();
    await go(`/documents/${id}/edit`);
    await text(page).click();
    const versions = async () => (await world.run(listVersions, { id })).total;
    for (const [before, key] of ['b', 'c', 'd'].entries()) {
      await page.keyboard.press('Control+End');
      await page.keyboard.type(key);
      await page.keyboard.press('Control+s');
      await expect.poll(versions).toBe(before + 2);
      await page
        .getByRole('status')
        .filter({ hasText: /^Saved$/ })
        .waitFor();
    }
    await go(`/documents/${id}/history`);
    await page.getByRole('button', { name: '2 earlier saves' }).click();
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Versions' }).getByRole('button').count())
      .toBe(4);
  });
});

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Lets a file fall on the text, as from a folder on the desk. */
async function drop(page: Page, name: string, type: string, base64: string): Promise<void> {
  await page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob(${JSON.stringify(base64)}), (c) => c.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], ${JSON.stringify(name)}, { type: ${JSON.stringify(type)} }));
    const target = document.querySelector('.cm-content');
    const { left, top } = target.getBoundingClientRect();
    const at = { clientX: left + 20, clientY: top + 20 };
    target.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data, ...at }));
  })()`);
}
