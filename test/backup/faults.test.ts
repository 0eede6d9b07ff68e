import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBackups, type BackupsOptions } from '../../server/storage/backup/create-backups.ts';
import type { DurableStore } from '../../server/storage/assembled-store.ts';
import type { FileSystem, OpenFile } from '../../server/storage/file-system.ts';
import { nodeFileSystem } from '../../server/storage/node-file-system.ts';
import { fixedClock, open, quietLog, save, temporaryFolder } from '../storage/builders.ts';

const noSpace = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }));

/** A disk on which archives, and nothing else, meet with a fault. */
function faulty(fault: (file: OpenFile) => Partial<OpenFile>): FileSystem {
  return {
    ...nodeFileSystem,
    async open(path, mode) {
      const file = await nodeFileSystem.open(path, mode);
      return path.endsWith('.part') ? { ...file, ...fault(file) } : file;
    },
  };
}

async function backupsOn(folder: string, store: DurableStore, fileSystem: FileSystem = nodeFileSystem) {
  return createBackups({ ...optionsOn(folder, store), fileSystem });
}

function optionsOn(folder: string, store: DurableStore): BackupsOptions {
  return {
    store,
    attachmentFiles: { hold: () => () => undefined },
    dataFolder: folder,
    chosenFolder: () => join(dirname(folder), 'backups'),
    programVersion: '0.0.0',
    clock: fixedClock,
    log: quietLog,
    onChange: () => undefined,
  };
}

async function workspace() {
  const folder = await temporaryFolder();
  const store = await open(folder, { create: true });
  await save(store, 'doc_a', 1, 'Text');
  return { folder, store, place: join(dirname(folder), 'backups') };
}

const FAULTS: Record<string, (file: OpenFile) => Partial<OpenFile>> = {
  'the disk is full': () => ({ write: noSpace }),
  'the disk cannot make it durable': () => ({ sync: () => Promise.reject(new Error('EIO')) }),
  'what was written reads back otherwise': (file) => ({
    read: async (buffer, position) => {
      const count = await file.read(buffer, position);
      // Somewhere in the content, as a bad sector gives it back.
      if (position < 400 && position + count > 400)
        buffer[400 - position] = (buffer[400 - position] ?? 0) ^ 1;
      return count;
    },
  }),
};

/** Security X13 and X4: a backup that is there is whole; a failed one leaves nothing and harms nobody. */
describe('a backup that fails', () => {
  it.each(Object.entries(FAULTS))('leaves nothing and says so: %s', async (_what, fault) => {
    const { folder, store, place } = await workspace();
    const backups = await backupsOn(folder, store, faulty(fault));
    await backups.start({ kind: 'manual' });
    await backups.idle();
    expect(backups.job).toMatchObject({ state: 'failed', problem: { message: expect.any(String) } });
    expect(await backups.list()).toEqual([]);
    expect(await readdir(place)).toEqual([]);
    // Writing went on all the while, and the next backup goes through.
    await save(store, 'doc_a', 2, 'More text');
    const healthy = await backupsOn(folder, store);
    await healthy.start({ kind: 'manual' });
    await healthy.idle();
    expect(healthy.job).toMatchObject({ state: 'done', problem: null });
    expect(await readdir(place)).toEqual([(await healthy.list())[0]?.name]);
  });

  it('makes the folder that it goes to, but no way there: the disk may not be connected', async () => {
    const { folder, store, place } = await workspace();
    const mountPoint = join(place, '..', 'usb');
    const to = async (chosen: string) => {
      const backups = createBackups({ ...optionsOn(folder, store), chosenFolder: () => chosen });
      await backups.start({ kind: 'manual' });
      await backups.idle();
      return backups.job;
    };
    expect(await to(join(mountPoint, 'backups'))).toMatchObject({
      state: 'failed',
      problem: { message: `There is no folder ${mountPoint}.` },
    });
    expect(await to(join(place, '..', 'beside'))).toMatchObject({ state: 'done' });
    expect(existsSync(mountPoint)).toBe(false);
  });

  it('is refused before it fills the disk, which says how much it needs', async () => {
    const { folder, store, place } = await workspace();
    const tight = createBackups({ ...optionsOn(folder, store), freeBytes: async () => 5_000_000 });
    await tight.start({ kind: 'manual' });
    await tight.idle();
    expect(tight.job).toMatchObject({
      state: 'failed',
      files: 0,
      problem: { message: 'The backup may need 33 MB, and the disk has 5 MB left. None was made.' },
    });
    expect(await readdir(place).catch(() => [])).toEqual([]);
  });

  it('begins nothing where the disk cannot be looked at, and does not keep the next one from running', async () => {
    const { folder, store } = await workspace();
    let isAway = true;
    const backups = await backupsOn(folder, store, {
      ...nodeFileSystem,
      stat: (path) =>
        isAway && path.endsWith('.zip')
          ? Promise.reject(Object.assign(new Error('not permitted'), { code: 'EACCES' }))
          : nodeFileSystem.stat(path),
    });
    await expect(backups.start({ kind: 'scheduled' })).rejects.toMatchObject({ code: 'unavailable' });
    expect(backups.job).toBeNull();
    isAway = false;
    await backups.start({ kind: 'scheduled' });
    await backups.idle();
    expect(backups.job).toMatchObject({ state: 'done' });
  });

  it('is ended, and leaves nothing, when the program ends', async () => {
    const { folder, store, place } = await workspace();
    const backups = await backupsOn(folder, store);
    await backups.start({ kind: 'manual' });
    await backups.close();
    expect(backups.job).toMatchObject({ state: 'failed' });
    expect(await readdir(place).catch(() => [])).toEqual([]);
  });
});

