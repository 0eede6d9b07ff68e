import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callServer } from '../rest/rest-server.ts';
import { startWorld, type World } from './world.ts';

const AUTHORIZATION_SERVER = ['oauth-authorization-server', 'openid-configuration'];
const DOCUMENTS = ['oauth-protected-resource', ...AUTHORIZATION_SERVER].flatMap((name) => [
  `/.well-known/${name}`,
  `/.well-known/${name}/api/mcp`,
]);

/** Every address in a document. */
const addressesIn = (value: unknown) =>
  Object.values(Object(value))
    .flat()
    .filter((each): each is string => typeof each === 'string' && each.includes('://'));

describe('without a configured address', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ flags: { 'allowed-hosts': 'kb.example.com' } });
  });
  afterAll(() => world.close());

  test('both documents answer at the root and with the connector’s path behind them, to every origin, without a redirect', async () => {
    for (const path of DOCUMENTS) {
      const { status, headers, json } = await callServer(world.url, 'GET', path);
      expect(status, path).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
      });
      const expected = path.includes('protected-resource')
        ? { resource: `${world.url}/api/mcp` }
        : { issuer: world.url };
      expect(json).toMatchObject(expected);
    }
  });

  test('the resource names its server and the minimal scopes; refreshing is no scope of its', async () => {
    const { json } = await callServer(world.url, 'GET', '/.well-known/oauth-protected-resource');
    expect(json).toEqual({
      resource: `${world.url}/api/mcp`,
      authorization_servers: [world.url],
      scopes_supported: ['read', 'write'],
      bearer_methods_supported: ['header'],
      resource_name: 'Commonplace',
    });
  });

  test('the server says what clients look for: S256, iss, registration, metadata documents, code only', async () => {
    const { json } = await callServer(world.url, 'GET', '/.well-known/oauth-authorization-server');
    expect(json).toMatchObject({
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      registration_endpoint: `${world.url}/api/oauth/register`,
      revocation_endpoint: `${world.url}/api/oauth/revoke`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
    });
    expect(json['token_endpoint_auth_methods_supported']).toContain('none');
  });

  test('a trusted proxy’s https and an allowed host make the address; the port of a loopback name stays', async () => {
    const forwarded = { host: 'kb.example.com', 'x-forwarded-proto': 'https' };
    const there = await callServer(world.url, 'GET', DOCUMENTS[2] ?? '', { headers: forwarded });
    expect(there.json['issuer']).toBe('https://kb.example.com');
    expect(addressesIn(there.json).every((each) => each.startsWith('https://kb.example.com'))).toBe(true);
    const here = await callServer(world.url, 'GET', DOCUMENTS[2] ?? '', {
      headers: { host: 'localhost:9999' },
    });
    expect(here.json['issuer']).toBe('http://localhost:9999');
    for (const host of ['[::1]:7420', 'localhost:80', 'LOCALHOST', '127.0.0.1:1']) {
      const keys = await callServer(world.url, 'GET', '/api/oauth/jwks', { headers: { host } });
      expect(keys.status, host).toBe(200);
    }
  });

  test('an allowed host over plain http: nothing is offered there, and the connector does not point there', async () => {
    const headers = { host: 'kb.example.com' };
    for (const path of [...DOCUMENTS, '/api/oauth/jwks']) {
      const answer = await callServer(world.url, 'GET', path, { headers });
      expect(answer.status, path).toBe(404);
      expect(answer.json['message']).toContain('https');
    }
    const refused = await callServer(world.url, 'POST', '/api/mcp', { headers, body: {} });
    expect(refused.headers['www-authenticate']).toBe('Bearer realm="Commonplace"');
  });

  test('a host that is not on the list is refused everywhere: 421', async () => {
    for (const path of [...DOCUMENTS, '/api/oauth/authorize?client_id=x', '/api/oauth/token', '/api/mcp']) {
      const answer = await callServer(world.url, 'GET', path, { headers: { host: 'evil.example' } });
      expect(answer.status, path).toBe(421);
    }
  });

  test('every other well-known path and every other spelling is a 404 in JSON, never a page', async () => {
    const paths = [
      '/.well-known/',
      '/.well-known/oauth-authorization-server/',
      '/.well-known/oauth-authorization-server/api',
      '/.well-known/oauth-authorization-server/api/mcp/',
      '/.WELL-KNOWN/oauth-authorization-server',
      '/.well-known/OAUTH-authorization-server',
      '/.well-known/openid-credential-issuer',
      '/.well-known/security.txt',
      '/api/oauth/',
      '/api/oauth/register/',
      '/API/OAUTH/register',
      '/api/oauth//register',
      '/api/oauth/%72egister',
      '/api/oauth/userinfo',
      '/api/oauth/session/end',
      '/api/oauth/introspect',
      '/api/oauth/authorize/',
      '/api/oauth/interaction/',
      '/interaction/x',
      '/authorize',
      '/token',
      '/register',
    ];
    for (const path of paths) {
      for (const method of ['GET', 'POST']) {
        const { status, headers, json } = await callServer(world.url, method, path, { body: {} });
        expect([status, headers['content-type']], `${method} ${path}`).toEqual([
          404,
          'application/json; charset=utf-8',
        ]);
        expect(json['error']).toBe('not_found');
      }
    }
  });

  test('the wrong method: 405 and the right one', async () => {
    for (const [path, allow] of [
      ['/api/oauth/token', 'POST'],
      ['/api/oauth/register', 'POST'],
      ['/api/oauth/revoke', 'POST'],
      ['/api/oauth/authorize', 'GET'],
    ] as const) {
      const answer = await callServer(world.url, allow === 'GET' ? 'POST' : 'GET', path);
      expect([answer.status, answer.headers['allow']], path).toEqual([405, allow]);
    }
  });

  test('browsers’ preflights: discovery, registration and tokens for every origin, the connector for this machine’s', async () => {
    const asking = (origin: string) => ({
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,mcp-protocol-version',
    });
    for (const path of [
      ...DOCUMENTS,
      '/api/oauth/register',
      '/api/oauth/token',
      '/api/oauth/revoke',
      '/api/oauth/jwks',
    ]) {
      const answer = await callServer(world.url, 'OPTIONS', path, { headers: asking('https://app.example') });
      expect([answer.status, answer.headers['access-control-allow-origin']], path).toEqual([204, '*']);
      expect(answer.headers['access-control-allow-headers']).toContain('Mcp-Protocol-Version');
    }
    const inspector = await callServer(world.url, 'OPTIONS', '/api/mcp', {
      headers: asking('http://localhost:6274'),
    });
    expect([inspector.status, inspector.headers['access-control-allow-origin']]).toEqual([
      204,
      'http://localhost:6274',
    ]);
    const unauthorized = await callServer(world.url, 'POST', '/api/mcp', {
      headers: { origin: 'http://localhost:6274' },
    });
    expect(unauthorized.headers).toMatchObject({
      'access-control-allow-origin': 'http://localhost:6274',
      'access-control-expose-headers': expect.stringContaining('WWW-Authenticate'),
    });
    const foreign = await callServer(world.url, 'OPTIONS', '/api/mcp', {
      headers: asking('https://app.example'),
    });
    expect([foreign.status, foreign.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  });

  test('the connector’s 401 says where to look and what to ask for; an error only if a token was sent', async () => {
    const pointer = `resource_metadata="${world.url}/.well-known/oauth-protected-resource/api/mcp", scope="read write"`;
    const bare = await callServer(world.url, 'POST', '/api/mcp', { body: {} });
    expect([bare.status, bare.headers['www-authenticate']]).toEqual([
      401,
      `Bearer realm="Commonplace", ${pointer}`,
    ]);
    for (const token of ['nonsense', 'a'.repeat(43), 'cpl_pat_nonsense']) {
      const wrong = await callServer(world.url, 'POST', '/api/mcp', { token, body: {} });
      expect([wrong.status, wrong.headers['www-authenticate']], token).toEqual([
        401,
        `Bearer realm="Commonplace", error="invalid_token", ${pointer}`,
      ]);
    }
  });
});

