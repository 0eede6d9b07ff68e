import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { timestamp } from '../../server/clock.ts';
import { removeStagingsOf } from '../../server/storage/backup/restore-staging.ts';
import { restoreArchive } from '../../server/storage/backup/restore-archive.ts';
import { writeArchive } from '../../server/storage/backup/write-archive.ts';
import type { FileSystem } from '../../server/storage/file-system.ts';
import { layoutOf } from '../../server/storage/layout.ts';
import { nodeFileSystem } from '../../server/storage/node-file-system.ts';
import { fixedClock, open, quietLog, save, temporaryFolder } from '../storage/builders.ts';

let place: string;
let archive: string;
let target: string;

beforeEach(async () => {
  const folder = await temporaryFolder();
  place = dirname(folder);
  archive = join(place, 'a.zip');
  target = join(place, 'volume');
  const store = await open(folder, { create: true });
  await save(store, 'doc_a', 1, 'Text');
  const copy = await store.beginCopy();
  await writeArchive(nodeFileSystem, copy, {
    temporary: archive,
    takenAt: () => timestamp(fixedClock),
    programVersion: '0.0.0',
  });
  await copy.release();
});

const BY = { user_id: null, username: null, via: 'cli', request_id: 'restore' } as const;
const restore = (fileSystem: FileSystem = nodeFileSystem) =>
  restoreArchive({ fileSystem, clock: fixedClock, log: quietLog, archive, target, by: BY });

/** A volume that is mounted, or a folder in one that only the administrator may write: nothing beside it can be made. */
const nothingBeside: FileSystem = {
  ...nodeFileSystem,
  makeFolder: (path) =>
    path === target || path.startsWith(`${target}/`)
      ? nodeFileSystem.makeFolder(path)
      : Promise.reject(Object.assign(new Error('read-only'), { code: 'EROFS' })),
  removeFolder: (path) =>
    path === target
      ? Promise.reject(Object.assign(new Error('busy'), { code: 'EBUSY' }))
      : nodeFileSystem.removeFolder(path),
};

async function expectRestored(): Promise<void> {
  const store = await open(target);
  expect(store.damage).toEqual([]);
  expect(await store.content('documents', 'doc_a')).toBe('Text');
  await store.close();
}

