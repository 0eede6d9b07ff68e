import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DamagedManifest,
  emptyManifest,
  MANIFEST_NAME,
  readManifest,
  writeManifest,
  type Manifest,
  type WrittenFile,
} from './manifest.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commonplace-manifest-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const file = { id: 'doc_pump', from: 'abc', hash: 'def', size: 3, modified: 1763740000000.125 };
const manifest: Manifest = {
  ...emptyManifest({ workspace: 'one', dataFolder: '/data' }),
  writtenAt: '2026-11-21T09:00:00.000Z',
  setAside: [{ path: 'notes/a (edited 2026-11-21).md', was: 'notes/a.md', at: '2026-11-21T09:00:00.000Z' }],
  files: new Map<string, WrittenFile>([
    ['notes/手順書.md', { ...file, links: ['doc_valve'], next: 'ghi', problem: 'its text is damaged' }],
    ['notes/images/a.png', file],
  ]),
};

describe('the list of the mirror', () => {
  it('is read as it was written, with and without files', async () => {
    const none: Manifest = emptyManifest({ workspace: 'one', dataFolder: '/data' });
    for (const one of [manifest, none]) {
      await writeManifest(folder, one);
      expect(await readManifest(folder)).toEqual(one);
    }
  });

  it('has a line for each file, so that a version control shows what changed', async () => {
    await writeManifest(folder, manifest);
    const lines = (await readFile(join(folder, MANIFEST_NAME), 'utf8')).split('\n');
    expect(lines.filter((line) => line.startsWith('"notes/'))).toHaveLength(2);
  });

  /** It is written in pieces of some hundred files. */
  it('is whole at any length', async () => {
    const paths = Array.from({ length: 1_201 }, (_, index) => `notes/page-${index}.md`);
    for (const length of [499, 500, 501, 1_000, 1_201]) {
      const files = new Map(paths.slice(0, length).map((path) => [path, file]));
      await writeManifest(folder, { ...manifest, files });
      expect(await readManifest(folder)).toEqual({ ...manifest, files });
    }
  });

  it('is none where there is none', async () => {
    expect(await readManifest(join(folder, 'nowhere'))).toBeUndefined();
  });

  it.each(['', '{}', '[]', '<<<<<<< HEAD', JSON.stringify({ workspace: 'one', files: [] })])(
    'is damaged when it says %j',
    async (text) => {
      await writeFile(join(folder, MANIFEST_NAME), text);
      await expect(readManifest(folder)).rejects.toThrow(DamagedManifest);
    },
  );

  /** Files are removed by these paths, and the list may come from anywhere, e.g. out of a version control. */
  it.each([
    '../a.md',
    '/etc/passwd',
    'notes/../../a',
    'C:\\a',
    'notes\\a',
    'notes//a',
    '.git/config',
    'notes/.',
    '',
  ])('is damaged when it names %j, which is no file of a mirror', async (path) => {
    await writeManifest(folder, { ...manifest, files: new Map([[path, file]]) });
    await expect(readManifest(folder)).rejects.toThrow(DamagedManifest);
  });
});
