import { mkdir, readdir, readlink, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { trashDocument } from '../../server/operations/documents/trash.ts';
import { openMirrorWorld, type MirrorWorld } from './mirror-world.ts';

const HOUR = 3_600_000;

let world: MirrorWorld;
let pump: string;
beforeEach(async () => {
  world = await openMirrorWorld();
  pump = await world.write('Pump');
  await world.choose(world.folder);
});

const ASIDE = 'handbook/pump (edited 2026-03-01).md';

/** docs/backup.md: "What somebody edits in the mirror is never lost." */
describe('a file of the mirror that somebody has edited', () => {
  it('is set aside and reported when its page changes, and then the page is written', async () => {
    await writeFile(world.at('handbook/pump.md'), 'My own words.');
    await world.change(pump, { content: 'The new text.' });
    await world.pass();
    expect(await world.text(ASIDE)).toBe('My own words.');
    expect(await world.text('handbook/pump.md')).toContain('The new text.');
    expect(world.mirror.status).toMatchObject({
      state: 'up_to_date',
      set_aside: [{ path: ASIDE, was: 'handbook/pump.md' }],
    });
  });

  it('is found within the hour where the workspace is quiet, also when it is as long as before', async () => {
    const text = await world.text('handbook/pump.md');
    await writeFile(world.at('handbook/pump.md'), text.replace('Text', 'Next'));
    await utimes(world.at('handbook/pump.md'), 1, 1);
    await world.pass(HOUR);
    expect(await world.text(ASIDE)).toContain('Next of Pump.');
    expect(await world.text('handbook/pump.md')).toBe(text);
  });

  it('keeps each edit under a name of its own', async () => {
    for (const words of ['One.', 'Two.', 'Three.']) {
      await writeFile(world.at('handbook/pump.md'), words);
      await world.pass(HOUR);
    }
    expect(await world.text(ASIDE)).toBe('One.');
    expect(await world.text('handbook/pump (edited 2026-03-01) 2.md')).toBe('Two.');
    expect(await world.text('handbook/pump (edited 2026-03-01) 3.md')).toBe('Three.');
    expect(world.mirror.status.set_aside).toHaveLength(3);
  });

  it('is set aside when its page goes to the Trash or gets another name', async () => {
    const kettle = await world.write('Kettle');
    await world.pass();
    await writeFile(world.at('handbook/pump.md'), 'My pump.');
    await writeFile(world.at('handbook/kettle.md'), 'My kettle.');
    await world.workspace.as('admin', trashDocument, { id: pump });
    await world.change(kettle, { title: 'Pot' });
    await world.pass();
    expect(await world.paths()).toEqual(['handbook/kettle (edited 2026-03-01).md', 'handbook/pot.md', ASIDE]);
  });

  it('is no longer reported once its owner has taken it away', async () => {
    await writeFile(world.at('handbook/pump.md'), 'My own words.');
    await world.pass(HOUR);
    await rm(world.at(ASIDE));
    await world.pass(HOUR);
    expect(world.mirror.status.set_aside).toEqual([]);
  });

  it('is not made of one that only was copied, or was left empty by a computer that lost its power', async () => {
    const text = await world.text('handbook/pump.md');
    await utimes(world.at('handbook/pump.md'), 1, 1);
    await world.pass(HOUR);
    await writeFile(world.at('handbook/pump.md'), '');
    await world.pass(HOUR);
    expect(await world.paths()).toEqual(['handbook/pump.md']);
    expect(await world.text('handbook/pump.md')).toBe(text);
  });
});

describe('what else lies in the mirror', () => {
  it('is never touched', async () => {
    await writeFile(world.at('notes.txt'), 'Mine.');
    await writeFile(world.at('handbook/own.md'), 'Mine too.');
    await world.workspace.as('admin', trashDocument, { id: pump });
    await world.pass();
    await world.pass(HOUR);
    expect(await world.paths()).toEqual(['handbook/own.md', 'notes.txt']);
  });

  it('is set aside where a page needs its name, be it a file, a folder or a link', async () => {
    await writeFile(world.at('handbook/file.md'), 'Mine.');
    await mkdir(world.at('handbook/folder.md'));
    await writeFile(world.at('handbook/folder.md/mine.txt'), 'Mine.');
    await symlink('/etc/hostname', world.at('handbook/link.md'));
    for (const title of ['File', 'Folder', 'Link']) await world.write(title);
    await world.pass();
    expect(await world.text('handbook/file (edited 2026-03-01).md')).toBe('Mine.');
    expect(await world.text('handbook/folder (edited 2026-03-01).md/mine.txt')).toBe('Mine.');
    expect(await readlink(world.at('handbook/link (edited 2026-03-01).md'))).toBe('/etc/hostname');
    for (const name of ['file', 'folder', 'link'])
      expect(await world.text(`handbook/${name}.md`)).toContain('Text of');
  });

  it('is not reached through a link that stands where a folder was', async () => {
    const elsewhere = join(world.place, 'elsewhere');
    await rename(world.at('handbook'), elsewhere);
    await symlink(elsewhere, world.at('handbook'));
    await world.change(pump, { title: 'Valve' });
    await world.pass();
    expect(await world.paths()).toEqual(['handbook/valve.md']);
    expect(await readlink(world.at('handbook (edited 2026-03-01)'))).toBe(elsewhere);
    expect(await readdir(elsewhere)).toEqual(['pump.md']);
  });

  it('that is taken away, or all of it, is written again within the hour', async () => {
    await rm(world.at('handbook'), { recursive: true });
    await world.pass(HOUR);
    expect(await world.paths()).toEqual(['handbook/pump.md']);
  });
});
