import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TransactionConflict, type AppliedChange } from '../../server/ports.ts';
import type { FileSystem } from '../../server/storage/file-system.ts';
import { nodeFileSystem } from '../../server/storage/node-file-system.ts';
import {
  auditEntry,
  changeRequest,
  documentHead,
  open,
  save,
  temporaryFolder,
  user,
  versionOf,
} from './builders.ts';

describe('a commit', () => {
  it('is seen by nobody before it is durable, and by everybody after', async () => {
    const store = await open(await temporaryFolder(), { create: true });
    const tx = store.begin();
    tx.documents.put(documentHead('doc_a'), 'Text');
    tx.users.put(user('usr_a'));
    expect(tx.documents.get('doc_a')?.version).toBe(1);
    expect(await tx.documents.content('doc_a')).toBe('Text');
    expect(store.tables.documents.get('doc_a')).toBeUndefined();
    expect(await store.content('documents', 'doc_a')).toBe('');
    await tx.commit();
    expect(store.tables.documents.get('doc_a')?.version).toBe(1);
    expect(store.tables.users.size).toBe(1);
    expect(await store.content('documents', 'doc_a')).toBe('Text');
  });

  it('gives the tables that it changes another revision, and no others', async () => {
    const store = await open(await temporaryFolder(), { create: true });
    const { users, spaces } = store.tables;
    const before = { users: users.revision, spaces: spaces.revision };
    const tx = store.begin();
    tx.users.put(user('usr_a'));
    expect(users.revision).toBe(before.users);
    await tx.commit();
    expect(users.revision).not.toBe(before.users);
    expect(spaces.revision).toBe(before.spaces);
  });

  it('survives a restart whole: records, texts, versions and audit', async () => {
    const folder = await temporaryFolder();
    const first = await open(folder, { create: true });
    await save(first, 'doc_a', 1, 'One');
    await save(first, 'doc_a', 2, 'Two');
    const tx = first.begin();
    tx.change_requests.put(changeRequest('cr_a', 'doc_a'), 'Proposed');
    tx.users.put(user('usr_a'));
    await tx.commit();
    const before = first.instanceId;
    await first.close();

    const second = await open(folder);
    expect(second.damage).toEqual([]);
    expect(second.instanceId).toBe(before);
    expect(second.tables.documents.get('doc_a')).toEqual(documentHead('doc_a', 2));
    expect(await second.content('documents', 'doc_a')).toBe('Two');
    expect(await second.content('change_requests', 'cr_a')).toBe('Proposed');
    expect(await second.version('doc_a', 1)).toEqual(versionOf(documentHead('doc_a', 1), 'One'));
    expect(await second.version('doc_a', 3)).toBeUndefined();
    expect([...second.tables.users.all()]).toEqual([user('usr_a')]);
    expect((await second.audit({ limit: 10 })).map((entry) => entry.seq)).toEqual([2, 1]);
    expect(await second.verifyFiles()).toMatchObject({ damage: [] });
  });

  it('keeps the text on file when only the head changes', async () => {
    const folder = await temporaryFolder();
    const store = await open(folder, { create: true });
    await save(store, 'doc_a', 1, 'Text');
    await store.checkpoint();
    const tx = store.begin();
    tx.documents.put(documentHead('doc_a', 2));
    await tx.commit();
    await store.close();
    expect(await (await open(folder)).content('documents', 'doc_a')).toBe('Text');
  });

  it('of a deletion removes text and versions for good', async () => {
    const folder = await temporaryFolder();
    const store = await open(folder, { create: true });
    await save(store, 'doc_a', 1, 'Text');
    await store.checkpoint();
    const tx = store.begin();
    tx.documents.delete('doc_a');
    tx.versions.deleteAll('doc_a');
    await tx.commit();
    expect(await store.version('doc_a', 1)).toBeUndefined();
    expect(await store.content('documents', 'doc_a')).toBe('');
    await store.checkpoint();
    expect(await nodeFileSystem.list(`${folder}/documents`)).toEqual([]);
    expect(await nodeFileSystem.list(`${folder}/versions`)).toEqual([]);
    expect(await store.verifyFiles()).toMatchObject({ damage: [] });
  });

  it('tells listeners what was before and after, and waits for them', async () => {
    const store = await open(await temporaryFolder(), { create: true });
    const seen: AppliedChange[] = [];
    store.onApplied(async (changes) => {
      await Promise.resolve();
      seen.push(...changes);
    });
    await save(store, 'doc_a', 1, 'One');
    expect(seen).toEqual([
      { collection: 'documents', before: undefined, after: documentHead('doc_a'), content: 'One' },
    ]);
    store.onApplied(() => {
      throw new Error('A listener with a fault');
    });
    await save(store, 'doc_a', 2, 'Two');
    expect(store.tables.documents.get('doc_a')?.version).toBe(2);
  });
});

