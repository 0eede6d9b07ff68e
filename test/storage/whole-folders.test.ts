import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { FileSystem } from '../../server/storage/file-system.ts';
import { layoutOf } from '../../server/storage/layout.ts';
import { nodeFileSystem } from '../../server/storage/node-file-system.ts';
import { open, save, temporaryFolder } from './builders.ts';

const HOUR_MS = 3_600_000;

/** The disk, on which everything was changed an hour before it was. */
const hourLater: FileSystem = {
  ...nodeFileSystem,
  async stat(path) {
    const found = await nodeFileSystem.stat(path);
    return found && { ...found, changed: found.changed - HOUR_MS };
  },
};

/** A workspace after a clean end, whose folders were whole then and had not changed for an hour. */
async function quietFolder(): Promise<string> {
  const folder = await temporaryFolder();
  const store = await open(folder, { create: true, fileSystem: hourLater });
  for (const id of ['doc_a', 'doc_b']) {
    await save(store, id, 1, `First text of ${id}`);
    await save(store, id, 2, `Text of ${id}`);
  }
  await store.close();
  return folder;
}

/** Opens the folder and closes it; answers what was said, and which folders of records were listed for it. */
async function start(folder: string): Promise<{ said: string[]; listed: string[] }> {
  const listed: string[] = [];
  const { documents, change_requests: requests } = layoutOf(folder).folders;
  const names = (path: string) => {
    if (path === documents || path === requests) listed.push(path.slice(folder.length + 1));
    return nodeFileSystem.names(path);
  };
  const store = await open(folder, { fileSystem: { ...hourLater, names } });
  expect(await store.content('documents', 'doc_a')).toBe('Text of doc_a');
  const said = store.damage.map(({ file }) => file);
  await store.close();
  return { said, listed };
}

it('folders that had every file at the end, and have not changed since, are not listed at the start', async () => {
  const folder = await quietFolder();
  expect(await start(folder)).toEqual({ said: [], listed: [] });
  expect(await start(folder)).toEqual({ said: [], listed: [] });
});

it('a file that vanished while nothing ran is missed at the start, rebuilt and said', async () => {
  const folder = await quietFolder();
  await rm(join(folder, 'documents/doc_a.json'));
  const { said, listed } = await start(folder);
  expect(said).toEqual(['documents/doc_a.json']);
  expect(listed).toContain('documents');
  expect(await start(folder)).toMatchObject({ said: [] });
});

it('a file that vanished while the program ran is missed at the next start', async () => {
  const folder = await quietFolder();
  const store = await open(folder, { fileSystem: hourLater });
  await rm(join(folder, 'documents/doc_b.json'));
  await store.close();
  expect(await start(folder)).toMatchObject({ said: ['documents/doc_b.json'] });
});

it('a folder that changed a moment before the end is listed at the next start: its time says too little', async () => {
  const folder = await quietFolder();
  const store = await open(folder);
  await save(store, 'doc_c', 1, 'Just now');
  await store.close();
  expect((await start(folder)).listed).toContain('documents');
});
