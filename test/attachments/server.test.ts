import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Connection } from '../../server/faces/cli/connection.ts';
import { connect } from '../../server/faces/cli/connect.ts';
import { addAttachment } from '../../server/operations/attachments/add.ts';
import { createDocument } from '../../server/operations/documents/create.ts';
import { trashDocument } from '../../server/operations/documents/trash.ts';
import { purgeDocument } from '../../server/operations/trash/purge.ts';
import { startServer, type RunningServer } from '../../server/start.ts';
import { folderConfig, initializeFolder } from '../builders/folder.ts';
import { createMovableClock, type MovableClock } from '../builders/workspace.ts';
import { exifSegment, exifWithPlace, gif, jpeg, jpegWith } from '../images/pictures.ts';
import { PATIENCE } from '../patience.ts';

const HOUR = 3_600_000;

let folder: string;
let clock: MovableClock;
let server: RunningServer;
let connection: Connection;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commonplace-images-'));
  await initializeFolder(folder, { username: 'ada' });
  clock = createMovableClock(Date.now());
  await open();
});
afterEach(async () => {
  await close();
  await rm(folder, { recursive: true });
});

async function open(): Promise<void> {
  server = await startServer(folderConfig(folder, { 'log-level': 'silent' }), { clock });
  connection = await connect(folderConfig(folder));
}

async function close(): Promise<void> {
  await connection.close();
  await server.close();
}

const files = () => readdir(join(folder, 'attachments'));

async function attach(bytes: Buffer) {
  const { document } = await connection.run(createDocument, { space: 'notes', title: 'Pump' });
  const data = bytes.toString('base64');
  const { attachment } = await connection.run(addAttachment, { doc_id: document.id, data });
  return { id: document.id, attachment };
}

it('a server on a disk checks in its thread, keeps, and shows at the machine what is left without the location', async () => {
  const { attachment } = await attach(jpegWith(exifSegment(exifWithPlace())));
  await close();
  await open();
  const opened = await fetch(server.launchAddress() ?? '', { redirect: 'manual' });
  const cookie = opened.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const address = new URL(new URL(attachment.url).pathname, server.launchAddress() ?? '');
  const answer = await fetch(address, { headers: { cookie } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(Buffer.from(await answer.arrayBuffer()).equals(jpeg())).toBe(true);
  expect((await fetch(address)).status).toBe(401);
});

it('"deleted with the document when it is purged": the bytes go from the disk, those of others stay', async () => {
  const [gone, kept] = [await attach(jpeg()), await attach(gif())];
  const twin = await attach(gif());
  clock.advance(HOUR);
  for (const { id } of [gone, twin]) {
    await connection.run(trashDocument, { id });
    await connection.run(purgeDocument, { id });
  }
  await vi.waitFor(async () => expect(await files()).toEqual([`${kept.attachment.sha256}.gif`]), PATIENCE);
});
