import { mkdir, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../server/clock.ts';
import { auditEntry, fixedClock, open, save, temporaryFolder } from './builders.ts';

/** Eight entries: three of October, five of November, all in their files. */
async function filledFolder(): Promise<string> {
  const folder = await temporaryFolder();
  const store = await open(folder, { create: true });
  for (let entry = 1; entry <= 8; entry += 1) {
    const tx = store.begin();
    tx.audit(auditEntry('documents.read', { at: `2026-${entry <= 3 ? '10' : '11'}-20T10:00:00.000Z` }));
    await tx.commit();
  }
  await store.checkpoint();
  await store.close();
  expect((await readdir(join(folder, 'audit'))).toSorted()).toEqual(['2026-10.jsonl', '2026-11.jsonl']);
  return folder;
}

const OLD = join('audit', '2026-10.jsonl');
const NEW = join('audit', '2026-11.jsonl');

async function cut(path: string): Promise<void> {
  await truncate(path, (await readFile(path)).length - 30);
}

async function replaceByFolder(path: string): Promise<void> {
  await rm(path);
  await mkdir(path);
}

const LOSSES: [string, (folder: string) => Promise<void>, { kept: number[]; lost: number[] }][] = [
  ['the older month', (folder) => rm(join(folder, OLD)), { kept: [4, 5, 6, 7, 8], lost: [1, 2, 3] }],
  ['the newest month', (folder) => rm(join(folder, NEW)), { kept: [1, 2, 3], lost: [4, 5, 6, 7, 8] }],
  [
    'all of them',
    async (folder) => {
      await rm(join(folder, OLD));
      await rm(join(folder, NEW));
    },
    { kept: [], lost: [1, 2, 3, 4, 5, 6, 7, 8] },
  ],
  [
    'the end of the newest month',
    (folder) => cut(join(folder, NEW)),
    { kept: [1, 2, 3, 4, 5, 6, 7], lost: [8] },
  ],
  [
    'the end of the older month',
    (folder) => cut(join(folder, OLD)),
    { kept: [1, 2, 4, 5, 6, 7, 8], lost: [3] },
  ],
  [
    'the newest month, and a folder has its name',
    (folder) => replaceByFolder(join(folder, NEW)),
    { kept: [1, 2, 3], lost: [4, 5, 6, 7, 8] },
  ],
];

const later: Clock = { ...fixedClock, now: () => Date.parse('2026-11-21T10:00:00.000Z') };

/** What a lost part of the audit log takes with it is that part, and nothing else. */
describe.each(LOSSES)('when %s of the audit log is lost', (_what, lose, { kept, lost }) => {
  const newestFirst = (seqs: number[]) => seqs.toReversed();

  it('the workspace can be read, and what is left of the log too', async () => {
    const folder = await filledFolder();
    await lose(folder);
    const store = await open(folder);
    expect(store.readOnlyReason).toContain('audit/');
    expect((await store.audit({ limit: 100 })).map(({ seq }) => seq)).toEqual(newestFirst(kept));
    expect((await store.verifyAudit()).broken.map(({ seq }) => seq)).toEqual(lost);
  });

  it('once that was accepted, the log goes on, and the next start has nothing to say', async () => {
    const folder = await filledFolder();
    await lose(folder);
    const store = await open(folder, { acceptLoss: true, clock: later });
    await save(store, 'doc_a', 1, 'The owner goes on');
    await store.checkpoint();
    await save(store, 'doc_a', 2, 'And on');
    await store.close();

    const again = await open(folder);
    expect(again.damage).toEqual([]);
    expect(again.readOnlyReason).toBeNull();
    expect((await again.audit({ limit: 100 })).map(({ seq }) => seq)).toEqual(newestFirst([...kept, 9, 10]));
    const { entries, broken } = await again.verifyAudit();
    expect(entries).toBe(kept.length + 2);
    expect(broken.map(({ seq, problem }) => [seq, problem])).toEqual(
      lost.map((seq) => [seq, 'the entry is missing']),
    );
  });
});

it('a month that disappears while the store is open is missing in its answers, and fails none of them', async () => {
  const folder = await filledFolder();
  const store = await open(folder);
  await rm(join(folder, NEW));
  await save(store, 'doc_a', 1, 'Text');
  expect((await store.audit({ limit: 100 })).map(({ seq }) => seq)).toEqual([9, 3, 2, 1]);
  await store.checkpoint();
  await save(store, 'doc_a', 2, 'Text');
  await store.close();
  const again = await open(folder);
  expect((await again.audit({ limit: 100 })).map(({ seq }) => seq)).toEqual([10, 9, 3, 2, 1]);
});

it('an answer reads no further than it is long', async () => {
  const folder = await filledFolder();
  const store = await open(folder);
  await rm(join(folder, OLD));
  await rm(join(folder, NEW));
  await save(store, 'doc_a', 1, 'Text');
  expect((await store.audit({ limit: 1 })).map(({ seq }) => seq)).toEqual([9]);
});
