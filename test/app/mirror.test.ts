import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDocument } from '../../server/operations/documents/create.ts';
import { updateDocument } from '../../server/operations/documents/update.ts';
import { readSettings } from '../../server/operations/settings/read.ts';
import { filesIn } from '../mirror/mirror-world.ts';
import { accessibilityProblems } from './axe.ts';
import { openAppWorld, PHONE, type AppPage, type AppWorld } from './app-world.ts';
import { PATIENCE } from '../patience.ts';

let world: AppWorld;
let place: string;
let local: AppPage;
let kettle: string;

beforeAll(async () => {
  world = await openAppWorld();
  place = await realpath(await mkdtemp(join(tmpdir(), 'commonplace-mirror-')));
  const { document } = await world.run(createDocument, { space: 'notes', title: 'Kettle', content: 'Text.' });
  kettle = document.id;
  local = await world.openLocal();
});
afterAll(async () => {
  await world.close();
  await rm(place, { recursive: true, force: true });
});

const folder = () => join(place, 'mirror');

async function openMirror() {
  await local.go('/backup');
  const section = local.page.getByRole('region', { name: 'Markdown mirror' });
  await section.waitFor();
  return section;
}

describe('the Markdown mirror on Backup and data', () => {
  it('is written when its folder is chosen, says so, and follows what changes', async () => {
    const section = await openMirror();
    await section.getByLabel('Folder of the mirror').fill(folder());
    await section.getByRole('button', { name: 'Keep a mirror' }).click();
    await section.getByText('The mirror is up to date').waitFor();
    await section.getByText(`One file in ${folder()}`).waitFor();
    expect(await filesIn(folder())).toEqual(['notes/kettle.md']);
    await world.run(updateDocument, { id: kettle, title: 'Old kettle' });
    await world.run(createDocument, { space: 'notes', title: 'Pump', content: 'Text.' });
    await section.getByText(`2 files in ${folder()}`).waitFor();
    expect(await filesIn(folder())).toEqual(['notes/old-kettle.md', 'notes/pump.md']);
    await local.expectClean();
  });

  it('lists what somebody has edited in it, once all was written again', async () => {
    const section = await openMirror();
    await writeFile(join(folder(), 'notes/pump.md'), 'My own words.');
    await section.getByRole('button', { name: 'Write again now' }).click();
    await section.getByText(/notes\/pump \(edited .*\)\.md/).waitFor();
    expect(await readFile(join(folder(), 'notes/pump.md'), 'utf8')).toContain('Text.');
    const dark = await world.openLocal({ colorScheme: 'dark', viewport: PHONE });
    await dark.go('/backup');
    await dark.page.getByText('Edited in the mirror').waitFor();
    await dark.expectClean();
  });

  it('says that it waits for a folder that is gone, and makes it anew when told to', async () => {
    const section = await openMirror();
    await rm(folder(), { recursive: true });
    await world.run(createDocument, { space: 'notes', title: 'Valve', content: 'Text.' });
    await section.getByText(`The mirror is not at ${folder()}.`).waitFor();
    await section.getByText(/Connect the disk that it is on/).waitFor();
    await section.getByRole('button', { name: 'Write again now' }).click();
    await section.getByText(`3 files in ${folder()}`).waitFor();
  });

  it('is turned off, and its files stay', async () => {
    const section = await openMirror();
    await section.getByRole('button', { name: 'Turn off' }).click();
    await section.getByLabel('Folder of the mirror').waitFor();
    expect(await world.run(readSettings, {})).toMatchObject({ markdown_mirror: '' });
    await vi.waitFor(async () => expect(await filesIn(folder())).toHaveLength(3), PATIENCE);
    expect(local.problems).toEqual([]);
  });

  it('refuses a folder that holds something else, and says what to do', async () => {
    const section = await openMirror();
    await mkdir(join(place, 'taken'));
    await writeFile(join(place, 'taken', 'mine.md'), 'Mine.');
    await section.getByLabel('Folder of the mirror').fill(join(place, 'taken'));
    await section.getByRole('button', { name: 'Keep a mirror' }).click();
    await section
      .getByText(/is not empty, and is no mirror of this workspace. Choose an empty folder/)
      .waitFor();
    await expect.poll(() => accessibilityProblems(local.page)).toEqual([]);
  });
});
