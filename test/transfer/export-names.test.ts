import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTransfers } from '../../server/transfer/create-transfers.ts';
import { writeZip } from '../../server/transfer/zip-target.ts';
import { buildWorkspace } from '../builders/workspace.ts';
import { temporaryFolder } from '../cli/command-line.ts';

it('two exports of one second are two files, and no file of that name is ever replaced', async () => {
  const workspace = buildWorkspace();
  const dataFolder = await temporaryFolder();
  workspace.services.place = { ...workspace.services.place, dataFolder };
  const exports = join(dataFolder, 'exports');
  await mkdir(exports);
  await writeFile(join(exports, 'all-spaces-2026-03-01T09-00-00Z-2.zip'), 'mine');
  await symlink(join(dataFolder, 'nowhere'), join(exports, 'all-spaces-2026-03-01T09-00-00Z-3.zip'));
  const transfers = createTransfers(() => workspace.services);
  const made: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    transfers.startExport(workspace.actor('admin'), { space: undefined });
    await transfers.idle();
    expect(transfers.job).toMatchObject({ state: 'done', problem: null });
    made.push(transfers.job?.path ?? '');
  }
  const names = ['', '-4', '-5'].map((suffix) => `all-spaces-2026-03-01T09-00-00Z${suffix}.zip`);
  expect(made).toEqual(names.map((name) => join(exports, name)));
  for (const path of made) expect((await readFile(path)).subarray(0, 2).toString()).toBe('PK');
  expect(await readFile(join(exports, 'all-spaces-2026-03-01T09-00-00Z-2.zip'), 'utf8')).toBe('mine');
  expect(await readdir(exports)).toHaveLength(5);
});

it('a file that appears under its name while an archive is made keeps that name', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'all.zip');
  const nameOf = (attempt: number) => (attempt === 0 ? path : undefined);
  const fill = async () => writeFile(path, 'mine');
  await expect(writeZip(nameOf, 0, fill)).rejects.toMatchObject({ code: 'conflict' });
  expect(await readFile(path, 'utf8')).toBe('mine');
  expect(await readdir(folder)).toEqual(['all.zip']);
});
