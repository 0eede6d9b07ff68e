import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/cli/command-line.ts';
import { writeTargetFile } from './target-folder.ts';

it('a file of an export that the disk does not take is told in words, and half of it does not stay', async () => {
  const folder = await temporaryFolder();
  await writeTargetFile(folder, 'notes/pump.md', 'A text.');
  await expect(writeTargetFile(folder, `notes/${'x'.repeat(300)}.md`, 'A text.')).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/\.md cannot be written: its path is too long for that disk\.$/),
    hint: 'Choose a folder with a shorter path.',
  });
  await expect(writeTargetFile(folder, 'notes/pump.md', 'Another one.')).rejects.toMatchObject({
    code: 'unavailable',
  });
  expect(await readdir(join(folder, 'notes'))).toEqual(['pump.md']);
  expect(await readFile(join(folder, 'notes', 'pump.md'), 'utf8')).toBe('A text.');
});
