import { link, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/cli/command-line.ts';
import { contentHash } from '../storage/content-hash.ts';
import { finish } from '../sliced-work.ts';
import { putFile, stampOf, takeAway, type MirrorFiles } from './mirror-files.ts';

it('given a disk that takes the old and the new name for one, the new file stays where it is', async () => {
  const root = await temporaryFolder();
  await writeFile(join(root, 'strasse.md'), 'Under its new name.');
  // What such a disk shows under the old one.
  await link(join(root, 'strasse.md'), join(root, 'straße.md'));
  const moved: unknown[] = [];
  const files = {
    root,
    day: '2026-03-01',
    seenFolders: new Set<string>(),
    onSetAside: (one: unknown) => moved.push(one),
  };
  const hash = finish(contentHash(Buffer.from('Under its old name.')));
  const known = { id: 'doc_a', from: '', hash, size: 19, modified: 0 };
  await takeAway(files, { path: 'straße.md', known, now: 'strasse.md' });
  expect(moved).toEqual([]);
  expect((await readdir(root)).toSorted()).toEqual(['strasse.md', 'straße.md']);
  expect(await readFile(join(root, 'strasse.md'), 'utf8')).toBe('Under its new name.');
});

it('nothing is at a path that is too long for the disk: it can be asked for, and only writing it fails', async () => {
  const root = await temporaryFolder();
  const files: MirrorFiles = { root, day: '2026-03-01', seenFolders: new Set(), onSetAside: () => undefined };
  const path = `${'x'.repeat(300)}.md`;
  expect(await stampOf(files, path)).toBeUndefined();
  const known = { id: 'doc_a', from: '', hash: 'ab', size: 1, modified: 0 };
  await takeAway(files, { path, known, now: undefined });
  const write = async (append: (piece: Uint8Array) => Promise<void>) => {
    await append(Buffer.from('A text.'));
    return true;
  };
  const written = putFile(files, { path, known: undefined, hash: 'cd' }, write);
  await expect(written).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
  expect(await readdir(root)).toEqual([]);
});
