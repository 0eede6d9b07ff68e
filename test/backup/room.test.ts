import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBackups } from '../../server/storage/backup/create-backups.ts';
import type { DurableStore } from '../../server/storage/assembled-store.ts';
import type { FileSystem } from '../../server/storage/file-system.ts';
import { nodeFileSystem } from '../../server/storage/node-file-system.ts';
import { fixedClock, open, quietLog, save, temporaryFolder } from '../storage/builders.ts';

/** What a backup leaves free for whoever else uses the disk. */
const SPARE = 32_000_000;

/** A disk with so much room for archives, which fails when it is full as disks do. */
function diskWith(room: number): FileSystem {
  let used = 0;
  return {
    ...nodeFileSystem,
    async open(path, mode) {
      const file = await nodeFileSystem.open(path, mode);
      if (!path.endsWith('.part') || mode === 'read') return file;
      return {
        ...file,
        write: async (bytes, position) => {
          used += bytes.length;
          if (used > room) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
          return file.write(bytes, position);
        },
      };
    },
  };
}

async function workspace(texts: string[]) {
  const folder = await temporaryFolder();
  const store = await open(folder, { create: true });
  for (const [number, text] of texts.entries()) await save(store, `doc_${number}`, 1, text);
  const place = join(dirname(folder), 'backups');
  const backupsWith = (free: number, fileSystem = diskWith(free)) =>
    backupsOn(store, folder, place, free, fileSystem);
  return { store, place, backupsWith };
}

let time = fixedClock.now();

function backupsOn(
  store: DurableStore,
  dataFolder: string,
  place: string,
  free: number,
  fileSystem: FileSystem,
) {
  return createBackups({
    store,
    attachmentFiles: { hold: () => () => undefined },
    dataFolder,
    chosenFolder: () => place,
    programVersion: '0.0.0',
    clock: { ...fixedClock, now: () => (time += 1000) },
    log: quietLog,
    onChange: () => undefined,
    fileSystem,
    freeBytes: async () => free,
  });
}

const NOISE = Array.from({ length: 4 }, () => randomBytes(300_000).toString('base64'));
const PROSE = Array.from(
  { length: 4 },
  (_, number) => `Page ${number}. ${'All work and no play. '.repeat(20_000)}`,
);

/** A first backup knows of texts only how long they are: how small they become, it finds out. */
describe('a backup of texts', () => {
  it.each([0, 1, 2])(
    'is refused at once with %i MB beside the spare ones, as it needs more',
    async (room) => {
      const { backupsWith, place } = await workspace(NOISE);
      const backups = backupsWith(SPARE + room * 1_000_000);
      await backups.start({ kind: 'manual' });
      await backups.idle();
      expect(backups.job).toMatchObject({
        state: 'failed',
        files: 0,
        problem: { message: expect.stringContaining('None was made') },
      });
      expect(await readdir(place).catch(() => [])).toEqual([]);
    },
  );

  it.each([4, 8])('fits with %i MB beside the spare ones', async (room) => {
    const { backupsWith } = await workspace(NOISE);
    const backups = backupsWith(SPARE + room * 1_000_000);
    await backups.start({ kind: 'manual' });
    await backups.idle();
    expect(backups.job).toMatchObject({ state: 'done' });
  });

  it('is never longer than it was said that it may be', async () => {
    const { store, backupsWith, place } = await workspace([...NOISE, ...PROSE]);
    const copy = await store.beginCopy();
    const { pictures, others } = await copy.sizes();
    await copy.release();
    const backups = backupsWith(1e12);
    await backups.start({ kind: 'manual' });
    await backups.idle();
    const [name = ''] = await readdir(place);
    const { size } = await stat(join(place, name));
    expect(pictures).toBe(0);
    expect(size).toBeLessThanOrEqual(others);
    expect(size).toBeGreaterThan(others / 4);
  });

  it('needs no more room than the last one, and what has come since', async () => {
    const { store, backupsWith, place } = await workspace(PROSE);
    const first = backupsWith(1e9);
    await first.start({ kind: 'manual' });
    await first.idle();
    const [name = ''] = await readdir(place);
    const { size } = await stat(join(place, name));
    const tight = SPARE + Math.ceil(size * 1.1) + 20_000;
    const second = backupsWith(tight);
    await second.start({ kind: 'manual' });
    await second.idle();
    expect(second.job).toMatchObject({ state: 'done' });
    await save(store, 'doc_more', 1, NOISE[0] ?? '');
    const third = backupsWith(tight);
    await third.start({ kind: 'manual' });
    await third.idle();
    expect(third.job).toMatchObject({
      state: 'failed',
      files: 0,
      problem: { message: expect.stringContaining('None was made') },
    });
  });

  it('has what a backup left that was killed removed, before it looks for room', async () => {
    const { backupsWith, place } = await workspace(PROSE);
    const killed = backupsWith(1e12, {
      ...nodeFileSystem,
      unlink: async () => undefined,
      rename: () => Promise.reject(new Error('killed')),
    });
    await killed.start({ kind: 'manual' });
    await killed.idle();
    expect(await readdir(place)).toEqual([expect.stringMatching(/^\.commonplace-.*\.part$/)]);
    const backups = backupsWith(1000);
    await backups.start({ kind: 'manual' });
    await backups.idle();
    expect(backups.job).toMatchObject({ state: 'failed' });
    expect(await readdir(place)).toEqual([]);
  });
});
