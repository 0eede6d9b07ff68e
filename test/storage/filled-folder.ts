import { expect } from 'vitest';
import type { Store } from '../../server/ports.ts';
import { changeRequest, open, save, temporaryFolder, user } from './builders.ts';

/**
 * A workspace after a clean end, with something in every kind of file.
 *
 * @param isYoung whether it has the snapshot of its first moment only, which knows of nothing
 */
export async function filledFolder(isYoung = false): Promise<string> {
  const folder = await temporaryFolder();
  const store = await open(folder, { create: true });
  await save(store, 'doc_a', 1, 'First text');
  await save(store, 'doc_a', 2, 'Second text');
  if (!isYoung) await store.checkpoint();
  await save(store, 'doc_b', 1, 'Behind the snapshot');
  const tx = store.begin();
  tx.users.put(user('usr_a', 'ada'));
  tx.change_requests.put(changeRequest('cr_a', 'doc_a'), 'Proposed');
  await tx.commit();
  await store.close();
  return folder;
}

/** That a store holds what was filled in, and so many audit entries. */
export async function expectEverything(store: Store, auditEntries: number): Promise<void> {
  expect(await store.content('documents', 'doc_a')).toBe('Second text');
  expect(await store.content('documents', 'doc_b')).toBe('Behind the snapshot');
  expect(await store.content('change_requests', 'cr_a')).toBe('Proposed');
  expect(store.tables.documents.get('doc_a')?.version).toBe(2);
  expect((await store.version('doc_a', 1))?.content).toBe('First text');
  expect(store.tables.users.get('usr_a')?.username).toBe('ada');
  expect(await store.verifyAudit()).toEqual({ entries: auditEntries, broken: [] });
}
