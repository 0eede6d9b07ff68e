import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { auditEntry, open, save, temporaryFolder } from './builders.ts';
import { expectEverything, filledFolder } from './filled-folder.ts';

const DAMAGES: Record<string, (path: string) => Promise<void>> = {
  empty: (path) => writeFile(path, ''),
  cut: async (path) => {
    const bytes = await readFile(path);
    await writeFile(path, bytes.subarray(0, Math.floor(bytes.length / 2)));
  },
  garbage: async (path) => writeFile(path, Buffer.alloc((await readFile(path)).length, 'garbage ')),
  'a flipped bit': async (path) => {
    const bytes = await readFile(path);
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    await writeFile(path, bytes);
  },
  missing: (path) => rm(path),
  'a folder in its place': async (path) => {
    await rm(path);
    await mkdir(path);
  },
};

/** Each kind of file, and the one file of it that is damaged. */
const RECOVERABLE: Record<string, (folder: string) => Promise<string>> = {
  'workspace.json': async () => 'workspace.json',
  'a collection': async () => 'collections/users.json',
  'a document': async () => 'documents/doc_a.json',
  'the journal': (folder) => only(folder, 'journal', /^\d+\.jsonl$/),
  'the note of what is filed': async () => 'journal/filed.json',
  'the snapshot': (folder) => only(folder, 'snapshot', /jsonl$/),
  'the audit key': async () => 'secrets/audit.key',
};

async function only(folder: string, name: string, pattern: RegExp): Promise<string> {
  const found = (await readdir(join(folder, name))).filter((entry) => pattern.test(entry));
  expect(found).toHaveLength(1);
  return `${name}/${found[0]}`;
}

describe('a damaged file at start is found, kept for the owner, rebuilt from its twin and said (security X6)', () => {
  const cases = Object.entries(RECOVERABLE).flatMap(([kind, locate]) =>
    Object.entries(DAMAGES).map(([damage, spoil]) => ({ kind, locate, damage, spoil })),
  );
  it.each(cases)('$kind: $damage', async ({ locate, damage, spoil }) => {
    const folder = await filledFolder();
    const file = await locate(folder);
    await spoil(join(folder, file));

    // Without any snapshot there is no name to say but the folder's.
    const said = file.startsWith('snapshot/') && damage === 'missing' ? 'snapshot' : file;
    const store = await open(folder);
    await expectEverything(store, 3);
    expect(store.readOnlyReason).toBeNull();
    expect(store.damage.map((report) => [report.file, report.lost])).toEqual([[said, false]]);
    const beside = await readdir(join(folder, file, '..'));
    expect(beside.filter((name) => name.includes('.corrupt-'))).toHaveLength(damage === 'missing' ? 0 : 1);
    await save(store, 'doc_c', 1, 'Writing goes on');
    await store.close();

    const again = await open(folder);
    expect(again.damage).toEqual([]);
    await expectEverything(again, 4);
    expect(await again.content('documents', 'doc_c')).toBe('Writing goes on');
    expect(await again.verifyFiles()).toMatchObject({ damage: [] });
  });
});

describe('a damaged record whose change stands in the files', () => {
  it.each([1, 2, 3])('number %i of 3: no older record takes the document back', async (damaged) => {
    const folder = await temporaryFolder();
    const store = await open(folder, { create: true });
    for (const version of [1, 2, 3]) await save(store, 'doc_a', version, `Text ${version}`);
    await store.close();
    const file = join(folder, await only(folder, 'journal', /^\d+\.jsonl$/));
    const bytes = await readFile(file);
    bytes.write('Tuxt', bytes.indexOf(`Text ${damaged}`));
    await writeFile(file, bytes);

    const after = await open(folder);
    expect(after.damage).toMatchObject([{ lost: false }]);
    expect(after.readOnlyReason).toBeNull();
    expect(after.tables.documents.get('doc_a')?.version).toBe(3);
    expect(await after.content('documents', 'doc_a')).toBe('Text 3');
    await after.close();
    expect(await (await open(folder)).content('documents', 'doc_a')).toBe('Text 3');
  });
});

