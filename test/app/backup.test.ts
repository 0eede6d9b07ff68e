import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAudit } from '../../server/operations/audit/list.ts';
import { listBackups } from '../../server/operations/backup/list.ts';
import { createDocument } from '../../server/operations/documents/create.ts';
import { listDocuments } from '../../server/operations/documents/list.ts';
import { readSettings } from '../../server/operations/settings/read.ts';
import { accessibilityProblems } from './axe.ts';
import { openAppWorld, PHONE, type AppPage, type AppWorld } from './app-world.ts';

let world: AppWorld;
let elsewhere: string;
let local: AppPage;
/** Where the backup was restored to. */
let restored = '';

beforeAll(async () => {
  world = await openAppWorld();
  elsewhere = await mkdtemp(join(tmpdir(), 'commonplace-backups-'));
  await world.addMember('eve', 'editor');
  await world.run(createDocument, { space: 'notes', title: 'Old kettle', content: 'Text.' });
  local = await world.openLocal();
});
afterAll(async () => {
  await world.close();
  await rm(elsewhere, { recursive: true, force: true });
  if (restored !== '') await rm(restored, { recursive: true, force: true });
});

async function openScreen(): Promise<AppPage['page']> {
  await local.go('/backup');
  await local.page.getByRole('heading', { name: 'Backup and data' }).waitFor();
  return local.page;
}

describe('Backup and data', () => {
  it('says “No backup yet” first, in light and dark, for everybody to read', async () => {
    const page = await openScreen();
    await page.getByRole('heading', { name: 'No backup yet' }).waitFor();
    await local.expectClean();
    const dark = await world.openLocal({ colorScheme: 'dark', viewport: PHONE });
    await dark.go('/backup');
    await dark.page.getByRole('heading', { name: 'No backup yet' }).waitFor();
    await dark.expectClean();
  });

  it('makes a backup at a press, checked, which is then in the list, on the disk and in the audit log', async () => {
    const page = await openScreen();
    await page.getByRole('button', { name: 'Back up now' }).first().click();
    await page.getByText(/^Last backup/).waitFor();
    await page.getByText(/Made by hand/).waitFor();
    const { items } = await world.run(listBackups, {});
    expect(items).toMatchObject([{ kind: 'manual' }]);
    expect(await readdir(join(world.folder, 'backups'))).toEqual([items[0]?.name]);
    const { items: entries } = await world.run(listAudit, { action: 'backup.create', limit: 5 });
    expect(entries).toMatchObject([{ username: 'ada', target: { id: items[0]?.name } }]);
    await local.expectClean();
  });

  it('shows what is in a backup, and restores it into a new folder beside this one, which stays as it is', async () => {
    const page = await openScreen();
    await page.getByRole('button', { name: /^Restore the backup of/ }).click();
    await page.getByText(/This backup is whole: 1 page, 1 version, 0 pictures, 2 people/).waitFor();
    await local.expectClean();
    await page.getByRole('button', { name: 'Restore into a new folder' }).click();
    await page.getByText('The backup is restored').waitFor();
    const option = await page.getByText(/^--data "/).textContent();
    [, restored = ''] = /"(.+)"/.exec(option ?? '') ?? [];
    expect(restored.slice(0, -'2026-03-01'.length)).toBe(`${world.folder}-restored-`);
    expect(await readdir(restored)).toContain('workspace.json');
    expect(local.problems).toEqual([]);
  });

  it('refuses a damaged file whole and says what to do', async () => {
    const { items, folder } = await world.run(listBackups, {});
    const bytes = await readFile(join(folder, items[0]?.name ?? ''));
    const damaged = join(elsewhere, 'damaged.zip');
    await writeFile(damaged, bytes.fill(0, 200, 260));
    const page = await openScreen();
    await page.getByRole('button', { name: 'Open another file…' }).click();
    await page.getByLabel('Backup file').fill(damaged);
    await page.getByRole('button', { name: 'Look inside' }).click();
    await page
      .getByRole('alert')
      .getByText(/damaged/)
      .waitFor();
    expect(await page.getByRole('button', { name: 'Restore into a new folder' }).count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  it('keeps the schedule and the folder, and says which field is wrong', async () => {
    const page = await openScreen();
    const folder = page.getByLabel('Folder', { exact: true });
    await folder.fill('backups');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('It must be a whole path, from the top of the disk.').waitFor();
    await folder.fill(elsewhere);
    await page.getByLabel('Days to keep').fill('3');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The schedule is saved.').waitFor();
    expect(await world.run(readSettings, {})).toMatchObject({
      backup_folder: elsewhere,
      backup_keep_daily: 3,
    });
    await page.getByText(`In ${elsewhere}.`).waitFor();
    await folder.fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`In ${join(world.folder, 'backups')}.`).waitFor();
  });

  it('deletes a backup only when that is confirmed', async () => {
    const page = await openScreen();
    const more = page.getByRole('button', { name: /^More for the backup of/ });
    await more.click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    expect((await world.run(listBackups, {})).items).toHaveLength(1);
    await more.click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete for ever' }).click();
    await page.getByRole('heading', { name: 'No backup yet' }).waitFor();
    expect((await world.run(listBackups, {})).items).toEqual([]);
  });

  it('takes the pages out as a file of this computer, and brings it in, also when pages are there already', async () => {
    const page = await openScreen();
    await page.getByRole('button', { name: 'Into the data folder instead' }).click();
    await page.getByText('Exported 1 page').waitFor();
    const [archive = ''] = await readdir(join(world.folder, 'exports'));
    const path = join(world.folder, 'exports', archive);
    await page.getByText(path).waitFor();

    await page.getByText('Give a path').click();
    await page.getByLabel('Folder or ZIP archive').fill(path);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page
      .getByRole('alert')
      .getByText(/1 of the 1 page is in notes already/)
      .waitFor();
    await page.getByRole('combobox', { name: 'Pages that are there already' }).click();
    await page.getByRole('option', { name: 'Import them once more' }).click();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Imported 1 page').waitFor();
    const { items } = await world.run(listDocuments, { space: 'notes' });
    expect(items.filter(({ title }) => title === 'Old kettle')).toHaveLength(2);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
  });

  it('is for the person at the machine only', async () => {
    const { page } = await world.openAs('eve');
    expect(await page.getByRole('link', { name: 'Backup and data' }).count()).toBe(0);
  });
});
