import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { folderConfig, initializeFolder } from '../../test/builders/folder.ts';
import { systemClock } from '../clock.ts';
import { conflict } from '../errors.ts';
import { openFolder } from '../faces/cli/folder-connection.ts';
import { createLogger } from '../log.ts';
import { listUsers } from '../operations/users/list.ts';
import { layoutOf } from '../storage/layout.ts';
import { openStore } from '../storage/store.ts';
import { callSetup } from './dispatch.ts';
import { needsSetup } from './needs-setup.ts';
import { createSetup } from './setup.ts';

const INPUT = { workspace_name: 'Ours', username: 'ada', password: 'seven grey kettles sing' };

let folder: string;
beforeEach(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'commonplace-setup-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  folder = join(parent, 'data');
});

/** A set-up whose server is only counted. */
function setUpIn(start: () => Promise<void> = async () => undefined) {
  const counted = { starts: 0 };
  const setup = createSetup({
    config: folderConfig(folder),
    start() {
      counted.starts += 1;
      return start();
    },
  });
  return { setup, counted };
}

async function people(): Promise<string[]> {
  const connection = await openFolder(folderConfig(folder));
  const { items } = await connection.run(listUsers, {});
  await connection.close();
  return items.map(({ username }) => username);
}

/** What a set-up leaves that is cut off between the folder and its owner. */
const makeWithoutOwner = async () => (await openFolder(folderConfig(folder), { create: true })).close();

describe('whether a folder needs the set-up', () => {
  it('does when it is missing or empty, and is not made by asking', async () => {
    expect(await needsSetup(folder)).toBe(true);
    await expect(readdir(folder)).rejects.toThrow('ENOENT');
    await mkdir(folder);
    expect(await needsSetup(folder)).toBe(true);
  });

  it('does when there is only what a system has put there, or a lock that nobody holds', async () => {
    await mkdir(join(folder, 'lost+found'), { recursive: true });
    for (const name of ['.DS_Store', 'lock']) await writeFile(join(folder, name), '');
    expect(await needsSetup(folder)).toBe(true);
    await setUpIn().setup.create(INPUT);
    expect(await needsSetup(folder)).toBe(false);
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['.DS_Store', 'lost+found']));
  });

  it('does when a set-up was cut off before there was an owner', async () => {
    await makeWithoutOwner();
    expect(await needsSetup(folder)).toBe(true);
  });

  it('leaves a damaged file of people to the start, which says what is wrong (security X6)', async () => {
    await initializeFolder(folder, { username: 'ada' });
    await writeFile(layoutOf(folder).collection('users'), '');
    expect(await needsSetup(folder)).toBe(false);
    const store = await openStore({ folder, clock: systemClock, log: createLogger('silent') });
    expect(store.damage).toMatchObject([{ file: 'collections/users.json' }]);
    await store.close();
  });

  it('does not with an owner, nor when it is somebody else’s folder', async () => {
    await initializeFolder(folder, { username: 'ada' });
    expect(await needsSetup(folder)).toBe(false);
    const other = `${folder}-photos`;
    await mkdir(other);
    await writeFile(join(other, 'beach.jpg'), '');
    expect(await needsSetup(other)).toBe(false);
    expect(await readdir(other)).toEqual(['beach.jpg']);
    expect(await needsSetup(join(other, 'beach.jpg'))).toBe(false);
  });
});

describe('the set-up', () => {
  it('makes the workspace and its owner, and starts the server then', async () => {
    const { setup, counted } = setUpIn();
    expect(setup.read()).toMatchObject({ data_folder: folder, workspace_name: 'Commonplace' });
    await setup.create(INPUT);
    expect([await people(), counted.starts]).toEqual([['ada'], 1]);
  });

  it('finishes what was cut off before', async () => {
    await makeWithoutOwner();
    await setUpIn().setup.create(INPUT);
    expect(await people()).toEqual(['ada']);
  });

  it.each([
    { ...INPUT, username: 'Ada L' },
    { ...INPUT, password: 'short' },
    { ...INPUT, password: 'commonplace!!' },
    { ...INPUT, workspace_name: 'Our kitchen', password: 'our-kitchen-1' },
    { ...INPUT, role: 'viewer' },
    {},
  ])('given %j, refuses and makes nothing', async (input) => {
    const { setup, counted } = setUpIn();
    await expect(setup.create(input)).rejects.toMatchObject({ code: 'bad_request' });
    expect([await needsSetup(folder), counted.starts]).toEqual([true, 0]);
    await expect(readdir(folder)).rejects.toThrow('ENOENT');
  });

  it('given the start fails, keeps the workspace: another try only starts', async () => {
    let isTaken = true;
    const { setup, counted } = setUpIn(async () => {
      if (isTaken) throw conflict('Port 7420 is taken by another program.');
    });
    await expect(setup.create(INPUT)).rejects.toThrow('Port 7420 is taken');
    isTaken = false;
    await setup.create(INPUT);
    expect([await people(), counted.starts]).toEqual([['ada'], 2]);
  });

  it('given two ask at once, makes one workspace', async () => {
    const { setup, counted } = setUpIn();
    const first = setup.create(INPUT);
    await expect(setup.create({ ...INPUT, username: 'eve' })).rejects.toMatchObject({ code: 'conflict' });
    await first;
    expect([await people(), counted.starts]).toEqual([['ada'], 1]);
  });
});

describe('a call while there is no workspace', () => {
  it('of anything but the set-up is refused', async () => {
    const { setup } = setUpIn();
    await expect(callSetup(setup, 'documents.list', {})).rejects.toMatchObject({ code: 'conflict' });
    await expect(callSetup(setup, 'setup.create', null)).rejects.toMatchObject({ code: 'bad_request' });
    expect(await callSetup(setup, 'setup.read', {})).toEqual(setup.read());
  });
});