describe('backups', () => {
  it('are made one at a time: whoever asks meanwhile gets the one that runs', async () => {
    const { folder, store } = await workspace();
    const backups = await backupsOn(folder, store);
    const first = await backups.start({ kind: 'manual' });
    expect((await backups.start({ kind: 'scheduled' })).id).toBe(first.id);
    await expect(backups.startRestore({ archive: '/a.zip', by: BY })).rejects.toMatchObject({
      code: 'conflict',
    });
    await backups.idle();
    expect(await backups.list()).toHaveLength(1);
  });

  it('of another workspace in the same folder are neither counted nor dropped', async () => {
    const { folder, store, place } = await workspace();
    const other = await open(await temporaryFolder(), { create: true });
    const sharing = async (owner: DurableStore, at: number) => {
      const chosenFolder = () => place;
      const clock = { ...fixedClock, now: () => at };
      const backups = createBackups({ ...optionsOn(folder, owner), chosenFolder, clock });
      await backups.start({ kind: 'scheduled' });
      await backups.idle();
      return backups;
    };
    const theirs = await sharing(other, Date.UTC(2026, 10, 21, 8));
    const ours = await sharing(store, Date.UTC(2026, 10, 21, 9));
    await ours.dropOld({ daily: 1, weekly: 0 });
    expect([await theirs.list(), await ours.list()].map(({ length }) => length)).toEqual([1, 1]);
    expect(await readdir(place)).toHaveLength(2);
  });

  it('of a workspace and of its copy, made at once in one folder, do not meet', async () => {
    const { folder, store, place } = await workspace();
    const made = [folder, `${folder}-copy`].map((dataFolder, index) => {
      const clock = { ...fixedClock, now: () => Date.UTC(2026, 10, 21, 8, index) };
      return createBackups({ ...optionsOn(folder, store), dataFolder, clock });
    });
    await Promise.all(made.map((backups) => backups.start({ kind: 'manual' })));
    await Promise.all(made.map((backups) => backups.idle()));
    expect(made.map(({ job }) => job?.state)).toEqual(['done', 'done']);
    expect(await readdir(place)).toHaveLength(2);
  });

  it('without a mark in their name may be another workspace’s: none of them is ever dropped', async () => {
    const { folder, store, place } = await workspace();
    await mkdir(place);
    const foreign = [
      'commonplace-2020-01-01T10-00-00Z-scheduled.zip',
      'commonplace-2020-01-02T10-00-00Z-scheduled-00000000.zip',
      'commonplace-2020-01-03T10-00-00Z-scheduled-00000000.zip.bak',
      'Commonplace-2020-01-04T10-00-00Z-scheduled.zip',
    ];
    for (const name of foreign) await writeFile(join(place, name), 'theirs');
    await mkdir(join(place, 'commonplace-2020-01-05T10-00-00Z-scheduled.zip'));
    const backups = await backupsOn(folder, store);
    await backups.start({ kind: 'scheduled' });
    await backups.idle();
    await backups.dropOld({ daily: 1, weekly: 0 });
    expect(await readdir(place)).toEqual(expect.arrayContaining(foreign));
    expect(await readdir(place)).toHaveLength(foreign.length + 2);
  });

  it('of another workspace are deleted by that only, even by name', async () => {
    const { folder, store, place } = await workspace();
    const theirs = 'commonplace-2026-11-20T10-00-00Z-manual-00000000.zip';
    await mkdir(place);
    await writeFile(join(place, theirs), 'theirs');
    await expect((await backupsOn(folder, store)).remove(theirs)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await readdir(place)).toEqual([theirs]);
  });

  it.each(['../data/workspace.json', 'workspace.json', '', 'commonplace-2026-11-20T10-00-00Z-manual.zip'])(
    'are deleted by their own names only, never %j',
    async (name) => {
      const { folder, store } = await workspace();
      await expect((await backupsOn(folder, store)).remove(name)).rejects.toMatchObject({
        code: 'not_found',
      });
      expect(await readdir(folder)).toContain('workspace.json');
    },
  );
});

const BY = { user_id: null, username: null, via: 'cli', request_id: 'restore' } as const;
