import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { layoutOf } from '../../server/storage/layout.ts';
import { nodeFileSystem } from '../../server/storage/node-file-system.ts';
import { writeWorkspaceFile } from '../../server/storage/workspace-file.ts';
import { open, temporaryFolder } from './builders.ts';

const FOLDERS = Object.values(layoutOf('/').folders).map((path) => relative('/', path));

/** Whoever chooses a folder of their own for a workspace keeps what is in it. */
describe('a new workspace in a folder that has files already', () => {
  it.each(FOLDERS)('is refused where %s/ has something in it, which stays', async (name) => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, name, 'deeper'), { recursive: true });
    await writeFile(join(folder, name, 'deeper', 'mine.txt'), 'mine');
    await expect(open(folder, { create: true })).rejects.toMatchObject({ status: expect.any(Number) });
    expect(await readFile(join(folder, name, 'deeper', 'mine.txt'), 'utf8')).toBe('mine');
    expect(await readdir(folder)).toEqual([name]);
  });

  it('is refused where a file, or a way to another folder, has a name that it needs', async () => {
    for (const make of [writeFile, (path: string, target: string) => symlink(target, path)]) {
      const folder = await temporaryFolder();
      const elsewhere = join(dirname(folder), 'elsewhere');
      await mkdir(elsewhere);
      await writeFile(join(elsewhere, 'mine.txt'), 'mine');
      await mkdir(folder, { recursive: true });
      await make(join(folder, 'attachments'), elsewhere);
      await expect(open(folder, { create: true })).rejects.toMatchObject({ code: 'bad_request' });
      expect(await readdir(elsewhere)).toEqual(['mine.txt']);
      expect(await readdir(folder)).toEqual(['attachments']);
    }
  });

  it('is refused where a file has the name of the folder itself, or of one above it', async () => {
    const path = await temporaryFolder();
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'mine');
    for (const folder of [path, join(path, 'deeper', 'still')])
      await expect(open(folder, { create: true })).rejects.toMatchObject({
        code: 'bad_request',
        message: `There is a file at ${path}, and a workspace is a folder.`,
      });
    expect(await readFile(path, 'utf8')).toBe('mine');
  });

  it('lives beside other files, and goes on where making it was cut off', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'versions'), { recursive: true });
    await writeFile(join(folder, 'mine.txt'), 'mine');
    const layout = layoutOf(folder);
    const workspace = { schema_version: 1, instance_id: 'half', created_at: '2026-11-20T10:00:00.000Z' };
    await writeWorkspaceFile(nodeFileSystem, layout, workspace, { kind: 'creating' });
    await mkdir(layout.folders.journal);
    await writeFile(join(layout.folders.journal, '000000000001.jsonl'), 'half a jour');
    const store = await open(folder, { create: true });
    expect(store.tables.documents.size).toBe(0);
    expect(await readFile(join(folder, 'mine.txt'), 'utf8')).toBe('mine');
  });
});
