import { expect, it } from 'vitest';
import { auditEntry, open, save, temporaryFolder } from '../storage/builders.ts';

/** "Audit list gets a filter": on disk, where a log is long and a sitting short. */
it('the entries of a sitting are found in files and journal alike, with who took them back', async () => {
  const folder = await temporaryFolder();
  const store = await open(folder, { create: true });
  const write = async (entry: object) => {
    const tx = store.begin();
    tx.audit(auditEntry('documents.update', entry));
    await tx.commit();
  };
  await write({ sitting: 'sit_one' });
  await save(store, 'doc_a', 1, 'Text');
  await write({ sitting: 'sit_two' });
  await store.checkpoint();
  await write({ sitting: 'sit_one', details: { note: 'about sit_two' } });
  await write({ target: { type: 'sitting', id: 'sit_one' } });
  const seqs = async (...sittings: string[]) =>
    (await store.audit({ sittings, limit: 9 })).map(({ seq }) => seq);
  expect(await seqs('sit_one')).toEqual([5, 4, 1]);
  expect(await seqs('sit_two')).toEqual([3]);
  expect(await seqs('sit_one', 'sit_two')).toEqual([5, 4, 3, 1]);
  expect(await seqs('sit_three')).toEqual([]);
  expect(await store.verifyAudit()).toEqual({ entries: 5, broken: [] });
});
