import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDocument } from '../../server/operations/documents/create.ts';
import { trashDocument } from '../../server/operations/documents/trash.ts';
import { updateUser } from '../../server/operations/users/update.ts';
import { jpeg, png } from '../images/pictures.ts';
import { startRest, type RestServer } from '../rest/rest-server.ts';

let server: RestServer;
let document: string;
let token: string;

beforeEach(async () => {
  server = await startRest();
  token = await server.token('editor');
  document = await newDocument('draft');
});
afterEach(() => server.close());

async function newDocument(status: 'draft' | 'published'): Promise<string> {
  const input = { space: 'handbook', title: 'Pump', content: 'Text', status };
  return (await server.workspace.as('admin', createDocument, input)).document.id;
}

const post = (target: string, raw: Uint8Array, headers: Record<string, string>) =>
  server.call('POST', `/api/v1/documents/${document}/attachments${target}`, { token, raw, headers });
const sendPng = (target = '', headers = {}) =>
  post(target, png(), { 'content-type': 'image/png', ...headers });

interface Attached {
  attachment: { id: string; url: string; sha256: string; name: string };
  markdown: string;
  placed: string;
}
const attached = (json: Record<string, unknown>) => json as unknown as Attached;

/** The bytes at an address, as a script or a browser gets them. */
function get(path: string, headers: Record<string, string> = { authorization: `Bearer ${token}` }) {
  return fetch(`${server.url}${path}`, { headers });
}
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const headersOf = (answer: Response) => Object.fromEntries(answer.headers);

