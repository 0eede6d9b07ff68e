import { hash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { timestamp } from '../../server/clock.ts';
import { AppError } from '../../server/errors.ts';
import { encodeManifest, type Manifest } from '../../server/storage/backup/manifest.ts';
import { restoreArchive } from '../../server/storage/backup/restore-archive.ts';
import { writeArchive } from '../../server/storage/backup/write-archive.ts';
import { nodeFileSystem } from '../../server/storage/node-file-system.ts';
import { encodeWorkspaceFile, type WorkspaceStep } from '../../server/storage/workspace-file.ts';
import { openZip } from '../../server/zip/zip-reader.ts';
import { seededRandom } from '../bench/corpus.ts';
import { hostileArchive } from '../zip/hostile-archive.ts';
import { auditEntry, fixedClock, open, quietLog, save, temporaryFolder } from '../storage/builders.ts';

const BY = { user_id: null, username: null, via: 'cli', request_id: 'restore' } as const;

let place: string;
let archive: string;
let manifest: Manifest;
let whole: Buffer;

beforeEach(async () => {
  const folder = await temporaryFolder();
  place = dirname(folder);
  archive = join(place, 'a.zip');
  const store = await open(folder, { create: true });
  for (let version = 1; version <= 3; version += 1) await save(store, 'doc_a', version, `Text ${version}`);
  const tx = store.begin();
  tx.audit(auditEntry('documents.read', { at: '2026-12-01T10:00:00.000Z' }));
  await tx.commit();
  const copy = await store.beginCopy();
  manifest = await writeArchive(nodeFileSystem, copy, {
    temporary: archive,
    takenAt: () => timestamp(fixedClock),
    programVersion: '0.0.0',
  });
  await copy.release();
  whole = await readFile(archive);
});

const restore = (target = join(place, 'restored')) =>
  restoreArchive({ fileSystem: nodeFileSystem, clock: fixedClock, log: quietLog, archive, target, by: BY });

/** Refused, and nothing is left of the try: not the folder, not what was unpacked. */
async function expectRefused(code = 'bad_request'): Promise<void> {
  const before = await readdir(place);
  await expect(restore()).rejects.toMatchObject({ code });
  expect(await readdir(place)).toEqual(before);
}

/** The files of the archive by name, and the archive written anew from others. */
async function filesOfArchive(): Promise<Map<string, Buffer>> {
  const size = whole.length;
  const source = {
    size,
    read: async (buffer: Uint8Array, at: number) => whole.copy(buffer, 0, at),
    close: async () => undefined,
  };
  const zip = await openZip(source, { entries: 1000, bytes: 1e9, ratio: 1e6, freeBytes: 1e9 });
  const files = new Map<string, Buffer>();
  for (const entry of zip.entries) {
    const pieces: Uint8Array[] = [];
    for await (const piece of zip.pieces(entry)) pieces.push(piece);
    files.set(entry.name, Buffer.concat(pieces));
  }
  return files;
}

async function rewrite(change: (files: Map<string, Buffer>) => void): Promise<void> {
  const files = await filesOfArchive();
  change(files);
  if (!files.has('manifest.json')) {
    const sums = Array.from(files, ([name, bytes]): Manifest['files'][number] => [
      name,
      bytes.length,
      hash('sha256', bytes),
    ]);
    files.set('manifest.json', encodeManifest({ ...manifest, files: sums }));
  }
  await writeFile(archive, await hostileArchive(files));
}

const DOCUMENT = 'documents/doc_a.json';
const OLD_MONTH = 'audit/2026-11.jsonl';
const NEW_MONTH = 'audit/2026-12.jsonl';
const LOST_PICTURE = `attachments/${'0'.repeat(64)}.png`;

/** Security X13: "damaged archive → refused whole". */
describe('a damaged backup is refused whole, and nothing is written', () => {
  it('cut at any place', async () => {
    const random = seededRandom(1);
    for (let round = 0; round < 12; round += 1) {
      await writeFile(archive, whole.subarray(0, Math.floor(random() * whole.length)));
      await expectRefused();
    }
  });

  it('with bytes changed at any place: it is refused, or restores what it always did', async () => {
    const random = seededRandom(2);
    let refused = 0;
    for (let round = 0; round < 20; round += 1) {
      const bytes = Buffer.from(whole);
      const at = Math.floor(random() * bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ 0xff;
      await writeFile(archive, bytes);
      const target = join(place, `restored-${round}`);
      const outcome = await restore(target).then(
        async () => readFile(join(target, DOCUMENT), 'utf8'),
        (error: unknown) => (error instanceof AppError && !existsSync(target) ? error.code : String(error)),
      );
      refused += outcome === 'bad_request' ? 1 : 0;
      expect(outcome).toMatch(/^bad_request$|Text 3/);
    }
    expect(refused).toBeGreaterThan(10);
  });

  it.each<[string, (files: Map<string, Buffer>) => void]>([
    ['a file is missing', (files) => void files.delete(DOCUMENT)],
    ['a file was added', (files) => void files.set('documents/doc_b.json', Buffer.from('{}'))],
    [
      'a file was changed, its sum in the ZIP directory too',
      (files) => void files.set(DOCUMENT, Buffer.from('{}')),
    ],
    [
      'the manifest was edited',
      (files) => {
        const text = files.get('manifest.json') ?? Buffer.alloc(0);
        text.write('9', text.indexOf('"seq": ') + 7);
      },
    ],
    ['the manifest is another file', (files) => void files.set('manifest.json', Buffer.from('{}'))],
  ])('%s', async (_what, change) => {
    await rewrite(change);
    await expectRefused();
  });

  it.each<[string, (files: Map<string, Buffer>) => void]>([
    ['leads out of the folder', (files) => void files.set('../evil', Buffer.from('x'))],
    ['is none that a workspace has', (files) => void files.set('secrets/embeddings.json', Buffer.from('{}'))],
    ['would be run by somebody', (files) => void files.set('documents/run.sh', Buffer.from('x'))],
  ])('a file %s, although its manifest names it', async (_what, change) => {
    await rewrite((files) => {
      files.delete('manifest.json');
      change(files);
    });
    await expectRefused();
    expect(existsSync(join(place, '..', 'evil'))).toBe(false);
  });

  it.each<[string, RegExp]>([
    ['the snapshot', /^snapshot\//],
    ['the audit key', /^secrets\/audit\.key/],
    ['the journal', /^journal\/\d/],
  ])(
    '%s is not in it, and its manifest says nothing of it: what was acknowledged would be lost',
    async (_what, gone) => {
      await rewrite((files) => {
        files.delete('manifest.json');
        for (const name of files.keys()) if (gone.test(name)) files.delete(name);
        if (gone.test('snapshot/')) files.delete(DOCUMENT);
      });
      await expectRefused();
    },
  );

  it('the audit log was altered and all sums made to fit: its chain tells (security L1)', async () => {
    await rewrite((files) => {
      files.delete('manifest.json');
      for (const [name, bytes] of files) {
        if (name.startsWith('audit/'))
          files.set(name, Buffer.from(bytes.toString().replace('"ada"', '"bob"')));
      }
    });
    await expectRefused();
  });

  it('a small archive holds a manifest that takes more memory than the workspace has files for', async () => {
    await rewrite((files) => {
      files.delete('manifest.json');
      manifest = { ...manifest, missing: ['x'.repeat(17_000_000)] };
    });
    await expectRefused();
  });

  it('the audit log was altered, and a picture was lost before: that is no reason to look away (security L1)', async () => {
    await rewrite((files) => {
      files.delete('manifest.json');
      manifest = { ...manifest, missing: [LOST_PICTURE] };
      for (const [name, bytes] of files) {
        if (name.startsWith('audit/'))
          files.set(name, Buffer.from(bytes.toString().replace('"ada"', '"bob"')));
      }
    });
    await expectRefused();
  });

  it.each<[string, WorkspaceStep]>([
    ['being made', { kind: 'creating' }],
    ['being updated', { kind: 'migrating', from: 1, backup: 'before-schema-4-2026-11-20T10-00-00-000Z' }],
    ['being put back from elsewhere', { kind: 'migrating', from: 1, backup: '../../../../etc' }],
  ])('the workspace in it says that it was %s', async (_what, step) => {
    const { schema_version, instance_id } = manifest;
    const workspace = { schema_version, instance_id, created_at: '2026-11-20T10:00:00.000Z' };
    await rewrite((files) => {
      files.delete('manifest.json');
      files.set('workspace.json', encodeWorkspaceFile(workspace, step));
      for (const name of files.keys()) if (name.startsWith('snapshot/')) files.delete(name);
    });
    await expectRefused();
  });

  it('made by a newer program', async () => {
    await rewrite((files) => {
      files.delete('manifest.json');
      manifest = { ...manifest, schema_version: 99 };
    });
    await expectRefused('conflict');
  });

  it('no backup at all', async () => {
    await writeFile(archive, 'PK, but not really');
    await expectRefused();
  });

  it('no file at all, but a folder, or something that never answers', async () => {
    archive = join(place, 'folder.zip');
    await mkdir(archive);
    await expectRefused();
    archive = join(place, 'pipe.zip');
    await promisify(execFile)('mkfifo', [archive]);
    await expectRefused();
  });

  it('not there', async () => {
    archive = join(place, 'b.zip');
    await expectRefused('not_found');
  });
});

describe('a whole backup', () => {
  it('is never restored over anything', async () => {
    await writeFile(join(place, 'file'), 'mine');
    await expect(restore(place)).rejects.toMatchObject({ code: 'conflict' });
    await expect(restore(join(place, 'file'))).rejects.toMatchObject({ code: 'conflict' });
    expect(await readFile(join(place, 'file'), 'utf8')).toBe('mine');
  });

  it.each<[string, string[]]>([
    ['a picture', [LOST_PICTURE]],
    ['a month of the audit log', [OLD_MONTH]],
    ['the newest month of the audit log', [NEW_MONTH]],
    ['all of the audit log', [OLD_MONTH, NEW_MONTH]],
  ])('is restored without what was lost when it was made: %s', async (_what, missing) => {
    await rewrite((files) => {
      files.delete('manifest.json');
      for (const name of missing) files.delete(name);
      manifest = { ...manifest, missing };
    });
    const anchor = manifest.audit.seq + 1;
    const { folder, auditSeq } = await restore();
    expect(auditSeq).toBe(anchor);
    const store = await open(folder);
    expect([store.readOnlyReason, store.damage]).toEqual([null, []]);
    expect(await store.audit({ limit: 1 })).toMatchObject([
      { seq: anchor, action: 'backup.restore', details: { missing: missing.length } },
    ]);
    await save(store, 'doc_a', 4, 'The owner goes on');
    await store.close();
    const entries = await (await open(folder)).audit({ limit: 100 });
    expect(entries.slice(0, 2).map(({ seq }) => seq)).toEqual([anchor + 1, anchor]);
  });

  it('has what an earlier restore left, because it was killed, removed first; one that runs is left alone', async () => {
    const [killed, running] = ['.other.restoring-0123456789ab', '.restored.restoring-ba9876543210'];
    const [empty, unlocked, mixed] = [1, 2, 3].map((number) => `.mine.restoring-${number}`.padEnd(28, '0'));
    const others = [running, '.mine.restoring-soon', String(unlocked), String(mixed)];
    for (const folder of [killed, ...others]) {
      await mkdir(join(place, folder, 'secrets'), { recursive: true });
      await writeFile(join(place, folder, 'secrets', 'audit.key'), 'key');
      if (folder !== unlocked) await writeFile(join(place, folder, 'restoring.lock'), '');
    }
    await writeFile(join(place, String(mixed), 'thesis.txt'), 'Mine.');
    await mkdir(join(place, String(empty)));
    const lock = await nodeFileSystem.lock(join(place, running, 'restoring.lock'));
    const { removed } = await restore();
    await lock?.release();
    expect(removed.toSorted()).toEqual([join(place, String(empty)), join(place, killed)]);
    const names = await readdir(place);
    expect(names.filter((name) => name.includes('.restoring-'))).toEqual(others.toSorted());
    expect(await readdir(join(place, String(mixed)))).toContain('thesis.txt');
    expect(names).toContain('restored');
    expect(await readdir(join(place, 'restored'))).not.toContain('restoring.lock');
  });

  it('is restored for its owner only (security E9)', async () => {
    const { folder } = await restore();
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      expect(mode & 0o077).toBe(0);
    }
    expect((await stat(archive)).mode & 0o077).toBe(0);
  });

  it('has no key of another service in it, and says which keys it has', async () => {
    expect([...(await filesOfArchive()).keys()].filter((name) => name.startsWith('secrets/'))).toEqual([
      'secrets/audit.key',
      'secrets/audit.key.copy',
    ]);
  });

  it('is refused where the disk has no room, before anything is written', async () => {
    const before = await readdir(place);
    const unpacked = manifest.files.reduce((sum, [, size]) => sum + size, 0);
    // Files take whole blocks of the disk, and whoever works on it meanwhile goes on writing.
    for (const free of [1000, unpacked + 1_000_000]) {
      const attempt = restoreArchive({
        fileSystem: nodeFileSystem,
        clock: fixedClock,
        log: quietLog,
        archive,
        target: join(place, 'restored'),
        by: BY,
        freeBytes: async () => free,
      });
      await expect(attempt).rejects.toMatchObject({ code: 'storage_full' });
    }
    expect(await readdir(place)).toEqual(before);
  });
});