describe('when something acknowledged cannot be recovered, the store opens read-only and says what (security X6)', () => {
  const LOST: Record<string, (folder: string) => Promise<string>> = {
    'an audit file that was cut': async (folder) => {
      const file = await only(folder, 'audit', /jsonl$/);
      await DAMAGES['cut']?.(join(folder, file));
      return file;
    },
    'both copies of the audit key': async (folder) => {
      await rm(join(folder, 'secrets/audit.key.copy'));
      await rm(join(folder, 'secrets/audit.key'));
      return 'secrets/audit.key';
    },
    'a change request’s file': async (folder) => {
      await rm(join(folder, 'change-requests/cr_a.json'));
      return 'change-requests/cr_a.json';
    },
    'a document and its newest version': async (folder) => {
      await rm(join(folder, 'documents/doc_a.json'));
      await rm(join(folder, 'versions/doc_a/2.json'));
      return 'documents/doc_a.json';
    },
  };
  it.each(Object.entries(LOST))('%s', async (_name, spoil) => {
    const folder = await filledFolder();
    const file = await spoil(folder);
    const store = await open(folder);
    expect(store.damage).toContainEqual(expect.objectContaining({ file, lost: true }));
    expect(store.readOnlyReason).toContain(file);
    await expect(save(store, 'doc_c', 1, 'No')).rejects.toMatchObject({ code: 'read_only', status: 503 });
    expect(await store.content('documents', 'doc_b')).toBe('Behind the snapshot');
    expect(store.tables.users.size).toBe(1);
  });

  it('a record in the middle of a journal that was not filed yet', async () => {
    const folder = await filledFolder();
    const store = await open(folder);
    for (const id of ['doc_d', 'doc_e', 'doc_f']) await save(store, id, 1, `Text of ${id}`);
    const copy = `${folder}-copy`;
    await cp(folder, copy, { recursive: true });
    const file = join(copy, await only(copy, 'journal', /^\d+\.jsonl$/));
    const bytes = await readFile(file);
    const at = bytes.indexOf('Text of doc_e');
    bytes.write('Tuxt', at);
    await writeFile(file, bytes);

    const damaged = await open(copy);
    expect(damaged.readOnlyReason).toContain('journal/');
    expect(damaged.damage).toMatchObject([{ lost: true }]);
    expect(damaged.tables.documents.get('doc_d')?.version).toBe(1);
    expect(damaged.tables.documents.get('doc_f')?.version).toBe(1);
    expect(await readFile(file)).toEqual(bytes);
    await damaged.close();

    const accepted = await open(copy, { acceptLoss: true });
    await save(accepted, 'doc_g', 1, 'The owner goes on');
    await accepted.close();
    const after = await open(copy);
    expect(after.damage).toEqual([]);
    expect(await after.content('documents', 'doc_g')).toBe('The owner goes on');
  });

  describe('what the owner accepts of it while the program runs', () => {
    const entry = auditEntry('workspace.accept_loss');

    async function lostFolder(): Promise<string> {
      const folder = await filledFolder();
      await rm(join(folder, 'change-requests/cr_a.json'));
      return folder;
    }

    it('is gone on without from the next start, which puts it into the audit log', async () => {
      const folder = await lostFolder();
      const damaged = await open(folder);
      expect(damaged.loss?.isAccepted).toBe(false);
      await damaged.loss?.accept(entry);
      expect(damaged.loss?.isAccepted).toBe(true);
      await damaged.close();

      const next = await open(folder);
      expect([next.readOnlyReason, next.damage, next.loss]).toEqual([null, [], null]);
      expect(await next.audit({ limit: 1 })).toMatchObject([entry]);
      expect(await next.content('change_requests', 'cr_a')).toBe('');
      await save(next, 'doc_c', 1, 'Writing goes on');
      await next.close();
      const later = await open(folder);
      expect(later.damage).toEqual([]);
      expect((await later.audit({ limit: 9, action: entry.action })).length).toBe(1);
    });

    it('covers nothing that was lost since: the owner is asked again', async () => {
      const folder = await lostFolder();
      const damaged = await open(folder);
      await damaged.loss?.accept(entry);
      await damaged.close();
      await rm(join(folder, 'documents/doc_a.json'));
      await rm(join(folder, 'versions/doc_a/2.json'));
      const next = await open(folder);
      expect(next.readOnlyReason).not.toBeNull();
      expect(next.loss?.isAccepted).toBe(false);
    });

    it('means nothing when its note is damaged', async () => {
      const folder = await lostFolder();
      const damaged = await open(folder);
      await damaged.loss?.accept(entry);
      await damaged.close();
      await writeFile(join(folder, 'accepted-loss.json'), 'scrambled');
      expect((await open(folder)).readOnlyReason).not.toBeNull();
    });
  });

  it('a missing workspace.json beside data is damage, not an empty folder', async () => {
    const folder = await filledFolder();
    await rm(join(folder, 'workspace.json'));
    await expect(open(folder, { create: true })).rejects.toMatchObject({ code: 'conflict' });
    expect((await open(folder)).tables.documents.size).toBe(2);
  });
});

describe('the end of a journal', () => {
  it('that was never acknowledged is cut off without a word to the owner', async () => {
    const folder = await filledFolder();
    const store = await open(folder);
    await save(store, 'doc_d', 1, 'Kept');
    const copy = `${folder}-copy`;
    await cp(folder, copy, { recursive: true });
    const file = join(copy, await only(copy, 'journal', /^\d+\.jsonl$/));
    await writeFile(file, '00000400 12345678 {"seq":99,', { flag: 'a' });
    const after = await open(copy);
    expect(after.damage).toEqual([]);
    expect(await after.content('documents', 'doc_d')).toBe('Kept');
    await save(after, 'doc_e', 1, 'Next');
    await after.close();
    expect(await (await open(copy)).content('documents', 'doc_e')).toBe('Next');
  });
});