describe('POST /documents/:doc_id/attachments', () => {
  it('takes a picture as the body, with its type', async () => {
    const { status, json, headers } = await sendPng('?name=Pump.png&alt=The%20pump&insert=append');
    expect(status).toBe(201);
    expect(json).toMatchObject({
      placed: 'now',
      attachment: { name: 'Pump.png', type: 'image/png', alt: 'The pump' },
    });
    expect(headers.location).toMatch(/\/api\/v1\/attachments\/att_\w+$/);
    const { content } = (await server.call('GET', `/api/v1/documents/${document}`, { token })).json;
    expect(content).toBe(`Text\n\n${attached(json).markdown}`);
  });

  it('takes the one file of a form', async () => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(png())], { type: 'image/png' }), 'Pump.png');
    const answer = await fetch(`${server.url}/api/v1/documents/${document}/attachments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ attachment: { name: 'Pump.png' } });
  });

  it.each([
    ['an SVG', Buffer.from('<svg/>'), 'image/svg+xml', 415],
    ['a mislabelled picture', jpeg(), 'image/png', 415],
    ['a picture with something behind it', Buffer.concat([png(), Buffer.from('PK')]), 'image/png', 415],
    ['a damaged picture', png().subarray(0, 100), 'image/png', 400],
    ['an empty body', Buffer.alloc(0), 'image/png', 400],
    ['JSON', Buffer.from('{}'), 'application/json', 415],
  ])('refuses %s and writes nothing', async (_name, raw, type, status) => {
    const before = server.commits;
    const answer = await post('', raw, { 'content-type': type });
    expect(answer.status).toBe(status);
    expect(answer.json['hint']).toBeDefined();
    expect(server.commits).toBe(before);
  });

  it('"Cap while streaming": a body above the limit is refused whatever its length says', async () => {
    server.workspace.set({ attachment_limit_mb: 1 });
    const large = Buffer.alloc(2 * 1024 * 1024);
    const target = `${server.url}/api/v1/documents/${document}/attachments`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png' };
    const pieces = new ReadableStream({
      start(controller) {
        for (let at = 0; at < large.length; at += 65_536) controller.enqueue(large.subarray(at, at + 65_536));
        controller.close();
      },
    });
    const answers = [
      await fetch(target, { method: 'POST', headers, body: large }),
      await fetch(target, { method: 'POST', headers, body: pieces, duplex: 'half' }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(413);
      expect(await answer.json()).toMatchObject({ error: 'payload_too_large', limit_bytes: 1024 * 1024 });
    }
  });

  it('reads nothing of a stranger’s body, and needs the write scope', async () => {
    expect(
      (await server.call('POST', `/api/v1/documents/${document}/attachments`, { raw: png() })).status,
    ).toBe(401);
    const reader = await server.token('editor', { scopes: ['read'] });
    const target = `/api/v1/documents/${document}/attachments`;
    expect((await server.call('POST', target, { token: reader, raw: png() })).json['error']).toBe(
      'missing_scope',
    );
  });

  it('is listed, read and deleted', async () => {
    const { attachment } = attached((await sendPng()).json);
    const list = await server.call('GET', `/api/v1/documents/${document}/attachments`, { token });
    expect(list.json).toMatchObject({ total: 1, items: [{ id: attachment.id }] });
    const one = await server.call('GET', `/api/v1/attachments/${attachment.id}`, { token });
    expect(one.json).toMatchObject({ id: attachment.id, document });
    expect((await server.call('DELETE', `/api/v1/attachments/${attachment.id}`, { token })).status).toBe(200);
    expect((await server.call('GET', `/api/v1/attachments/${attachment.id}`, { token })).status).toBe(404);
    expect((await get(`/attachments/${attachment.id}/x.png`)).status).toBe(404);
  });
});

describe('GET /attachments/<id>/<name>', () => {
  let path: string;
  let id: string;
  let tag: string;

  beforeEach(async () => {
    const { attachment } = attached((await sendPng()).json);
    ({ id } = attachment);
    path = new URL(attachment.url).pathname;
    tag = `"${attachment.sha256}"`;
  });

  it('answers the bytes with our type and headers under which they are nothing but a picture (security U8)', async () => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect((await bytesOf(answer)).equals(png())).toBe(true);
    expect(headersOf(answer)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png().length),
      'content-disposition': `inline; filename="${id}.png"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      vary: 'Authorization, Cookie',
      etag: tag,
    });
  });

  it('the name is for people: any other, and none, finds the same', async () => {
    for (const other of [
      `/attachments/${id}`,
      `/attachments/${id}/else.png`,
      `/attachments/${id}/..%2f..%2fetc`,
    ]) {
      expect((await bytesOf(await get(other))).equals(png())).toBe(true);
    }
  });

  it('HEAD answers the same head and nothing else', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(server.url + path, { method: 'HEAD', headers });
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(png().length)]);
    expect(answer.headers.get('etag')).toBe(tag);
  });

  it('what the reader has already is not sent again', async () => {
    const authorization = `Bearer ${token}`;
    const answer = await get(path, { authorization, 'if-none-match': tag });
    expect([answer.status, (await bytesOf(answer)).length]).toEqual([304, 0]);
    expect(answer.headers.get('etag')).toBe(tag);
    expect((await get(path, { authorization, 'if-none-match': '"another"' })).status).toBe(200);
  });

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=100-', 100, png().length],
    ['bytes=-10', png().length - 10, png().length],
    ['bytes=600-100000', 600, png().length],
  ])('answers the range %s', async (range, start, end) => {
    const answer = await get(path, { authorization: `Bearer ${token}`, range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${png().length}`);
    expect((await bytesOf(answer)).equals(png().subarray(start, end))).toBe(true);
  });

  it.each(['bytes=100000-', 'bytes=-0'])('says that there is no range %s', async (range) => {
    const answer = await get(path, { authorization: `Bearer ${token}`, range });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${png().length}`]);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.json()).toMatchObject({ error: 'bad_request', status: 416, size: png().length });
  });

  it.each(['bytes=5-1', 'lines=1-2', 'bytes=0-1,3-4'])('answers the whole for %s', async (range) => {
    const answer = await get(path, { authorization: `Bearer ${token}`, range });
    expect([answer.status, (await bytesOf(answer)).length]).toEqual([200, png().length]);
  });

  it('answers a range only to one who has the beginning of the same picture', async () => {
    const headers = { authorization: `Bearer ${token}`, range: 'bytes=0-1' };
    expect((await get(path, { ...headers, 'if-range': tag })).status).toBe(206);
    expect((await get(path, { ...headers, 'if-range': '"other"' })).status).toBe(200);
  });

  it('"auth on every read": nobody, a wrong token and one who may not read the document get nothing', async () => {
    expect((await get(path, {})).status).toBe(401);
    expect((await get(path, { authorization: 'Bearer cpl_pat_wrong' })).status).toBe(401);
    const viewer = await server.token('viewer');
    const hidden = await get(path, { authorization: `Bearer ${viewer}` });
    const unknown = await get('/attachments/att_000000000000/a.png', { authorization: `Bearer ${viewer}` });
    expect([hidden.status, await hidden.json()]).toEqual([404, await unknown.json()]);
  });

  it('"state decides at read time": an old address finds nothing once the document is in the Trash', async () => {
    await server.workspace.as('admin', trashDocument, { id: document });
    expect((await get(path, { authorization: `Bearer ${token}`, 'if-none-match': tag })).status).toBe(404);
  });

  it('a disabled account sees no picture from then on', async () => {
    const user = server.workspace.services.views.userByName('editor');
    await server.workspace.as(
      'admin',
      updateUser,
      { username: user?.username, disabled: true },
      { via: 'cli' },
    );
    expect((await get(path)).status).toBe(401);
  });
});