describe('with a configured address', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ flags: { 'base-url': 'https://kb.example.com' } });
  });
  afterAll(() => world.close());

  const SPOOFS: Record<string, string>[] = [
    {},
    { host: 'kb.example.com' },
    { host: 'KB.EXAMPLE.COM' },
    { host: 'kb.example.com:8443' },
    { host: 'localhost' },
    { host: '[::1]:80' },
    { 'x-forwarded-host': 'evil.example' },
    { 'x-forwarded-proto': 'http' },
    { 'x-forwarded-proto': 'javascript' },
    { 'x-forwarded-proto': 'https, http' },
    { 'x-forwarded-port': '1' },
    { 'x-forwarded-prefix': '/evil' },
    { forwarded: 'host=evil.example;proto=http' },
    { 'x-original-host': 'evil.example' },
    { 'x-host': 'evil.example' },
    { 'x-rewrite-url': '/evil' },
    { origin: 'https://evil.example' },
    { referer: 'https://evil.example/' },
    { 'x-forwarded-ssl': 'off' },
    { via: '1.1 evil.example' },
  ];

  test('everything advertised starts with it, whatever a request says', async () => {
    for (const headers of SPOOFS) {
      for (const path of DOCUMENTS) {
        const { status, json } = await callServer(world.url, 'GET', path, { headers });
        expect(status).toBe(200);
        for (const address of addressesIn(json))
          expect(new URL(address).origin, JSON.stringify(headers)).toBe('https://kb.example.com');
      }
      const refused = await callServer(world.url, 'POST', '/api/mcp', {
        headers: { ...headers, origin: 'https://kb.example.com' },
      });
      expect(refused.headers['www-authenticate']).toContain(
        'resource_metadata="https://kb.example.com/.well-known/',
      );
    }
  });

  test('and so does what a client is told after it has registered', async () => {
    for (const headers of SPOOFS) {
      const { status, json } = await callServer(world.url, 'POST', '/api/oauth/register', {
        headers,
        body: { redirect_uris: ['https://app.example/callback'] },
      });
      expect(status).toBe(201);
      expect(json['registration_client_uri']).toMatch(/^https:\/\/kb\.example\.com\/api\/oauth\/register\//);
    }
  });
});
