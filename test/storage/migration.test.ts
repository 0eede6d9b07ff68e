import { createHash } from 'node:crypto';
import { cp, readdir, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DocumentHead } from '../../server/domain/document.ts';
import type { Notification } from '../../server/domain/notification.ts';
import type { Space } from '../../server/domain/space.ts';
import type { FileSystem } from '../../server/storage/file-system.ts';
import { layoutOf } from '../../server/storage/layout.ts';
import { SCHEMA_VERSION } from '../../server/storage/migrations.ts';
import { nodeFileSystem } from '../../server/storage/node-file-system.ts';
import { FolderIsNewer } from '../../server/storage/open-errors.ts';
import { openStore } from '../../server/storage/store.ts';
import { trusted } from '../../server/storage/trusted.ts';
import { readWorkspaceFile, writeWorkspaceFile } from '../../server/storage/workspace-file.ts';
import { documentHead, fixedClock, open, quietLog, save, temporaryFolder, versionOf } from './builders.ts';
import { createCrashDisk, type Loss } from './crash-disk.ts';
import { FOLDER } from './power-cut-workload.ts';

const MEMBERS = { usr_aaaaaaaaaaaa: 'edit', usr_bbbbbbbbbbbb: 'read' } as const;

/** A space as schema 1 kept it: members in a list. */
function spaceOfSchema1(): Space {
  const members = Object.entries(MEMBERS).map(([user_id, right]) => ({ user_id, right }));
  const at = '2026-01-01T00:00:00.000Z';
  const fields = {
    id: 'spc_aaaaaaaaaaaa',
    slug: 'docs',
    name: 'Docs',
    description: '',
    visibility: 'private',
  };
  return trusted<Space>({ ...fields, members, created_at: at, updated_at: at });
}

/** A document as schema 1 kept it: without links. */
function headOfSchema1(id: string): DocumentHead {
  const { links: _notYet, ...head } = documentHead(id);
  return trusted<DocumentHead>(head);
}

/** A folder as the program with schema 1 left it: snapshot, files, and changes that only the journal holds. */
async function writeSchema1(folder: string, fileSystem: FileSystem): Promise<void> {
  const options = { folder, clock: fixedClock, log: quietLog, fileSystem, idleCheckpointMs: 3_600_000 };
  const store = await openStore({ ...options, create: true });
  for (const id of ['doc_a', 'doc_b']) {
    const tx = store.begin();
    tx.documents.put(headOfSchema1(id), `Text of ${id}`);
    tx.versions.put(versionOf(documentHead(id), `Text of ${id}`));
    await tx.commit();
    if (id === 'doc_a') await store.checkpoint();
  }
  const tx = store.begin();
  tx.spaces.put(spaceOfSchema1());
  await tx.commit();
  await store.close();
  const layout = layoutOf(folder);
  await writeWorkspaceFile(fileSystem, layout, {
    ...(await readWorkspaceFile(fileSystem, layout)),
    schema_version: 1,
  });
}

const YOUNGER_THAN_SCHEMA_2 = ['templates', 'decks', 'assignments'] as const;

/** A folder as the program with schema 2 left it: fewer collections, and notifications that know no decks. */
async function writeSchema2(folder: string): Promise<void> {
  const store = await open(folder, { create: true });
  const tx = store.begin();
  tx.notifications.put(
    trusted<Notification>({
      id: 'ntf_a',
      user_id: 'usr_aaaaaaaaaaaa',
      kind: 'review_requested',
      document_id: 'doc_a',
      change_request_id: null,
      actor_id: 'usr_bbbbbbbbbbbb',
      created_at: '2026-01-01T00:00:00.000Z',
      read_at: null,
    }),
  );
  await tx.commit();
  await store.close();
  for (const name of YOUNGER_THAN_SCHEMA_2) await unlink(join(folder, `collections/${name}.json`));
  const layout = layoutOf(folder);
  const workspace = await readWorkspaceFile(nodeFileSystem, layout);
  await writeWorkspaceFile(nodeFileSystem, layout, { ...workspace, schema_version: 2 });
}

async function expectMigrated(folder: string, fileSystem: FileSystem): Promise<void> {
  const store = await openStore({
    folder,
    clock: fixedClock,
    log: quietLog,
    fileSystem,
    idleCheckpointMs: 3_600_000,
  });
  try {
    expect(store.damage).toEqual([]);
    expect(store.schemaVersion).toBe(SCHEMA_VERSION);
    for (const id of ['doc_a', 'doc_b']) {
      expect(store.tables.documents.get(id)).toEqual(documentHead(id));
      expect(await store.content('documents', id)).toBe(`Text of ${id}`);
      expect((await store.version(id, 1))?.content).toBe(`Text of ${id}`);
    }
    expect(store.tables.spaces.get('spc_aaaaaaaaaaaa')?.members).toEqual(MEMBERS);
    expect(await store.verifyFiles()).toMatchObject({ damage: [] });
  } finally {
    await store.close();
  }
}

async function fingerprint(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(folder, { recursive: true })).toSorted()) {
    const path = join(folder, name);
    const found = await stat(path);
    hash.update(`${name} ${found.mode} ${found.mtimeMs}`);
    if (found.isFile()) hash.update(await readFile(path));
  }
  return hash.digest('hex');
}

