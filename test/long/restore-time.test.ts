import { randomBytes } from 'node:crypto';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock, timestamp } from '../../server/clock.ts';
import type { Attachment } from '../../server/domain/attachment.ts';
import { newId } from '../../server/domain/identifier.ts';
import { createAttachmentFiles } from '../../server/storage/attachment-files.ts';
import { restoreArchive } from '../../server/storage/backup/restore-archive.ts';
import { writeArchive } from '../../server/storage/backup/write-archive.ts';
import { nodeFileSystem } from '../../server/storage/node-file-system.ts';
import { openStore } from '../../server/storage/store.ts';
import { auditEntry, documentHead, quietLog, versionOf } from '../storage/builders.ts';

const DOCUMENTS = 10_000;
const PICTURES = 1_000;
const PICTURE_BYTES = 1_000_000;
const TEXT = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit. '.repeat(105);
const CLOCK = { clock: systemClock, log: quietLog };

let place: string;
beforeAll(async () => void (place = await mkdtemp(join(tmpdir(), 'commonplace-restore-time-'))));
afterAll(() => rm(place, { recursive: true, force: true }));

async function fill(folder: string): Promise<void> {
  const store = await openStore({ folder, ...CLOCK, create: true });
  const files = createAttachmentFiles({ folder, ...CLOCK });
  for (let made = 0; made < DOCUMENTS; made += 100) {
    const tx = store.begin();
    for (let index = 0; index < 100; index += 1) {
      const head = documentHead(newId('document'));
      tx.documents.put(head, `${TEXT}${made + index}`);
      tx.versions.put(versionOf(head, `${TEXT}${made + index}`));
    }
    for (let index = 0; index < (PICTURES * 100) / DOCUMENTS; index += 1)
      tx.attachments.put(await picture(files));
    tx.audit(auditEntry('test.fill'));
    await tx.commit();
  }
  await store.close();
}

async function picture(files: ReturnType<typeof createAttachmentFiles>): Promise<Attachment> {
  const { sha256, type } = await files.put(randomBytes(PICTURE_BYTES), 'image/png');
  return {
    id: newId('attachment'),
    document_id: 'doc_a',
    name: 'a.png',
    type,
    size: PICTURE_BYTES,
    width: 1,
    height: 1,
    sha256,
    alt: '',
    by: { user_id: 'usr_aaaaaaaaaaaa', via: 'rest', client: null },
    created_at: timestamp(systemClock),
  };
}

/** Security X13: "RTO ≤ 60 s for 10,000 docs + 1 GB", with memory that does not grow with the workspace. */
it('10,000 documents and 1 GB of pictures are restored within a minute', { timeout: 900_000 }, async () => {
  const folder = join(place, 'data');
  await fill(folder);
  const store = await openStore({ folder, ...CLOCK });
  const archive = join(place, 'a.zip');
  const before = process.memoryUsage().rss;
  let began = performance.now();
  const copy = await store.beginCopy();
  const temporary = `${archive}.part`;
  await writeArchive(nodeFileSystem, copy, {
    temporary,
    takenAt: () => timestamp(systemClock),
    programVersion: '0.0.0',
  });
  await copy.release();
  await rename(temporary, archive);
  const backedUp = performance.now() - began;
  await store.close();

  began = performance.now();
  const by = { user_id: null, username: null, via: 'cli', request_id: 'long' } as const;
  await restoreArchive({
    fileSystem: nodeFileSystem,
    ...CLOCK,
    archive,
    target: join(place, 'restored'),
    by,
  });
  const restored = performance.now() - began;
  const grown = process.memoryUsage().rss - before;
  console.log(
    `backup ${(backedUp / 1000).toFixed(1)} s, restore ${(restored / 1000).toFixed(1)} s, ${Math.round(grown / 1e6)} MB more memory`,
  );
  expect(restored).toBeLessThan(60_000);
  expect(grown).toBeLessThan(400e6);
});