describe('a restore into an empty folder that is there already', () => {
  beforeEach(() => mkdir(target, { mode: 0o755 }));

  it('needs no place beside it: it may be the volume of a container', async () => {
    await restore(nothingBeside);
    await expectRestored();
    expect((await stat(target)).mode & 0o077).toBe(0);
    expect((await readdir(target)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('takes a folder with nothing in it but what systems put there', async () => {
    await mkdir(join(target, 'lost+found'));
    await restore(nothingBeside);
    await expectRestored();
    expect(await readdir(target)).toContain('lost+found');
  });

  it('does everything or nothing: a failure at any of its last steps leaves the folder empty', async () => {
    let calls = 0;
    const failingAt = (last: number): FileSystem => ({
      ...nothingBeside,
      rename: (from, to) => {
        if (dirname(to) === target && (calls += 1) === last)
          return Promise.reject(Object.assign(new Error('broken'), { code: 'EIO' }));
        return nodeFileSystem.rename(from, to);
      },
    });
    for (let last = 1; last <= 11; last += 1) {
      calls = 0;
      await expect(restore(failingAt(last))).rejects.toMatchObject({ code: 'unavailable' });
      expect(await readdir(target)).toEqual([]);
    }
    calls = 0;
    await restore(failingAt(12));
    await expectRestored();
  });

  it('killed at any of its last steps has made no workspace, and is done again by the next', async () => {
    const killed = new Error('killed');
    for (let last = 1; last <= 11; last += 1) {
      let calls = 0;
      let isDead = false;
      const dying =
        <T>(action: (path: string, more: string) => Promise<T>, counts = false) =>
        (path: string, more = '') => {
          if (counts && dirname(more) === target && (calls += 1) === last) isDead = true;
          return isDead ? Promise.reject(killed) : action(path, more);
        };
      const fileSystem: FileSystem = {
        ...nothingBeside,
        rename: dying(nodeFileSystem.rename, true),
        unlink: dying(nodeFileSystem.unlink),
        removeFolder: dying(nothingBeside.removeFolder),
        makeFolder: dying(nothingBeside.makeFolder),
      };
      await expect(restore(fileSystem)).rejects.toMatchObject({ code: 'unavailable' });
      await expect(open(target)).rejects.toMatchObject({ code: 'not_found' });
    }
    await restore(nothingBeside);
    await expectRestored();
  });

  it('takes the lock of a set-up that was killed for nothing', async () => {
    await writeFile(join(target, 'lock'), '');
    await restore(nothingBeside);
    await expectRestored();
  });

  /** Does something when everything was unpacked and checked, right before the first thing is moved. */
  const meanwhile = (what: () => Promise<unknown>): FileSystem => ({
    ...nothingBeside,
    list: async (path) => {
      const found = await nodeFileSystem.list(path);
      if (path === target && found.some(({ name }) => name.includes('restoring'))) await what();
      return found;
    },
  });

  it.each(['open', 'closed'])(
    'leaves a workspace alone that is made there meanwhile and is %s',
    async (state) => {
      const made: Awaited<ReturnType<typeof open>>[] = [];
      const make = async () => {
        if (made.length > 0) return;
        const other = await open(target, { create: true });
        made.push(other);
        await save(other, 'doc_b', 1, 'Written meanwhile');
        if (state === 'closed') await other.close();
      };
      await expect(restore(meanwhile(make))).rejects.toMatchObject({ code: 'conflict' });
      expect(made).toHaveLength(1);
      if (state === 'open') await made[0]?.close();
      const store = await open(target);
      expect(await store.content('documents', 'doc_b')).toBe('Written meanwhile');
      expect(store.damage).toEqual([]);
      await store.close();
      expect((await readdir(target)).filter((name) => name.includes('restoring'))).toEqual([]);
    },
  );

  it('is refused where there is a file of somebody', async () => {
    await writeFile(join(target, 'mine.txt'), 'mine');
    await expect(restore()).rejects.toMatchObject({ code: 'conflict' });
    expect(await readFile(join(target, 'mine.txt'), 'utf8')).toBe('mine');
    expect(await readdir(target)).toEqual(['mine.txt']);
  });
});

it('a restore into a folder that cannot be made says where, and what helps', async () => {
  await expect(restore(nothingBeside)).rejects.toMatchObject({
    code: 'unavailable',
    message: `This program may make no folder in ${place}.`,
    hint: expect.stringContaining('empty folder'),
  });
});

describe('a restore in the folder of a workspace', () => {
  it.each(['attachments', 'index', 'backups', 'documents', 'exports/deeper', 'imports'])(
    'is refused below %s/, where it would be taken for a part of it',
    async (name) => {
      target = join(place, 'data', name, 'restored');
      const before = await readdir(join(place, 'data'), { recursive: true });
      await expect(restore()).rejects.toMatchObject({ code: 'conflict' });
      expect(await readdir(join(place, 'data'), { recursive: true })).toEqual(before);
    },
  );

  it('may have a folder of its own: on a server there may be no other place to write', async () => {
    target = join(place, 'data', 'restored');
    await restore();
    await expectRestored();
    expect(layoutOf(target).workspace).toBe(join(target, 'workspace.json'));
  });
});

describe('what restores left that were killed', () => {
  /** As a restore leaves it that is killed before its end. */
  async function left(path: string): Promise<string> {
    await mkdir(join(path, 'secrets'), { recursive: true });
    await writeFile(join(path, 'secrets', 'audit.key'), 'key');
    await writeFile(join(path, 'restoring.lock'), '');
    return path;
  }

  it('goes when a workspace is begun or opened in the folder that they were for, and that of nobody else', async () => {
    const data = join(place, 'data');
    const mark = '.restoring-0123456789ab';
    const own = [
      await left(join(place, `.data${mark}`)),
      await left(join(place, `.data-restored-2026-11-21-2${mark}`)),
      await left(join(data, `.data${mark}`)),
    ];
    const others = [
      await left(join(place, `.database${mark}`)),
      await left(join(place, '.data.restoring-soon')),
      await left(join(place, 'data.restoring-0123456789ab')),
    ];
    const elsewhere = await left(join(place, 'elsewhere'));
    await symlink(elsewhere, join(place, '.data.restoring-00000000000b'));
    const running = await left(join(place, '.data.restoring-00000000000a'));
    const lock = await nodeFileSystem.lock(join(running, 'restoring.lock'));
    const removed = await removeStagingsOf({ fileSystem: nodeFileSystem, log: quietLog }, data);
    expect(removed.toSorted()).toEqual(own.toSorted());
    await lock?.release();
    for (const folder of own) expect(existsSync(folder)).toBe(false);
    for (const folder of [...others, elsewhere, running])
      expect(await readFile(join(folder, 'secrets', 'audit.key'), 'utf8')).toBe('key');
    expect(await readdir(data)).toContain('workspace.json');
  });

  it('keeps its lock until all else is gone, so that it is known when its removal is cut off too', async () => {
    const folder = await left(join(place, '.data.restoring-0123456789ab'));
    const stuck: FileSystem = {
      ...nodeFileSystem,
      unlink: (path) =>
        path.endsWith('audit.key')
          ? Promise.reject(Object.assign(new Error('busy'), { code: 'EBUSY' }))
          : nodeFileSystem.unlink(path),
    };
    expect(await removeStagingsOf({ fileSystem: stuck, log: quietLog }, join(place, 'data'))).toEqual([]);
    expect(
      await removeStagingsOf({ fileSystem: nodeFileSystem, log: quietLog }, join(place, 'data')),
    ).toEqual([folder]);
  });
});