describe('a folder with an older schema (security X12)', () => {
  it('is backed up, brought up to date, and opens as new from then on', async () => {
    const folder = await temporaryFolder();
    await writeSchema1(folder, nodeFileSystem);
    const original = `${folder}-original`;
    await cp(folder, original, { recursive: true });
    await expectMigrated(folder, nodeFileSystem);
    await expectMigrated(folder, nodeFileSystem);

    const backups = await readdir(join(folder, 'backups'));
    expect(backups).toEqual([expect.stringMatching(/^before-schema-4-/)]);
    const backup = join(folder, 'backups', backups[0] ?? '');
    for (const file of [
      'workspace.json',
      'collections/spaces.json',
      'documents/doc_a.json',
      'secrets/audit.key',
    ]) {
      expect(await readFile(join(backup, file))).toEqual(await readFile(join(original, file)));
    }
    expect(await readFile(join(folder, 'collections/spaces.json'), 'utf8')).toContain(
      '"usr_bbbbbbbbbbbb":"read"',
    );
    expect(await readFile(join(folder, 'documents/doc_a.json'), 'utf8')).toContain('"links": []');
  });

  it('is old or new, never mixed, wherever the migration is cut off', async () => {
    const before = createCrashDisk();
    await writeSchema1(FOLDER, before.fileSystem);
    const disk = before.copy();
    await expectMigrated(FOLDER, disk.fileSystem);
    expect(disk.now).toBeGreaterThan(100);
    const losses: readonly Loss[] = ['lost', 'kept', 'cut'];
    for (let point = 0; point <= disk.now; point += 1) {
      const image = disk.imageAt(point, losses[point % losses.length] ?? 'lost', Math.random);
      await expectMigrated(FOLDER, image.fileSystem);
    }
  });

  it('whose migration was cut off, and whose copy is gone since, is refused and stays as it is', async () => {
    const folder = await temporaryFolder();
    await writeSchema1(folder, nodeFileSystem);
    const layout = layoutOf(folder);
    const workspace = await readWorkspaceFile(nodeFileSystem, layout);
    const step = { kind: 'migrating', from: 1, backup: 'before-schema-4-2026-11-20T10-00-00-000Z' } as const;
    await writeWorkspaceFile(nodeFileSystem, layout, { ...workspace, schema_version: SCHEMA_VERSION }, step);
    const before = await fingerprint(join(folder, 'documents'));
    await expect(open(folder)).rejects.toMatchObject({ code: 'conflict' });
    expect(await fingerprint(join(folder, 'documents'))).toBe(before);
  });

  it('is put back from its own copies only, whatever its file says (security Z1)', async () => {
    const folder = await temporaryFolder();
    const store = await open(folder, { create: true });
    await save(store, 'doc_a', 1, 'Text');
    await store.close();
    const elsewhere = join(folder, '..', 'elsewhere');
    await cp(folder, elsewhere, { recursive: true });
    await writeFile(join(elsewhere, 'secrets', 'stranger.json'), '{}');
    const layout = layoutOf(folder);
    const workspace = await readWorkspaceFile(nodeFileSystem, layout);
    const step = { kind: 'migrating', from: SCHEMA_VERSION, backup: '../../elsewhere' } as const;
    await writeWorkspaceFile(nodeFileSystem, layout, workspace, step);
    const again = await open(folder);
    expect(await readdir(layout.folders.secrets)).not.toContain('stranger.json');
    expect(await again.content('documents', 'doc_a')).toBe('Text');
  });

  it('gets the collections that it could not have yet, and no alarm about their files', async () => {
    const folder = await temporaryFolder();
    await writeSchema2(folder);
    for (let starts = 0; starts < 2; starts += 1) {
      const store = await open(folder);
      expect(store.damage).toEqual([]);
      expect(store.readOnlyReason).toBeNull();
      expect(store.tables.notifications.get('ntf_a')).toMatchObject({ document_id: 'doc_a', deck_id: null });
      for (const name of YOUNGER_THAN_SCHEMA_2) expect(store.tables[name].size).toBe(0);
      await store.close();
    }
    const files = await readdir(join(folder, 'collections'));
    expect(files).toEqual(expect.arrayContaining(YOUNGER_THAN_SCHEMA_2.map((name) => `${name}.json`)));
  });

  it('of which a collection is missing that it did have is not taken for one that never had it', async () => {
    const folder = await temporaryFolder();
    await writeSchema2(folder);
    await unlink(join(folder, 'collections/notifications.json'));
    const store = await open(folder);
    expect(store.damage).toEqual([expect.objectContaining({ file: 'collections/notifications.json' })]);
    expect(store.tables.notifications.size).toBe(1);
    await store.close();
  });

  it('of a newer program is refused, 0 bytes changed', async () => {
    const folder = await temporaryFolder();
    const store = await open(folder, { create: true });
    await save(store, 'doc_a', 1, 'Text');
    await store.close();
    const layout = layoutOf(folder);
    const workspace = await readWorkspaceFile(nodeFileSystem, layout);
    await writeWorkspaceFile(nodeFileSystem, layout, { ...workspace, schema_version: SCHEMA_VERSION + 1 });
    const before = await fingerprint(folder);
    await expect(open(folder)).rejects.toBeInstanceOf(FolderIsNewer);
    expect(await fingerprint(folder)).toBe(before);
  });
});