describe('commits that are in each other’s way (first come, first stored)', () => {
  it('of two that changed the same record, the second has to run again', async () => {
    const store = await open(await temporaryFolder(), { create: true });
    await save(store, 'doc_a', 1, 'One');
    const [first, second] = [store.begin(), store.begin()];
    for (const tx of [first, second]) tx.documents.put(documentHead('doc_a', 2), 'Two');
    const results = await Promise.allSettled([first.commit(), second.commit()]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected']);
    expect(results[1]).toMatchObject({ reason: expect.any(TransactionConflict) });
  });

  it('one that read what another changed has to run again', async () => {
    const store = await open(await temporaryFolder(), { create: true });
    const reader = store.begin();
    reader.users.get('usr_a');
    reader.documents.put(documentHead('doc_b'));
    const writer = store.begin();
    writer.users.put(user('usr_a'));
    await writer.commit();
    await expect(reader.commit()).rejects.toThrow(TransactionConflict);
    expect(store.tables.documents.size).toBe(0);
  });

  it('of two that claim one name, in the same moment or one after the other, the second has to run again', async () => {
    const store = await open(await temporaryFolder(), { create: true });
    const claiming = (id: string) => {
      const tx = store.begin();
      tx.claim('username/ada');
      tx.users.put(user(id, 'ada'));
      return tx;
    };
    const [first, second, third] = [claiming('usr_a'), claiming('usr_b'), claiming('usr_c')];
    const results = await Promise.allSettled([first.commit(), second.commit()]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected']);
    await expect(third.commit()).rejects.toThrow(TransactionConflict);
    await claiming('usr_d').commit();
    expect([...store.tables.users.all()].map((found) => found.id)).toEqual(['usr_a', 'usr_d']);
  });

  it('a text never comes with a head that it does not belong to', async () => {
    const store = await open(await temporaryFolder(), { create: true });
    await save(store, 'doc_a', 1, 'One');
    const tx = store.begin();
    expect(tx.documents.get('doc_a')?.version).toBe(1);
    await save(store, 'doc_a', 2, 'Two');
    await expect(tx.documents.content('doc_a')).rejects.toThrow(TransactionConflict);
  });

  it('32 writers that all count up one record lose no count', async () => {
    const store = await open(await temporaryFolder(), { create: true });
    async function countUp(): Promise<void> {
      for (;;) {
        const tx = store.begin();
        tx.documents.put(documentHead('doc_a', (tx.documents.get('doc_a')?.version ?? 0) + 1));
        try {
          return await tx.commit();
        } catch (error) {
          if (!(error instanceof TransactionConflict)) throw error;
        }
      }
    }
    await Promise.all(Array.from({ length: 32 }, countUp));
    expect(store.tables.documents.get('doc_a')?.version).toBe(32);
  });
});

describe('flushes (search-storage, goal 11)', () => {
  it('are exactly one for a commit, and fewer than commits for many at once', async () => {
    const count = { flushes: 0 };
    const store = await open(await temporaryFolder(), { create: true, fileSystem: counting(count) });
    count.flushes = 0;
    await save(store, 'doc_a', 1, 'One');
    expect(count.flushes).toBe(1);
    count.flushes = 0;
    await Promise.all(Array.from({ length: 32 }, (_, number) => save(store, `doc_${number}`, 1, 'Text')));
    // The first alone, then half of those that wait, and half again.
    expect(count.flushes).toBeLessThanOrEqual(5);
    expect((await store.audit({ limit: 100 })).map((entry) => entry.seq)).toEqual(
      Array.from({ length: 33 }, (_, index) => 33 - index),
    );
  });

  it('audit entries of reads ride along or are stored within a second, and at the latest when it closes', async () => {
    const folder = await temporaryFolder();
    const store = await open(folder, { create: true });
    store.auditLater(auditEntry('documents.read'));
    await save(store, 'doc_a', 1, 'One');
    expect((await store.audit({ limit: 10 })).map((entry) => entry.action)).toEqual([
      'documents.update',
      'documents.read',
    ]);
    store.auditLater(auditEntry('documents.list'));
    await store.close();
    const entries = await (await open(folder)).audit({ limit: 10 });
    expect(entries.map((entry) => entry.action)).toEqual([
      'documents.list',
      'documents.update',
      'documents.read',
    ]);
  });
});

describe('closing (security X14)', () => {
  it('a commit that was begun before is stored and filed first; one that comes later is refused', async () => {
    const folder = await temporaryFolder();
    const store = await open(folder, { create: true });
    const begun = save(store, 'doc_a', 1, 'One');
    const closed = store.close();
    await expect(save(store, 'doc_b', 1, 'Two')).rejects.toMatchObject({ code: 'unavailable' });
    await Promise.all([begun, closed]);
    const file = await readFile(join(folder, 'documents', 'doc_a.json'), 'utf8');
    expect(file).toContain('"content": "One"');
    const after = await open(folder);
    expect([...after.tables.documents.all()].map((head) => head.id)).toEqual(['doc_a']);
  });

  it('a backlog of audit entries, as a disk that was full for hours leaves it, is stored as far as it was kept', async () => {
    const folder = await temporaryFolder();
    const store = await open(folder, { create: true });
    for (let count = 0; count < 150_000; count += 1) store.auditLater(auditEntry('documents.read'));
    await store.close();
    const after = await open(folder);
    expect(await after.verifyAudit()).toEqual({ entries: 50_000, broken: [] });
  });
});

function counting(count: { flushes: number }): FileSystem {
  function counted<Result>(action: () => Promise<Result>): () => Promise<Result> {
    return () => {
      count.flushes += 1;
      return action();
    };
  }
  return {
    ...nodeFileSystem,
    async open(path, mode) {
      const file = await nodeFileSystem.open(path, mode);
      return { ...file, sync: counted(file.sync), datasync: counted(file.datasync) };
    },
  };
}
