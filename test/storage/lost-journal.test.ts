import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { open, save, temporaryFolder } from './builders.ts';
import { expectEverything, filledFolder } from './filled-folder.ts';

const LOST = ['journal', 'journal snapshot', 'journal snapshot workspace.json'];

describe.each([
  ['young', true],
  ['with a checkpoint behind it', false],
])('a workspace %s', (_age, isYoung) => {
  it.each(LOST)(
    'that lost %s is what its files say, read-only, until its owner goes on without the rest',
    async (removed) => {
      const folder = await filledFolder(isYoung);
      const auditFile = join(folder, 'audit/2026-11.jsonl');
      const written = await readFile(auditFile, 'utf8');
      for (const name of removed.split(' ')) await rm(join(folder, name), { recursive: true });

      const damaged = await open(folder);
      expect(damaged.readOnlyReason).not.toBeNull();
      const lost = damaged.damage.filter((report) => report.lost).map(({ file }) => file);
      expect(lost).toContainEqual(expect.stringMatching(/^journal\//));
      await expectEverything(damaged, 3);
      await damaged.close();

      const accepted = await open(folder, { acceptLoss: true });
      await expectEverything(accepted, 3);
      await save(accepted, 'doc_c', 1, 'Writing goes on');
      await accepted.close();

      const after = await open(folder);
      expect(after.damage).toEqual([]);
      await expectEverything(after, 4);
      expect(await after.content('documents', 'doc_c')).toBe('Writing goes on');
      expect((await readFile(auditFile, 'utf8')).startsWith(written)).toBe(true);
      await after.close();
    },
  );
});

it('a journal whose older part is damaged takes no file back to what it was, though nothing says what was filed', async () => {
  const folder = await temporaryFolder();
  const store = await open(folder, { create: true });
  for (const version of [1, 2, 3]) await save(store, 'doc_a', version, `Text ${version}`);
  await store.close();
  const segment = join(folder, 'journal/000000000001.jsonl');
  const bytes = await readFile(segment);
  bytes.write('Tuxt', bytes.indexOf('Text 3'));
  await rm(join(folder, 'journal/filed.json'));
  await writeFile(segment, bytes);
  const after = await open(folder);
  expect(after.tables.documents.get('doc_a')?.version).toBe(3);
  expect(await after.content('documents', 'doc_a')).toBe('Text 3');
  await after.close();
});
