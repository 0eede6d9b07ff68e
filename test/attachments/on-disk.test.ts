import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDocument } from '../../server/operations/documents/create.ts';
import { createAttachmentFiles } from '../../server/storage/attachment-files.ts';
import type { OpenFile } from '../../server/storage/file-system.ts';
import { nodeFileSystem } from '../../server/storage/node-file-system.ts';
import { largePng } from '../images/pictures.ts';
import { startRest, type RestServer } from '../rest/rest-server.ts';
import { PATIENCE } from '../patience.ts';

const LARGE = 6 * 1024 * 1024;

let folder: string;
let server: RestServer;
let token: string;
let url: string;
/** Files that are open at the moment. */
let open: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commonplace-serving-'));
  await nodeFileSystem.makeFolder(join(folder, 'attachments'));
  open = 0;
  server = await startRest();
  const { services } = server.workspace;
  services.attachmentFiles = createAttachmentFiles({
    folder,
    clock: services.clock,
    log: services.log,
    fileSystem: {
      ...nodeFileSystem,
      async open(path, mode): Promise<OpenFile> {
        const file = await nodeFileSystem.open(path, mode);
        open += 1;
        return { ...file, close: () => file.close().finally(() => void (open -= 1)) };
      },
    },
  });
  token = await server.token('editor');
  const { document } = await server.workspace.as('admin', createDocument, {
    space: 'handbook',
    title: 'Pump',
  });
  const { json } = await server.call('POST', `/api/v1/documents/${document.id}/attachments`, {
    token,
    raw: largePng(LARGE),
    headers: { 'content-type': 'image/png' },
  });
  const { attachment } = json as { attachment: { url: string } };
  url = server.url + new URL(attachment.url).pathname;
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

it('a large picture is stored as one file and comes back byte for byte', async () => {
  expect(await readdir(join(folder, 'attachments'))).toHaveLength(1);
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  expect(Buffer.from(await answer.arrayBuffer()).equals(largePng(LARGE))).toBe(true);
  await vi.waitFor(() => expect(open).toBe(0), PATIENCE);
});

it('its file is closed when the reader goes away', async () => {
  await new Promise<void>((resolve, reject) => {
    const outgoing = request(url, { headers: { authorization: `Bearer ${token}` } }, (incoming) => {
      incoming.once('data', () => {
        expect(open).toBe(1);
        incoming.destroy();
        resolve();
      });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
  await vi.waitFor(() => expect(open).toBe(0), PATIENCE);
});

it('a file that is gone is an error with words, not half an answer', async () => {
  await rm(join(folder, 'attachments'), { recursive: true });
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.has('etag')).toBe(false);
  expect(await answer.json()).toMatchObject({
    error: 'unavailable',
    hint: expect.stringContaining('verify'),
  });
});
