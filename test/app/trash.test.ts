import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listDocuments } from '../../server/operations/documents/list.ts';
import { trashDocument } from '../../server/operations/documents/trash.ts';
import { listTrash } from '../../server/operations/trash/list.ts';
import { restoreFromTrash } from '../../server/operations/trash/restore.ts';
import { DESKTOP, openAppWorld, PHONE, type AppWorld } from './app-world.ts';

let world: AppWorld;

beforeAll(async () => {
  world = await openAppWorld({ members: { eve: 'editor', vera: 'viewer' } });
});
afterAll(() => world.close());

async function trash(title: string, status: 'draft' | 'published'): Promise<string> {
  const { id } = await world.addPage({ title, status });
  await world.run(trashDocument, { id });
  return id;
}

describe('the Trash', () => {
  it('says how long it keeps pages while it is empty', async () => {
    const { page } = await world.openLocal();
    await page.evaluate(`location.hash = '/trash'`);
    await page.getByText('Trash keeps pages 30 days, then they are deleted for ever.').waitFor();
    await page.getByText('The Trash is empty').waitFor();
  });

  it('takes a page without asking for it again, and the offer to undo goes when somebody restores it', async () => {
    const document = await world.addPage({ title: 'Leaky kettle', content: '- [ ] Mend it' });
    const { page, go, problems } = await world.openLocal();
    await go(`/documents/${document.id}`);
    await page.getByText('Mend it').waitFor();
    await page.getByRole('button', { name: 'More about this page' }).click();
    await page.getByRole('menuitem', { name: 'Move to Trash' }).click();
    const notice = page.getByText('“Leaky kettle” is in the Trash.');
    // Under the pointer it does not go by itself.
    await notice.hover();
    expect(page.url()).not.toContain(document.id);
    await page.waitForLoadState('networkidle');
    expect(problems).toEqual([]);

    expect(await notice.count()).toBe(1);
    await world.run(restoreFromTrash, { id: document.id });
    await notice.waitFor({ state: 'hidden' });
    await page.context().close();
  });

  it('reads nothing of a page on its way there, though the news of it comes before the answer', async () => {
    const document = await world.addPage({ title: 'Slow kettle' });
    const { page, go, problems } = await world.openLocal();
    await go(`/documents/${document.id}`);
    await page.getByRole('heading', { level: 1, name: 'Slow kettle' }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.route('**/app/call/documents.trash', async (route) => {
      const news = page.waitForResponse('**/app/call/documents.tree');
      const answer = await route.fetch();
      await news;
      await route.fulfill({ response: answer });
    });
    await page.getByRole('button', { name: 'More about this page' }).click();
    await page.getByRole('menuitem', { name: 'Move to Trash' }).click();
    await page.getByText('“Slow kettle” is in the Trash.').waitFor();
    await page.waitForLoadState('networkidle');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('says so on an open page that somebody else puts there', async () => {
    const document = await world.addPage({ title: 'Spout' });
    const { page, go } = await world.openLocal();
    const stream = page.waitForResponse((answer) => answer.url().endsWith('/app/events'));
    await page.reload();
    await stream;
    await go(`/documents/${document.id}`);
    await page.getByRole('heading', { level: 1, name: 'Spout' }).waitFor();
    await world.run(trashDocument, { id: document.id });
    await page.getByRole('heading', { level: 1, name: 'Spout' }).waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('gives a page back to where it was', async () => {
    const id = await trash('Old kettle', 'published');
    const { page, go, problems } = await world.openLocal();
    await go('/trash');
    await page
      .getByText(/Deleted for ever on/)
      .first()
      .waitFor();
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
    ['light', DESKTOP],
    ['dark', PHONE],
  ] as const)('is accessible in %s colours', async (colorScheme, viewport) => {
    await trash(`Seen in ${colorScheme}`, 'draft');
    const app = await world.openLocal({ colorScheme, viewport });
    await app.go('/trash');
    await app.page.getByText(`Seen in ${colorScheme}`).waitFor();
    await app.expectClean();
  });
});
