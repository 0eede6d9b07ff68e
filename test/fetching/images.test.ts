import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOutboundFetcher } from '../../server/fetching/create-outbound-fetcher.ts';
import { addImage } from '../../server/operations/attachments/add-image.ts';
import { createDocument } from '../../server/operations/documents/create.ts';
import { buildWorkspace, type TestWorkspace } from '../builders/workspace.ts';
import { png } from '../images/pictures.ts';
import { CERTIFICATE } from './certificate.ts';
import { httpAnswer, startTcpServer, type TcpServer } from './tcp-server.ts';

let workspace: TestWorkspace;
let server: TcpServer;
let doc_id: string;

beforeEach(async () => {
  workspace = buildWorkspace();
  workspace.services.fetcher = createOutboundFetcher({
    version: '0.0.0-test',
    resolveName: async () => ['127.0.0.1'],
    isAllowedAddress: (address) => address === '127.0.0.1',
    isAllowedPort: () => true,
    authorities: CERTIFICATE,
    connectMs: 1_000,
  });
  const content = 'How to prime the pump.';
  const { document } = await workspace.as('editor', createDocument, {
    space: 'handbook',
    title: 'Pump',
    content,
  });
  doc_id = document.id;
});
afterEach(() => server.close());

async function serve(isSecure: boolean, body: Buffer, type = 'image/png'): Promise<void> {
  const head = httpAnswer(200, { 'Content-Type': type, 'Content-Length': String(body.length) });
  server = await startTcpServer({
    isSecure,
    answer: (socket) => socket.end(Buffer.concat([Buffer.from(head), body])),
  });
}

const add = (url: string) => workspace.as('editor', addImage, { doc_id, source_url: url, insert: 'append' });

describe('an image by its address', () => {
  it('“The server fetches the image”: it is attached and placed', async () => {
    await serve(true, png());
    const added = await add(`https://pictures.example.com:${server.port}/pump.png`);
    expect(added).toMatchObject({ placed: 'now', attachment: { type: 'image/png', name: 'pump.png' } });
  });

  it('“https (http only by a setting)”', async () => {
    await serve(false, png());
    const url = `http://pictures.example.com:${server.port}/pump.png`;
    await expect(add(url)).rejects.toMatchObject({ message: 'The URL must start with https://.' });
    expect(server.connections).toBe(0);
    workspace.set({ http_images: true });
    expect(await add(url)).toMatchObject({ placed: 'now' });
  });

  it('“size cap while streaming”: the limit of the workspace holds', async () => {
    workspace.set({ attachment_limit_mb: 1 });
    await serve(true, Buffer.alloc(1_100_000));
    await expect(add(`https://pictures.example.com:${server.port}/`)).rejects.toMatchObject({
      code: 'payload_too_large',
    });
    expect(workspace.store.tables.attachments.size).toBe(0);
  });

  it('“mislabelled files are refused”, whatever the other server says', async () => {
    await serve(true, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await expect(add(`https://pictures.example.com:${server.port}/a.png`)).rejects.toMatchObject({
      code: 'unsupported_media_type',
    });
    expect(workspace.store.tables.attachments.size).toBe(0);
  });

  it('is fetched only for those who may edit the document', async () => {
    await serve(true, png());
    const url = `https://pictures.example.com:${server.port}/`;
    const asViewer = workspace.as('viewer', addImage, { doc_id, source_url: url });
    await expect(asViewer).rejects.toMatchObject({ code: 'not_found' });
    expect(server.connections).toBe(0);
  });
});
