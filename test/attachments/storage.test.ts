import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Attachment } from '../../server/domain/attachment.ts';
import { newId } from '../../server/domain/identifier.ts';
import type { AttachmentFiles } from '../../server/image-ports.ts';
import type { Store } from '../../server/ports.ts';
import { createAttachmentFiles } from '../../server/storage/attachment-files.ts';
import type { FileSystem } from '../../server/storage/file-system.ts';
import { gather } from '../images/gather.ts';
import { animatedPng, gif, jpeg, png } from '../images/pictures.ts';
import {
  auditEntry,
  documentHead,
  fixedClock,
  open,
  quietLog,
  temporaryFolder,
} from '../storage/builders.ts';
import { createCrashDisk, type Loss } from '../storage/crash-disk.ts';
import { FOLDER, openOn } from '../storage/power-cut-workload.ts';

const LOSSES: readonly Loss[] = ['lost', 'kept', 'cut', 'sectors'];
const PICTURES = [png(), animatedPng(2), gif(), jpeg(), png()];

const filesOn = (fileSystem: FileSystem, folder = FOLDER) =>
  createAttachmentFiles({ folder, clock: fixedClock, log: quietLog, fileSystem });

function recordOf(content: Pick<Attachment, 'sha256' | 'type'>, size: number): Attachment {
  return {
    ...content,
    id: newId('attachment'),
    document_id: 'doc_a',
    name: 'picture',
    size,
    width: 1,
    height: 1,
    alt: '',
    by: { user_id: 'usr_a', via: 'app', client: null },
    created_at: '2026-01-01T00:00:00.000Z',
  };
}

async function commit(store: Store, change: (tx: ReturnType<Store['begin']>) => void): Promise<void> {
  const tx = store.begin();
  change(tx);
  tx.audit(auditEntry('attach'));
  await tx.commit();
}

/** What was acknowledged, and when; and when it was asked to go. */
interface Known {
  attachment: Attachment;
  acknowledgedAt: number;
  deletedFrom: number;
}

type Order = 'bytes first' | 'record first';

async function attach(
  store: Store,
  files: AttachmentFiles,
  bytes: Uint8Array,
  order: Order,
): Promise<Attachment> {
  if (order === 'record first') {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const attachment = recordOf({ sha256, type: 'image/png' }, bytes.length);
    await commit(store, (tx) => tx.attachments.put(attachment));
    await files.put(bytes, 'image/png');
    return attachment;
  }
  const attachment = recordOf(await files.put(bytes, 'image/png'), bytes.length);
  await commit(store, (tx) => tx.attachments.put(attachment));
  return attachment;
}

/** Attaches pictures one after the other and at once, the same one twice, deletes some and sweeps. */
async function runWorkload(
  disk: ReturnType<typeof createCrashDisk>,
  fileSystem: FileSystem,
  order: Order = 'bytes first',
) {
  const known: Known[] = [];
  const store = await openOn(fileSystem, true);
  const createdAt = disk.now;
  const files = filesOn(fileSystem);
  await commit(store, (tx) => tx.documents.put(documentHead('doc_a', 1), 'Text'));
  const add = async (bytes: Uint8Array) => {
    const attachment = await attach(store, files, bytes, order);
    known.push({ attachment, acknowledgedAt: disk.now, deletedFrom: Infinity });
  };
  for (const bytes of PICTURES.slice(0, 2)) await add(bytes);
  await Promise.all(PICTURES.slice(2).map(add));
  const [first, second] = known;
  for (const gone of [first, second]) {
    if (!gone) continue;
    gone.deletedFrom = disk.now;
    await commit(store, (tx) => tx.attachments.delete(gone.attachment.id));
  }
  const named = () => new Set([...store.tables.attachments.all()].map(({ sha256 }) => sha256));
  await filesOn(fileSystem).sweep((sha256) => named().has(sha256));
  await store.checkpoint();
  await store.close();
  return { known, createdAt };
}

