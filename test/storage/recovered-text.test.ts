import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { FileSystem } from '../../server/storage/file-system.ts';
import { layoutOf } from '../../server/storage/layout.ts';
import { nodeFileSystem } from '../../server/storage/node-file-system.ts';
import { open, save, temporaryFolder } from './builders.ts';

/** A folder whose one document is damaged, opened on a disk that can be made to wait. */
async function damagedDocument(waiting: Partial<FileSystem>) {
  const folder = await temporaryFolder();
  const first = await open(folder, { create: true });
  await save(first, 'doc_a', 1, 'First text');
  await first.close();
  await writeFile(layoutOf(folder).record('documents', 'doc_a'), 'garbage');
  return { folder, store: await open(folder, { fileSystem: { ...nodeFileSystem, ...waiting } }) };
}

it('a change that comes while a damaged text is recovered has the last word', async () => {
  const moving = Promise.withResolvers<void>();
  const mayMove = Promise.withResolvers<void>();
  const { folder, store } = await damagedDocument({
    async rename(from, to) {
      if (to.includes('.corrupt-')) {
        moving.resolve();
        await mayMove.promise;
      }
      await nodeFileSystem.rename(from, to);
    },
  });
  const reading = store.content('documents', 'doc_a');
  await moving.promise;
  await save(store, 'doc_a', 2, 'Second text');
  mayMove.resolve();
  expect(await reading).toBe('Second text');
  await store.checkpoint();
  await store.close();

  const after = await open(folder);
  expect(await after.content('documents', 'doc_a')).toBe('Second text');
  expect((await after.verifyFiles()).damage).toEqual([]);
  await after.close();
});

it('who reads a damaged text while somebody else recovers it gets the recovered one', async () => {
  const mayRead = Promise.withResolvers<void>();
  let reads = 0;
  const { store } = await damagedDocument({
    async readFile(path) {
      if (!path.endsWith('doc_a.json')) return nodeFileSystem.readFile(path);
      reads += 1;
      if (reads === 2) await mayRead.promise;
      return nodeFileSystem.readFile(path);
    },
  });
  reads = 0;
  const [first, second] = [store.content('documents', 'doc_a'), store.content('documents', 'doc_a')];
  expect(await first).toBe('First text');
  mayRead.resolve();
  expect(await second).toBe('First text');
  await store.checkpoint();
  expect(await store.content('documents', 'doc_a')).toBe('First text');
  await store.close();
});
