import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { listAudit } from '../../server/operations/audit/list.ts';
import { listDocuments } from '../../server/operations/documents/list.ts';
import { createSpace } from '../../server/operations/spaces/create.ts';
import { png } from '../images/pictures.ts';
import { openAppWorld, PHONE, type AppPage, type AppWorld } from './app-world.ts';

const VAULT: Record<string, string | Buffer> = {
  'Pumps.md': '# Pumps\n\nSee [valves](Pumps/Valves.md).\n\n![Front](img/front.png)',
  'Pumps/Valves.md': '# Valves\n\nText.',
  'img/front.png': png(),
  'plan.pdf': 'no page',
  '.obsidian/app.json': '{}',
};

let world: AppWorld;
let local: AppPage;
let vault: string;

beforeAll(async () => {
  world = await openAppWorld();
  vault = join(await mkdtemp(join(tmpdir(), 'commonplace-vault-')), 'vault');
  for (const [path, content] of Object.entries(VAULT)) {
    await mkdir(dirname(join(vault, path)), { recursive: true });
    await writeFile(join(vault, path), content);
  }
  await world.run(createSpace, { slug: 'copy', name: 'Copy' });
  local = await world.openLocal();
});
afterAll(async () => {
  await world.close();
  await rm(dirname(vault), { recursive: true, force: true });
});

async function openScreen(): Promise<AppPage['page']> {
  await local.go('/backup');
  await local.page.getByRole('button', { name: 'Choose a folder…' }).waitFor();
  return local.page;
}

async function chooseSpace(page: AppPage['page'], name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Into the space' }).click();
  await page.getByRole('option', { name }).click();
}

/** Begins a download, and answers the names and bytes of what is in it. */
async function download(page: AppPage['page']): Promise<{ archive: Buffer; names: string[] }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.zip$/);
  const archive = await readFile(await file.path());
  const zip = await fromBufferPromise(archive, { lazyEntries: true });
  const names: string[] = [];
  for await (const entry of zip.eachEntry()) names.push(entry.fileName);
  return { archive, names: names.toSorted() };
}

describe('Markdown files by upload and download', () => {
  it('brings a chosen folder in, with its pictures, and says what was left out', async () => {
    const page = await openScreen();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose a folder…' }).click(),
    ]);
    await chooser.setFiles(vault);
    await page.getByText('2 pages, 1 picture; 2 other files left out').waitFor();
    await chooseSpace(page, 'Notes');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Imported 2 pages and 1 picture').waitFor();
    await page.getByText('plan.pdf: it is not Markdown').waitFor();
    await page.getByText('.obsidian/: it is hidden').waitFor();
    await local.expectClean();
  });

  it('publishes what came in as drafts, all at a press: each page for itself, as the audit log says', async () => {
    const page = await openScreen();
    await page.getByRole('button', { name: 'Publish all 2 pages' }).click();
    await page.getByText('2 pages are published.').waitFor();
    expect(await page.getByRole('button', { name: /^Publish/ }).count()).toBe(0);
    const { items } = await world.run(listDocuments, { space: 'notes' });
    expect(items.map(({ status }) => status)).toEqual(['published', 'published']);
    const { items: entries } = await world.run(listAudit, { action: 'documents.update' });
    expect(new Set(entries.map(({ target }) => target?.id))).toEqual(new Set(items.map(({ id }) => id)));
    expect(entries).toHaveLength(2);
  });

  it('downloads everything as one archive, which another space takes in again, page for page', async () => {
    const page = await openScreen();
    const { archive, names } = await download(page);
    expect(names).toEqual(['notes/images/front.png', 'notes/pumps.md', 'notes/pumps/valves.md']);
    await page.getByText('Downloaded 2 pages and 1 picture').waitFor();

    await page.getByLabel('Files to import').setInputFiles({
      name: 'wiki.zip',
      mimeType: 'application/zip',
      buffer: archive,
    });
    await page.getByText('ZIP archive', { exact: true }).waitFor();
    await chooseSpace(page, 'Copy');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Imported 2 pages and 1 picture').waitFor();
    const titles = async (space: string) =>
      (await world.run(listDocuments, { space })).items.map(({ title }) => title).toSorted();
    expect(await titles('copy')).toEqual(await titles('notes'));
    expect(local.problems).toEqual([]);
  });

  it('refuses what is no archive, keeps the choice, and takes another', async () => {
    const page = await openScreen();
    const files = page.getByLabel('Files to import');
    await files.setInputFiles({ name: 'a.zip', mimeType: 'application/zip', buffer: Buffer.from('nothing') });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page
      .getByRole('alert')
      .getByText(/damaged, or no ZIP archive/)
      .waitFor();
    await files.setInputFiles([
      { name: 'One.md', mimeType: 'text/markdown', buffer: Buffer.from('# One') },
      { name: 'Two.mdx', mimeType: 'text/plain', buffer: Buffer.from('# Two') },
    ]);
    await page.getByText('2 files', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Imported 2 pages').waitFor();
  });

  it('takes files that are dropped', async () => {
    const page = await openScreen();
    const dataTransfer = await page.evaluateHandle(`(() => {
      const dropped = new DataTransfer();
      dropped.items.add(new File(['# Dropped'], 'Dropped.md'));
      return dropped;
    })()`);
    const place = page.getByText('Drop a ZIP archive, Markdown files or a folder here.');
    await place
      .or(page.getByText('2 files', { exact: true }))
      .first()
      .dispatchEvent('drop', { dataTransfer });
    await page.getByText('Dropped.md', { exact: true }).waitFor();
    await page.getByText('1 page', { exact: true }).waitFor();
  });

  it('is readable on a phone in the dark', async () => {
    const phone = await world.openLocal({ colorScheme: 'dark', viewport: PHONE });
    await phone.go('/backup');
    await phone.page.getByRole('button', { name: 'Choose a folder…' }).waitFor();
    await phone.expectClean();
    const wide = await phone.page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(wide).toBeLessThanOrEqual(0);
  });
});
