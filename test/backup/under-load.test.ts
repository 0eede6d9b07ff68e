import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { timestamp } from '../../server/clock.ts';
import { createAttachmentFiles } from '../../server/storage/attachment-files.ts';
import type { DurableStore } from '../../server/storage/assembled-store.ts';
import type { FolderCopy } from '../../server/storage/backup/folder-copy.ts';
import { restoreArchive } from '../../server/storage/backup/restore-archive.ts';
import { writeArchive } from '../../server/storage/backup/write-archive.ts';
import { nodeFileSystem } from '../../server/storage/node-file-system.ts';
import { fixedClock, open, quietLog, temporaryFolder } from '../storage/builders.ts';
import { differences, startLoad, stateOf, type Load } from './history.ts';

/** Small, so that files are written and the journal is cut again and again while a backup runs. */
const RESTLESS = { checkpointAfter: { records: 40, bytes: 64 * 1024 }, idleCheckpointMs: 5 };
const BACKUPS = 3;
const FILES_BETWEEN_WRITES = 15;
const WRITES_BETWEEN_FILES = 20;
const BY = { user_id: null, username: null, via: 'cli', request_id: 'restore' } as const;

const filesOf = (folder: string) => createAttachmentFiles({ folder, clock: fixedClock, log: quietLog });

/** The copy, with writes that go on while its files are read. */
function interrupted(copy: FolderCopy, load: Load): FolderCopy {
  return {
    ...copy,
    mark: () => copy.mark(),
    async *files() {
      let given = 0;
      let writing = Promise.resolve();
      for await (const file of copy.files()) {
        given += 1;
        if (given % FILES_BETWEEN_WRITES === 0) {
          await writing;
          writing = load.more(WRITES_BETWEEN_FILES);
        }
        yield file;
      }
      await writing;
    },
  };
}

async function backUp(store: DurableStore, load: Load, path: string) {
  const acknowledged = load.acknowledged();
  const [last] = await store.audit({ limit: 1 });
  const copy = await store.beginCopy();
  try {
    const options = {
      temporary: `${path}.part`,
      takenAt: () => timestamp(fixedClock),
      programVersion: '0.0.0',
    };
    const manifest = await writeArchive(nodeFileSystem, interrupted(copy, load), options);
    await rename(`${path}.part`, path);
    return { manifest, before: last?.seq ?? 0, during: load.acknowledged() - acknowledged };
  } finally {
    await copy.release();
  }
}

/**
 * Security X13: "taken under 100 writes/s; restored into an empty folder; every document, version, attachment, right
 * and audit hash compared (SHA-256) with the point-in-time history. RPO 0 for acknowledged before the backup mark."
 */
it(
  'a backup under load is the workspace of one moment, and a restore brings back exactly that',
  { timeout: 300_000 },
  async () => {
    const folder = await temporaryFolder();
    const store = await open(folder, { create: true, ...RESTLESS });
    const attachmentFiles = filesOf(folder);
    const load = startLoad(store, attachmentFiles, 7);
    await load.more(700);

    const backups = [];
    for (let number = 1; number <= BACKUPS; number += 1) {
      const archive = join(dirname(folder), `${number}.zip`);
      const release = attachmentFiles.hold();
      backups.push({
        archive,
        target: join(dirname(folder), `restored-${number}`),
        ...(await backUp(store, load, archive)),
      });
      release();
      await load.more(20);
    }
    const audit = (await store.audit({ limit: 1_000_000 })).toReversed();

    for (const { archive, target, manifest, before, during } of backups) {
      expect(during).toBeGreaterThan(100);
      // What was acknowledged before the backup began is in it.
      expect(manifest.audit.seq).toBeGreaterThanOrEqual(before);
      const options = { fileSystem: nodeFileSystem, clock: fixedClock, log: quietLog, by: BY };
      const restored = await restoreArchive({ ...options, archive, target });
      const copy = await open(target);
      expect(copy.damage).toEqual([]);
      expect(
        differences(await stateOf(copy, filesOf(target)), await load.stateAfter(manifest.audit.seq)),
      ).toEqual([]);
      expect(manifest.counts.documents).toBe(copy.tables.documents.size);
      expect((await copy.verifyFiles()).damage).toEqual([]);

      // Every entry with the hash that it had, and one more that says where the chain comes from (security L1).
      const entries = (await copy.audit({ limit: 1_000_000 })).toReversed();
      expect(entries.slice(0, -1)).toEqual(audit.slice(0, manifest.audit.seq));
      expect(entries.at(-1)).toMatchObject({
        seq: restored.auditSeq,
        action: 'backup.restore',
        details: {
          taken_at: manifest.taken_at,
          chain_end: manifest.audit.seq,
          chain_mac: audit[manifest.audit.seq - 1]?.mac,
        },
      });
      expect(await copy.verifyAudit()).toEqual({ entries: manifest.audit.seq + 1, broken: [] });
    }
  },
);
