import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { addAttachment } from '../../server/operations/attachments/add.ts';
import { listAttachments } from '../../server/operations/attachments/list.ts';
import { createToken } from '../../server/operations/tokens/create.ts';
import { createUploadLink } from '../../server/operations/upload-links/create.ts';
import { png } from '../images/pictures.ts';
import { DESKTOP, openAppWorld, PHONE, type AppPage, type AppWorld } from './app-world.ts';

let world: AppWorld;
let token: string;

beforeAll(async () => {
  world = await openAppWorld({ members: { vera: 'viewer', eve: 'editor' } });
  const created = await world.run(createToken, { name: 'Kettle script', scopes: ['read', 'write'] }, 'eve');
  token = created.secret;
});
afterAll(() => world.close());

/** A published page that shows one picture, and has another one that it does not show. */
async function addPageWithPictures(title: string): Promise<string> {
  const { id } = await world.addPage({ title });
  const add = (name: string, insert: 'append' | 'none') =>
    world.run(addAttachment, {
      doc_id: id,
      name,
      insert,
      alt: `The ${name.replace('.png', '')}`,
      data: png().toString('base64'),
    });
  await add('pump.png', 'append');
  await add('valve.png', 'none');
  return id;
}

/** Makes a link as a program does it; answers its address. */
async function mintOverRest(id: string): Promise<string> {
  const answer = await fetch(`${world.server.publicUrl}/api/v1/documents/${id}/upload-links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ insert: 'top' }),
  });
  expect(answer.status).toBe(201);
  const { upload_url } = (await answer.json()) as { upload_url: string };
  return upload_url;
}

async function openPage(app: AppPage, id: string, title: string): Promise<Page> {
  await app.page.evaluate(`location.hash = '/documents/${id}'`);
  await app.page.getByRole('heading', { level: 1, name: title }).waitFor();
  return app.page;
}

const attachedOf = (page: Page): Locator => page.getByRole('region', { name: 'Pictures and upload links' });

const unfold = (page: Page) => attachedOf(page).locator('summary').click();

const confirm = (page: Page, title: string, button: string) =>
  page.getByRole('dialog', { name: title }).getByRole('button', { name: button }).click();

describe('open links are listed in the app and revocable (decisions, “Upload link”)', () => {
  it('given a program makes one while the page is read, it appears there, is revoked, and its address says so', async () => {
    const { id } = await world.addPage({ title: 'Filter' });
    const page = await openPage(await world.openAs('eve'), id, 'Filter');
    const address = await mintOverRest(id);
    await attachedOf(page).getByText('1 open upload link').waitFor();
    await unfold(page);
    const row = attachedOf(page).getByRole('list', { name: 'Open upload links' }).getByRole('listitem');
    await row.getByText('A picture for the top of the text').waitFor();
    await row.getByText(/Made just now by eve through Kettle script · good until \d/).waitFor();

    await row.getByRole('button', { name: 'Revoke the upload link of eve for Filter' }).click();
    await confirm(page, 'Revoke this upload link?', 'Revoke');
    await page.getByText('The upload link is revoked.').waitFor();
    await attachedOf(page).waitFor({ state: 'detached' });
    const answer = await fetch(address);
    expect(answer.status).toBe(410);
    expect(await answer.text()).toContain('This upload link was withdrawn.');
  });

  it('all of them are in one place for an admin, and the page that each is for', async () => {
    const { id } = await world.addPage({ title: 'Gauge' });
    await mintOverRest(id);
    await world.run(createUploadLink, { doc_id: id });
    const { page, go } = await world.openLocal();
    await go('/account/upload-links');
    const links = page.getByRole('region', { name: 'Open upload links' });
    await links.getByRole('button', { name: 'Revoke the upload link of ada for Gauge' }).click();
    await confirm(page, 'Revoke this upload link?', 'Revoke');
    await expect.poll(() => links.getByRole('listitem').count()).toBe(1);
    await links.getByRole('button', { name: 'Revoke the upload link of eve for Gauge' }).click();
    await confirm(page, 'Revoke this upload link?', 'Revoke');
    await page.getByRole('heading', { name: 'No open upload links' }).waitFor();
  });
});

describe('the pictures of a page', () => {
  it('are told from those that the text shows, and one is deleted for ever after asking', async () => {
    const id = await addPageWithPictures('Pump');
    const app = await world.openLocal({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await openPage(app, id, 'Pump');
    await unfold(page);
    const rows = attachedOf(page).getByRole('list', { name: 'Pictures' }).getByRole('listitem');
    const pump = rows.filter({ hasText: 'pump.png' });
    await pump.getByText('24 × 16').waitFor();
    await pump.getByText('Added just now by ada').waitFor();
    const shownWidth = `document.querySelector('[aria-label=Pictures] img').naturalWidth`;
    await expect.poll(() => page.evaluate(shownWidth)).toBe(24);
    expect(await rows.filter({ hasText: 'Not in the text' }).allInnerTexts()).toEqual([
      expect.stringContaining('valve.png'),
    ]);

    await pump.getByRole('button', { name: 'Copy Markdown of pump.png' }).click();
    await pump.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toMatch(/^!\[The pump\]\(\/attachments\/att_\w+\/pump\.png\)$/);

    await pump.getByRole('button', { name: 'Delete pump.png' }).click();
    await page.getByText('The text of this page shows it').waitFor();
    await confirm(page, 'Delete “pump.png”?', 'Delete');
    await page.getByText('“pump.png” is deleted.').waitFor();
    await attachedOf(page).getByText('1 picture', { exact: true }).waitFor();
    const { items } = await world.run(listAttachments, { doc_id: id });
    expect(items.map(({ name }) => name)).toEqual(['valve.png']);
  });

  it('given published pages go through review, an editor sees them, and deletes none of them', async () => {
    const id = await addPageWithPictures('Hose');
    const page = await openPage(await world.openAs('eve'), id, 'Hose');
    await unfold(page);
    await attachedOf(page).getByRole('button', { name: 'Copy Markdown of pump.png' }).waitFor();
    expect(await attachedOf(page).getByRole('button', { name: 'Delete' }).count()).toBe(0);
  });

  it('a viewer sees neither them nor links, on a page that has both, and is offered no list of links', async () => {
    const id = await addPageWithPictures('Seal');
    await mintOverRest(id);
    const app = await world.openAs('vera');
    const page = await openPage(app, id, 'Seal');
    await page.getByRole('article').getByRole('img', { name: 'The pump' }).waitFor();
    expect(await attachedOf(page).count()).toBe(0);
    await app.go('/account');
    await page.getByRole('tab', { name: 'API tokens' }).waitFor();
    expect(await page.getByRole('tab', { name: 'Upload links' }).count()).toBe(0);
  });

  it.each([
    ['light', DESKTOP],
    ['dark', PHONE],
  ] as const)(
    'are accessible and quiet in %s colours, and so are all links',
    async (colorScheme, viewport) => {
      const title = `Valve in ${colorScheme} colours`;
      const id = await addPageWithPictures(title);
      await mintOverRest(id);
      const app = await world.openLocal({ colorScheme, viewport });
      const page = await openPage(app, id, title);
      await unfold(page);
      await attachedOf(page).getByRole('button', { name: 'Delete pump.png' }).waitFor();
      await app.expectClean();
      await app.go('/account/upload-links');
      await page.getByRole('button', { name: `Revoke the upload link of eve for ${title}` }).waitFor();
      await app.expectClean();
    },
  );
});
