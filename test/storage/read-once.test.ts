import { expect, it } from 'vitest';
import { layoutOf } from '../../server/storage/layout.ts';
import { nodeFileSystem } from '../../server/storage/node-file-system.ts';
import { open, save, temporaryFolder } from './builders.ts';

it('a text is held in memory for the next reader, but not for whoever goes through all of them once', async () => {
  const folder = await temporaryFolder();
  const first = await open(folder, { create: true });
  await save(first, 'doc_a', 1, 'Text');
  await first.close();
  const path = layoutOf(folder).record('documents', 'doc_a');
  let reads = 0;
  const store = await open(folder, {
    fileSystem: {
      ...nodeFileSystem,
      readFile: (file) => {
        if (file === path) reads += 1;
        return nodeFileSystem.readFile(file);
      },
    },
  });
  reads = 0;
  for (const expected of [1, 2]) {
    expect(await store.content('documents', 'doc_a', { keep: false })).toBe('Text');
    expect(reads).toBe(expected);
  }
  for (const options of [undefined, undefined, { keep: false }]) {
    expect(await store.content('documents', 'doc_a', options)).toBe('Text');
    expect(reads).toBe(3);
  }
});
