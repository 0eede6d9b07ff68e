import { afterEach, describe, expect, it } from 'vitest';
import { png } from '../images/pictures.ts';
import { clients } from '../mcp/clients.ts';
import { startEngineering, type Connector } from '../mcp/connector.ts';
import { callServer } from '../rest/rest-server.ts';
import { startUploads, type UploadWorld } from './upload-world.ts';

let connector: Connector | undefined;
let world: UploadWorld | undefined;
afterEach(async () => {
  await connector?.close();
  await world?.close();
  connector = undefined;
  world = undefined;
});

describe.each(clients)('request_upload, with the $label client', ({ connect }) => {
  it('“Mints an upload link for a document”: the link that it answers takes a picture', async () => {
    const started = await startEngineering();
    connector = started.connector;
    const client = await connector.client(connect, started.ada.token);
    const created = await client.call('create_doc', {
      title: 'Pump',
      markdown: 'Text.',
      space: 'engineering',
    });
    const { id } = (created.structured as { document: { id: string } }).document;
    const { structured, texts } = await client.call('request_upload', { doc_id: id, alt: 'The pump' });
    expect(structured).toEqual({
      upload_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/upload\/cpl_up_[0-9A-Za-z]{49}$/),
      expires_at: expect.stringMatching(/^2026-11-20T11:00:0/),
      document: { id, title: 'Pump' },
    });
    const { upload_url: url } = structured as { upload_url: string };
    expect(texts[0]).toContain(`Open this address to send one picture to “Pump”: ${url}`);
    expect(texts[0]).toContain('It will be placed at the end of the document.');
    expect(texts[0]).toContain('Only the computer that the workspace runs on can open it');

    const sent = await callServer(connector.url.origin, 'POST', new URL(url).pathname, {
      raw: png(),
      headers: { 'content-type': 'image/png' },
    });
    expect(sent.status).toBe(200);
    const read = await client.call('read_doc', { id });
    expect(read.texts.join('\n')).toMatch(/Text\.\n\n!\[The pump\]\(\/attachments\//);
    const [entry] = await connector.store.audit({ action: 'upload_links.send', limit: 1 });
    expect(entry).toMatchObject({ username: started.ada.user.username, via: 'upload' });
  });

  it('refuses what may not be edited, and says what is wrong with an argument', async () => {
    const started = await startEngineering();
    connector = started.connector;
    const viewer = await connector.person('vic', 'viewer');
    const client = await connector.client(connect, viewer.token);
    const answer = await client
      .call('request_upload', { doc_id: 'doc_nonsense' })
      .catch((error: unknown) => error);
    expect(JSON.stringify(answer)).not.toContain('upload_url');
    const editor = await connector.client(connect, started.ada.token);
    const wrong = await editor.call('request_upload', { doc_id: 'doc_nonsense', insert: 'middle' });
    expect(wrong.isError).toBe(true);
    expect(wrong.texts.join(' ')).toContain('insert');
  });
});

describe('upload links over REST', () => {
  it('are minted, listed and revoked; the address is told once', async () => {
    world = await startUploads();
    const token = await world.token('editor');
    const target = `/api/v1/documents/${world.document.id}/upload-links`;
    const created = await world.call('POST', target, { token, body: { insert: 'top' } });
    expect(created).toMatchObject({
      status: 201,
      json: {
        upload_url: expect.stringContaining('/upload/cpl_up_'),
        upload_link: { insert: 'top', state: 'open', client: 'token of editor' },
      },
    });
    const { id } = created.json['upload_link'] as { id: string };
    const listed = await world.call('GET', '/api/v1/upload-links', { token });
    expect(listed.json).toMatchObject({ total: 1, items: [{ id, state: 'open' }] });
    expect(listed.text).not.toContain('cpl_up_');
    const other = await world.token('approver');
    expect((await world.call('DELETE', `/api/v1/upload-links/${id}`, { token: other })).status).toBe(404);
    const revoked = await world.call('DELETE', `/api/v1/upload-links/${id}`, { token });
    expect(revoked).toMatchObject({ status: 200, json: { id, state: 'revoked' } });
    expect((await world.call('GET', '/api/v1/upload-links', { token })).json['total']).toBe(0);
    const all = await world.call('GET', '/api/v1/upload-links?state=all', { token });
    expect(all.json['total']).toBe(1);
  });

  it('are not for viewers, nor for tokens that only read', async () => {
    world = await startUploads();
    await world.publish();
    const target = `/api/v1/documents/${world.document.id}/upload-links`;
    const viewer = await world.token('viewer');
    expect((await world.call('POST', target, { token: viewer })).status).toBe(403);
    const reading = await world.token('editor', { scopes: ['read'] });
    expect((await world.call('POST', target, { token: reading })).json['error']).toBe('missing_scope');
  });
});