async function violationsAt(
  image: ReturnType<typeof createCrashDisk>,
  { known, createdAt }: Awaited<ReturnType<typeof runWorkload>>,
  point: number,
): Promise<string[]> {
  const store = await openOn(image.fileSystem).catch(() => undefined);
  if (!store) return point < createdAt ? [] : ['does not open'];
  const found = store.damage.map(({ file, problem }) => `${file}: ${problem}`);
  for (const { attachment, acknowledgedAt, deletedFrom } of known) {
    const isThere = store.tables.attachments.get(attachment.id) !== undefined;
    if (!isThere && acknowledgedAt <= point && point < deletedFrom)
      found.push('an acknowledged picture is lost');
  }
  const files = filesOn(image.fileSystem);
  const expected = new Set(PICTURES.map((bytes) => bytes.toString('latin1')));
  for (const attachment of store.tables.attachments.all()) {
    const bytes = await gather(files.read(attachment, { start: 0, length: attachment.size })).catch(
      () => undefined,
    );
    if (!bytes || !expected.has(bytes.toString('latin1')))
      found.push('a picture has other bytes than were sent');
  }
  await store.close();
  return found;
}

async function cutEverywhere(order: Order, wrap: (fileSystem: FileSystem) => FileSystem, enough = Infinity) {
  const disk = createCrashDisk();
  const history = await runWorkload(disk, wrap(disk.fileSystem), order);
  let state = 7;
  const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  const violations: string[] = [];
  for (let point = 1; point <= disk.now && violations.length < enough; point += 1) {
    for (const loss of LOSSES) {
      const found = await violationsAt(disk.imageAt(point, loss, random), history, point);
      violations.push(...found.map((violation) => `cut at ${point} (${loss}): ${violation}`));
    }
  }
  return violations;
}

describe('"durable before the record’s commit": a power cut at any moment', () => {
  it('leaves no attachment without its bytes, and loses none that was acknowledged', async () => {
    expect(await cutEverywhere('bytes first', (disk) => disk)).toEqual([]);
  });

  it('would be noticed if the record came first', async () => {
    expect(await cutEverywhere('record first', (disk) => disk, 1)).not.toEqual([]);
  });

  it('would be noticed if the folder were not flushed', async () => {
    const forgetful = (disk: FileSystem): FileSystem => ({
      ...disk,
      syncFolder: (path) => (path.endsWith('attachments') ? Promise.resolve() : disk.syncFolder(path)),
    });
    expect(await cutEverywhere('bytes first', forgetful, 1)).not.toEqual([]);
  });
});

describe('"a record without blob is damage and is reported"', () => {
  /** A workspace with two attachments of different pictures. */
  async function filled() {
    const folder = await temporaryFolder();
    const store = await open(folder, { create: true });
    const files = createAttachmentFiles({ folder, clock: fixedClock, log: quietLog });
    const attachments: Attachment[] = [];
    for (const bytes of [png(), animatedPng(2)])
      attachments.push(await attach(store, files, bytes, 'bytes first'));
    await store.close();
    const [lost, kept] = attachments;
    if (!lost || !kept) throw new Error('There are two.');
    return { folder, lost, kept, file: `attachments/${lost.sha256}.png` };
  }

  it('at the start, which is read-only then; with the loss accepted the attachment goes and the next start is whole', async () => {
    const { folder, lost, kept, file } = await filled();
    await rm(join(folder, file));
    const store = await open(folder);
    expect(store.damage).toMatchObject([{ file, problem: 'the file is missing', lost: true }]);
    expect(store.readOnlyReason).toContain(file);
    await store.close();
    const accepted = await open(folder, { acceptLoss: true });
    expect(accepted.readOnlyReason).toBeNull();
    expect(accepted.tables.attachments.get(lost.id)).toBeUndefined();
    await accepted.close();
    const next = await open(folder);
    expect([next.damage, next.readOnlyReason]).toEqual([[], null]);
    expect(next.tables.attachments.get(kept.id)).toEqual(kept);
    await next.close();
  });

  it('by verify, also when it is there and damaged; the same picture sent again mends it', async () => {
    const { folder, file } = await filled();
    await writeFile(join(folder, file), Buffer.alloc(png().length));
    const store = await open(folder);
    expect(store.readOnlyReason).toBeNull();
    const { damage } = await store.verifyFiles();
    expect(damage).toMatchObject([{ file, problem: 'it is not what was stored', lost: true }]);
    await createAttachmentFiles({ folder, clock: fixedClock, log: quietLog }).put(png(), 'image/png');
    expect((await store.verifyFiles()).damage).toEqual([]);
    await store.close();
  });
});
