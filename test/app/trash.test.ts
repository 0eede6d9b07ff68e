import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocument } from '../../server/operations/documents/create.ts';
import { listDocuments } from '../../server/operations/documents/list.ts';
import { trashDocument } from '../../server/operations/documents/trash.ts';
import { listTrash } from '../../server/operations/trash/list.ts';
import { openAppWorld, PHONE, type AppWorld } from './app-world.ts';

let world: AppWorld;

beforeAll(async () => {
  world = await openAppWorld();
  await world.addMember('eve', 'editor');
  await world.addMember('vera', 'viewer');
});
afterAll(() => world.close());

async function trash(title: string, status: 'draft' | 'published'): Promise<string> {
  const { document } = await world.run(createDocument, { space: 'notes', title, content: 'Text.', status });
  await world.run(trashDocument, { id: document.id });
  return document.id;
}

describe('the Trash', () => {
  it('says how long it keeps pages while it is empty', async () => {
    const { page } = await world.openLocal();
    await page.evaluate(`location.hash = '/trash'`);
    await page.getByText('Trash keeps pages 30 days, then they are deleted for ever.').waitFor();
    await page.getByText('The Trash is empty').waitFor();
  });

  it('gives a page back to where it was', async () => {
    const id = await trash('Old kettle', 'published');
    const { page, go, problems } = await world.openLocal();
    await go('/trash');
    await page.getByText(/Deleted for ever on/).waitFor();
    await page.getByRole('button', { name: 'Restore “Old kettle”' }).click();
    await page.getByText('“Old kettle” is back.').waitFor();
    const { items } = await world.run(listDocuments, {});
    expect(items.map((document) => document.id)).toContain(id);
    expect(problems).toEqual([]);
  });

  it('deletes for ever only what was confirmed, and only for admins', async () => {
    const id = await trash('Broken kettle', 'draft');
    const { page, go } = await world.openLocal();
    await go('/trash');
    const remove = page.getByRole('button', { name: 'Delete for ever “Broken kettle”' });
    await remove.click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    expect((await world.run(listTrash, {})).items.map((document) => document.id)).toContain(id);

    const editor = await world.openAs('eve');
    await editor.go('/trash');
    await editor.page.getByText('Broken kettle').waitFor();
    expect(await editor.page.getByRole('button', { name: /Delete for ever/ }).count()).toBe(0);

    await remove.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for ever' }).click();
    await page.getByText('“Broken kettle” is deleted.').waitFor();
    expect((await world.run(listTrash, {})).items.map((document) => document.id)).not.toContain(id);
  });

  it('offers editors to restore drafts only, because published pages are for approvers', async () => {
    await trash('Published one', 'published');
    await trash('Draft one', 'draft');
    const { page, go } = await world.openAs('eve');
    await go('/trash');
    await page.getByRole('button', { name: 'Restore “Draft one”' }).waitFor();
    expect(await page.getByRole('button', { name: 'Restore “Published one”' }).count()).toBe(0);
  });

  it('is not offered to viewers', async () => {
    const { page } = await world.openAs('vera');
    await page.getByRole('link', { name: 'Documents' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Trash' }).count()).toBe(0);
  });

  it.each([
    ['light', undefined],
    ['dark', PHONE],
  ] as const)('is accessible in %s colours', async (colorScheme, viewport) => {
    await trash(`Seen in ${colorScheme}`, 'draft');
    const app = await world.openLocal({ colorScheme, ...(viewport && { viewport }) });
    await app.go('/trash');
    await app.page.getByText(`Seen in ${colorScheme}`).waitFor();
    await app.expectClean();
  });
});
