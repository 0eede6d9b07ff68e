import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../server/clock.ts';
import { auditEntry, documentHead, open, save, temporaryFolder } from './builders.ts';

/** A store whose audit files hold 10 entries, and the path of the one file. */
async function filed() {
  const folder = await temporaryFolder();
  const store = await open(folder, { create: true });
  for (let version = 1; version <= 10; version += 1) await save(store, 'doc_a', version, 'Text');
  await store.checkpoint();
  const [name = ''] = await readdir(join(folder, 'audit'));
  return { store, path: join(folder, 'audit', name) };
}

const TAMPERED: Record<string, { change: (lines: string[]) => string[]; named: number }> = {
  'a changed field': {
    change: (lines) => lines.map((line, index) => (index === 4 ? line.replace('"ada"', '"bob"') : line)),
    named: 5,
  },
  'a dropped line': { change: (lines) => lines.filter((_, index) => index !== 6), named: 7 },
  'two swapped lines': {
    change: ([a = '', b = '', c = '', ...rest]) => [a, c, b, ...rest],
    named: 2,
  },
  'a cut end': { change: (lines) => lines.slice(0, 8), named: 9 },
  'a line that is no JSON': {
    change: (lines) => lines.map((line, index) => (index === 2 ? '{' : line)),
    named: 3,
  },
};

describe('the audit log (security L1)', () => {
  it.each(Object.entries(TAMPERED))('names the entry: %s', async (_name, { change, named }) => {
    const { store, path } = await filed();
    expect(await store.verifyAudit()).toEqual({ entries: 10, broken: [] });
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    await writeFile(path, `${change(lines).join('\n')}\n`);
    const { broken } = await store.verifyAudit();
    expect(broken.map((finding) => finding.seq)).toContain(named);
    expect(broken.length).toBeLessThan(4);
  });

  it('keeps hostile names in one line, every field as it was', async () => {
    const { store, path } = await filed();
    const client = `line\r\nbreak\u2028\u001b[31m${'x'.repeat(100_000)}`;
    const tx = store.begin();
    tx.documents.put(documentHead('doc_b'), '');
    tx.audit(auditEntry('documents.create', { client }));
    await tx.commit();
    await store.checkpoint();
    expect((await readFile(path, 'utf8')).trimEnd().split('\n')).toHaveLength(11);
    expect((await store.audit({ limit: 1 }))[0]?.client).toBe(client);
    expect(await store.verifyAudit()).toEqual({ entries: 11, broken: [] });
  });

  it('answers queries newest first, from files and journal alike', async () => {
    const { store } = await filed();
    await save(store, 'doc_b', 1, 'Only in the journal');
    const seqs = async (query: object) =>
      (await store.audit({ limit: 3, ...query })).map((entry) => entry.seq);
    expect(await seqs({})).toEqual([11, 10, 9]);
    expect(await seqs({ before_seq: 5 })).toEqual([4, 3, 2]);
    expect(await seqs({ action: 'nothing' })).toEqual([]);
    expect(await seqs({ until: '2026-11-20T09:00:00.000Z' })).toEqual([]);
    expect(await seqs({ since: '2026-12-01T00:00:00.000Z' })).toEqual([]);
    expect(await seqs({ since: '2026-11-20T00:00:00.000Z', user_id: 'usr_aaaaaaaaaaaa' })).toEqual([
      11, 10, 9,
    ]);
  });

  it('counts on without a gap when the clock jumps back and forth (security X8)', async () => {
    const folder = await temporaryFolder();
    const times = ['2026-11-20', '2038-01-20', '1970-01-01', '2026-12-01'].map(
      (day) => `${day}T00:00:00.000Z`,
    );
    const clock: Clock = { now: () => 0, monotonic: () => 0 };
    const store = await open(folder, { create: true, clock });
    for (const at of times) {
      const tx = store.begin();
      tx.documents.put(documentHead('doc_a'), at);
      tx.audit(auditEntry('documents.update', { at }));
      await tx.commit();
      await store.checkpoint();
    }
    await store.close();
    const again = await open(folder);
    expect(await again.verifyAudit()).toEqual({ entries: 4, broken: [] });
    expect((await again.audit({ limit: 9 })).map((entry) => entry.at)).toEqual(times.toReversed());
  });
});
