import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRest, type RestServer } from './rest-server.ts';

let server: RestServer;
let readToken: string;
let id: string;

beforeAll(async () => {
  server = await startRest();
  readToken = await server.token('admin', { scopes: ['read'] });
  const token = await server.token('admin');
  const created = await server.call('POST', '/api/v1/documents', {
    token,
    body: { space: 'handbook', title: 'X' },
  });
  id = String(created.json['id']);
});
afterAll(() => server.close());

/** Sends bytes as they are and reads the whole answer. */
function sendRaw(text: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => (answer += chunk));
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('"20 URL disguises with a read token → 401/403/404/405, 0 writes"', () => {
  test.each([
    ['DELETE', '/api/v1/documents/:id'],
    ['DELETE', '/api/v1/documents/:id#/api/v1/me'],
    ['DELETE', '/api/v1/me#/../documents/:id'],
    ['DELETE', '/api/v1/documents/:id?/api/v1/me'],
    ['DELETE', '/api/v1/documents/:id/'],
    ['DELETE', '//api/v1/documents/:id'],
    ['DELETE', '/api//v1/documents/:id'],
    ['DELETE', '/api/v1/documents//:id'],
    ['DELETE', '/api/v1/me/../documents/:id'],
    ['DELETE', '/api/v1/./documents/:id'],
    ['DELETE', '/api/v1/documents/%2e%2e/documents/:id'],
    ['DELETE', '/api/v1/documents%2f:id'],
    ['DELETE', '/api/v1/doc%75ments/:id'],
    ['DELETE', '/%61pi/v1/documents/:id'],
    ['DELETE', '/API/V1/documents/:id'],
    ['DELETE', '/api/v1/Documents/:id'],
    ['DELETE', '/api/v1/documents/:id;x=1'],
    ['DELETE', '/api/v1/documents/:id%00'],
    ['DELETE', '/api/v1/documents/:id%20'],
    ['DELETE', '/api/v1/documents/:id%252e'],
    ['DELETE', '/api/v1\\documents\\:id'],
    ['DELETE', 'http://localhost/api/v1/documents/:id'],
    ['DELETE', '//evil.example/api/v1/documents/:id'],
    ['GET', '/api/v1/documents/:id?_method=DELETE'],
    ['POST', '/api/v1/documents/:id?_method=DELETE'],
    ['PUT', '/api/v1/documents/:id'],
    ['PATCH', '/api/v1/documents'],
    ['DELETE', '/api/v1/documents'],
    ['PURGE', '/api/v1/documents/:id'],
  ])('%s %s', async (method, target) => {
    const before = server.commits;
    const answer = await server.call(method, target.replace(':id', id), {
      token: readToken,
      headers: { 'x-http-method-override': 'DELETE', 'x-original-url': `/api/v1/documents/${id}` },
    });
    expect([400, 401, 403, 404, 405]).toContain(answer.status);
    expect(answer.json).toMatchObject({ status: answer.status, message: expect.stringMatching(/\w/) });
    expect(server.commits).toBe(before);
    expect(server.workspace.store.tables.documents.get(id)?.trashed).toBeNull();
  });
});

describe('methods', () => {
  test.each(['OPTIONS', 'TRACE', 'PUT', 'PROPFIND'])(
    '%s on a known path → 405 with Allow',
    async (method) => {
      const answer = await server.call(method, '/api/v1/documents', { token: readToken });
      expect(answer.status).toBe(405);
      expect(answer.headers['allow']).toBe('GET, HEAD, POST');
      expect(answer.json).toMatchObject({ error: 'method_not_allowed', status: 405 });
    },
  );

  test('TRACE never echoes the credentials', async () => {
    const answer = await server.call('TRACE', '/api/v1/me', { token: readToken });
    expect(answer.text).not.toContain(readToken);
  });

  test.each(['/', '/mcp'])(
    '"POST to `/` or `/mcp` → 404 whose message names the right URL": %s',
    async (path) => {
      const answer = await server.call('POST', path, { body: {} });
      expect(answer.status).toBe(404);
      expect(answer.json['message']).toContain(`${server.url}/api/mcp`);
    },
  );

  test('whoever opens the bare address is told where the interfaces are', async () => {
    const answer = await server.call('GET', '/');
    expect([answer.status, answer.json['error']]).toEqual([404, 'not_found']);
    for (const path of ['/api/v1', '/api/mcp'])
      expect(answer.json['message']).toContain(`${server.url}${path}`);
  });

  test('an unknown path is a JSON 404 that tells where the endpoints are described', async () => {
    const answer = await server.call('GET', '/api/v1/nothing', { token: readToken });
    expect([answer.status, answer.json['error']]).toEqual([404, 'not_found']);
    expect(answer.json['hint']).toContain('/api/v1/openapi.json');
  });
});

describe('hosts', () => {
  test('"unknown Host → 421", even for health and with a good token', async () => {
    for (const path of ['/api/v1/me', '/healthz', '/nothing']) {
      const answer = await server.call('GET', path, { token: readToken, headers: { host: 'evil.example' } });
      expect([answer.status, answer.json['error']]).toEqual([421, 'unknown_host']);
      expect(answer.text).not.toContain('evil');
      expect(answer.json['hint']).toContain('COMMONPLACE_ALLOWED_HOSTS');
    }
  });

  test('"two Host headers → 400", and none', async () => {
    const two = await sendRaw(
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    );
    expect(two).toMatch(/^HTTP\/1.1 400 [^]*"error":"bad_request"/);
    const none = await sendRaw('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(none).toMatch(/^HTTP\/1.1 400 [^]*"error":"bad_request"/);
  });

  test('"20 header spoofs": no header of the request reaches a link in the answer', async () => {
    const spoofs = [
      'x-forwarded-host',
      'x-host',
      'x-original-host',
      'x-forwarded-server',
      'forwarded',
      'x-forwarded-proto',
      'x-forwarded-scheme',
      'x-forwarded-ssl',
      'front-end-https',
      'x-url-scheme',
      'x-forwarded-port',
      'x-forwarded-prefix',
      'x-original-url',
      'x-rewrite-url',
      'x-proxyuser-ip',
      'cf-visitor',
      'via',
      'origin',
      'referer',
      'x-script-name',
    ];
    for (const header of spoofs) {
      const { status, json } = await server.call('GET', `/api/v1/documents/${id}`, {
        token: readToken,
        headers: { [header]: 'javascript://evil.example' },
      });
      expect([status, json['url']]).toEqual([200, `${server.url}/documents/${id}`]);
    }
  });

  test('what is not HTTP, and a head that is too large, is answered as JSON', async () => {
    expect(await sendRaw('hello\r\n\r\n')).toMatch(/^HTTP\/1.1 400 [^]*application\/json[^]*"status":400/);
    const large = `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Fill: ${'x'.repeat(9000)}\r\n\r\n`;
    expect(await sendRaw(large)).toMatch(/^HTTP\/1.1 431 [^]*"status":431/);
    const query = encodeURIComponent('茶'.repeat(2000));
    const long = `GET /api/v1/search?q=${query} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    expect(await sendRaw(long)).toMatch(/^HTTP\/1.1 431 [^]*"hint":"Send a shorter address, /);
  });
});
