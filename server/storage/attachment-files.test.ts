import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMovableClock, type MovableClock } from '../../test/builders/workspace.ts';
import { gather } from '../../test/images/gather.ts';
import { png } from '../../test/images/pictures.ts';
import { createAttachmentFiles } from './attachment-files.ts';
import { nodeFileSystem } from './node-file-system.ts';

const HOUR = 3_600_000;
const NAMED_BY_NOBODY = () => false;

let folder: string;
let clock: MovableClock;
let written: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commonplace-attachments-'));
  clock = createMovableClock();
  written = [];
  await nodeFileSystem.makeFolder(join(folder, 'attachments'));
});
afterEach(() => rm(folder, { recursive: true }));

/** What a new process has, on the same folder. */
const open = () =>
  createAttachmentFiles({
    folder,
    clock,
    log: pino({ level: 'silent' }),
    fileSystem: {
      ...nodeFileSystem,
      rename: async (from, to) => {
        written.push(to);
        await nodeFileSystem.rename(from, to);
      },
    },
  });

const namesIn = async () => readdir(join(folder, 'attachments'));

describe('bytes of attachments', () => {
  it('are stored once by content hash, as a file that a person can open', async () => {
    const files = open();
    const contents = await Promise.all([png(), png(), png()].map((bytes) => files.put(bytes, 'image/png')));
    expect(new Set(contents.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(await namesIn()).toEqual([`${contents[0]?.sha256}.png`]);
    expect(written).toHaveLength(1);
    expect(await readFile(written[0] ?? '')).toEqual(png());
  });

  it('are read back whole or in part', async () => {
    const files = open();
    const large = Buffer.alloc(1_000_000, 'picture');
    const { sha256 } = await files.put(large, 'image/png');
    const content = { sha256, type: 'image/png' } as const;
    expect((await gather(files.read(content, { start: 0, length: large.length }))).equals(large)).toBe(true);
    const part = await gather(files.read(content, { start: 300_000, length: 400_000 }));
    expect(part.equals(large.subarray(300_000, 700_000))).toBe(true);
  });

  it('that were damaged or cut are mended when the same picture comes again', async () => {
    const files = open();
    const { sha256 } = await files.put(png(), 'image/png');
    const path = join(folder, 'attachments', `${sha256}.png`);
    for (const broken of [Buffer.alloc(png().length), png().subarray(0, 10)]) {
      await writeFile(path, broken);
      await files.put(png(), 'image/png');
      expect(await readFile(path)).toEqual(png());
    }
  });

  it('that are lost are said to be, without a path', async () => {
    const files = open();
    const content = await files.put(png(), 'image/png');
    await rm(join(folder, 'attachments', `${content.sha256}.png`));
    await expect(gather(files.read(content, { start: 0, length: 10 }))).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The file of this picture is missing.',
    });
    await files.put(png(), 'image/png');
    await writeFile(join(folder, 'attachments', `${content.sha256}.png`), 'short');
    await expect(gather(files.read(content, { start: 0, length: 10 }))).rejects.toMatchObject({
      message: 'The file of this picture is damaged.',
    });
  });

  it('that the disk does not take are refused, and nothing is left', async () => {
    const files = createAttachmentFiles({
      folder,
      clock,
      log: pino({ level: 'silent' }),
      fileSystem: {
        ...nodeFileSystem,
        rename: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
      },
    });
    await expect(files.put(png(), 'image/png')).rejects.toMatchObject({ code: 'storage_full' });
    expect(await namesIn()).toEqual([]);
  });
});

describe('"a blob without record is removed later, never before"', () => {
  it('not within an hour of its coming, and not while an attachment names it', async () => {
    const files = open();
    const { sha256 } = await files.put(png(), 'image/png');
    clock.advance(HOUR - 1);
    expect(await files.sweep(NAMED_BY_NOBODY)).toBe(0);
    clock.advance(1);
    expect(await files.sweep((name) => name === sha256)).toBe(0);
    expect(await namesIn()).toHaveLength(1);
    expect(await files.sweep(NAMED_BY_NOBODY)).toBe(1);
    expect(await namesIn()).toEqual([]);
  });

  it('what an earlier run left behind goes at once, and other files stay', async () => {
    await open().put(png(), 'image/png');
    await writeFile(join(folder, 'attachments', 'notes.txt'), 'mine');
    expect(await open().sweep(NAMED_BY_NOBODY)).toBe(1);
    expect(await namesIn()).toEqual(['notes.txt']);
  });

  it('a picture that comes while it is being removed is there afterwards', async () => {
    await open().put(png(), 'image/png');
    const files = open();
    for (let round = 0; round < 20; round += 1) {
      const [, content] = await Promise.all([files.sweep(NAMED_BY_NOBODY), files.put(png(), 'image/png')]);
      expect(await namesIn()).toEqual([`${content.sha256}.png`]);
      clock.advance(HOUR);
    }
  });
});
