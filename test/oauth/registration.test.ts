import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createPaperBrowser } from './paper-browser.ts';
import { createProgram, startWorld, type World } from './world.ts';

const CALLBACK = 'http://127.0.0.1:33418/callback';

describe('registration of apps by themselves', () => {
  let world: World;
  beforeAll(async () => void (world = await startWorld()));
  afterAll(() => world.close());

  const register = (body: unknown) => createProgram(world.url).register(body);

  test.each([
    ['nothing but an address', { redirect_uris: [CALLBACK] }],
    ['a foreign scope', { redirect_uris: [CALLBACK], scope: 'claudeai' }],
    ['an empty scope', { redirect_uris: [CALLBACK], scope: '' }],
    [
      'members that are empty or null',
      { redirect_uris: [CALLBACK], client_uri: '', logo_uri: null, contacts: [] },
    ],
    [
      'another grant type',
      {
        redirect_uris: [CALLBACK],
        grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      },
    ],
    ['a scheme of its own and no type', { redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback'] }],
    ['a type that does not fit', { redirect_uris: ['myapp://callback'], application_type: 'web' }],
    [
      'https as a native app',
      { redirect_uris: ['https://claude.ai/api/mcp/auth_callback'], application_type: 'native' },
    ],
    ['keys that are not there', { redirect_uris: [CALLBACK], token_endpoint_auth_method: 'private_key_jwt' }],
    ['members that nobody knows', { redirect_uris: [CALLBACK], software_id: 'x', nonsense: { deep: [1] } }],
    [
      'three kinds of address',
      {
        redirect_uris: ['https://vscode.dev/redirect', 'http://127.0.0.1/', 'http://localhost:8787/callback'],
      },
    ],
  ])('takes %s', async (_name, body) => {
    const answer = await register(body);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toMatchObject({
      redirect_uris: body.redirect_uris,
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      registration_client_uri: `${world.url}/api/oauth/register/${String(answer.body['client_id'])}`,
    });
    expect(answer.body).not.toHaveProperty('client_secret');
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
  });

  test.each(['client_secret_post', 'client_secret_basic'])(
    'gives a secret to who asks for %s',
    async (method) => {
      const answer = await register({ redirect_uris: [CALLBACK], token_endpoint_auth_method: method });
      expect(answer.body).toMatchObject({
        token_endpoint_auth_method: method,
        client_secret: expect.stringMatching(/.{40}/),
      });
    },
  );

  test('drops every address that somebody would fetch', async () => {
    const answer = await register({
      redirect_uris: [CALLBACK],
      jwks_uri: 'http://127.0.0.1:1/keys',
      sector_identifier_uri: 'https://127.0.0.1/sector',
      request_uris: ['https://127.0.0.1/request'],
      logo_uri: 'https://127.0.0.1/logo.png',
      jwks: { keys: [] },
      initiate_login_uri: 'https://127.0.0.1/login',
    });
    expect(answer.status).toBe(201);
    expect(answer.text).not.toContain('https://127.0.0.1');
    expect(answer.text).not.toContain(':1/keys');
  });

  test('keeps a name as one short line of visible text', async () => {
    const name = `  Evil\u202Eedualc\n<script>\u200B\u{E0041}${'x'.repeat(5000)}`;
    const { body } = await register({ redirect_uris: [CALLBACK], client_name: name });
    const kept = String(body['client_name']);
    expect(kept).toMatch(/^Evil edualc <script> x+…$/);
    expect(kept).toHaveLength(64);
  });

  const REFUSED: [string, string][] = [
    ['http on another computer', 'http://evil.example/callback'],
    ['http on the local network', 'http://192.168.1.5/callback'],
    ['http on another loopback address', 'http://127.0.0.2/callback'],
    ['a fragment', 'https://app.example/callback#x'],
    ['an empty fragment', 'https://app.example/callback#'],
    ['a wildcard', 'https://*.app.example/callback'],
    ['a name and password', 'https://user:secret@app.example/callback'],
    ['a host after a loopback name', 'http://127.0.0.1:80@evil.example/callback'],
    ['a space in front', ' https://app.example/callback'],
    ['a line break behind', 'https://app.example/callback\n'],
    ['a tab inside', 'https://app.ex\tample/callback'],
    ['a backslash', 'https:\\\\app.example\\callback'],
    ['a backslash before the host', 'https://app.example\\@evil.example/'],
    ['dot segments', 'https://app.example/a/../callback'],
    ['upper case', 'HTTPS://APP.example/callback'],
    ['letters of another alphabet', 'https://аpp.example/callback'],
    ['a turned-round text', 'https://app.example/\u202Ekcab'],
    ['a default port', 'https://app.example:443/callback'],
    ['an address in octal', 'http://0177.0.0.1/callback'],
    ['no scheme', '//app.example/callback'],
    ['a path only', '/callback'],
    ['nothing', ''],
    ['more than 512 characters', `https://app.example/${'x'.repeat(512)}`],
    ...[
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'vbscript:x',
      'blob:https://a.example/1',
    ].map((uri): [string, string] => [uri, uri]),
    ...[
      'ms-msdt:/id',
      'search-ms:query=x',
      'ms-settings:x',
      'shell:startup',
      'mailto:a@b.example',
      'tel:1',
      'ssh://h/',
      'intent://x',
      'view-source:https://a.example/',
      'ms-word:ofe|u|x',
      'x-apple.systempreferences:x',
      'itms-services://x/',
      'chrome-extension://x/',
      'ftp://a.example/',
      'smb://a/',
      'ldap://a/',
      'about:blank',
      'ws://127.0.0.1/',
    ].map((uri): [string, string] => [uri, uri]),
  ];

  test.each(REFUSED)('refuses to send people to %s', async (_name, uri) => {
    const answer = await register({ redirect_uris: ['https://app.example/callback', uri] });
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body).toEqual({
      error: 'invalid_redirect_uri',
      error_description: expect.stringMatching(/\.$/),
    });
  });

  test('refuses eleven addresses, none, and what is no list of texts', async () => {
    const eleven = Array.from({ length: 11 }, (_, index) => `https://app.example/${index}`);
    for (const redirect_uris of [
      eleven,
      [],
      undefined,
      'https://app.example/',
      [1],
      [null],
      [['https://app.example/']],
      {},
    ]) {
      const answer = await register({ redirect_uris });
      expect([answer.status, answer.body['error']]).toEqual([400, 'invalid_redirect_uri']);
    }
    expect((await register({ redirect_uris: eleven.slice(1) })).status).toBe(201);
  });

  test('refuses what is no JSON object, and more than 32 KiB', async () => {
    for (const body of [[], 'text', 1, null]) expect((await register(body)).status).toBe(400);
    const large = await register({ redirect_uris: [CALLBACK], padding: 'x'.repeat(33 * 1024) });
    expect([large.status, large.body['error']]).toEqual([413, 'invalid_client_metadata']);
  });

  test('a registration can be read again with its own token; a secret is not said twice', async () => {
    const { body } = await register({
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'client_secret_post',
    });
    const read = (token: string) =>
      fetch(String(body['registration_client_uri']), { headers: { authorization: `Bearer ${token}` } });
    const again = await read(String(body['registration_access_token']));
    expect(again.status).toBe(200);
    const text = await again.text();
    expect(JSON.parse(text)).toMatchObject({ client_id: body['client_id'], redirect_uris: [CALLBACK] });
    expect(text).not.toContain('"client_secret"');
    expect((await read('x'.repeat(43))).status).toBe(401);
  });
});

describe('limits', () => {
  test('"register 30 per 10 min per IP": the 31st is told when to come again', async () => {
    const world = await startWorld({ limits: { registrationsPerTenMinutes: 30 } });
    try {
      const program = createProgram(world.url);
      for (let count = 0; count < 30; count += 1) expect((await program.register()).status).toBe(201);
      const refused = await program.register();
      expect([refused.status, refused.body['error']]).toEqual([429, 'rate_limited']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
    } finally {
      await world.close();
    }
  });

  test('"OAuth 60/min": a stranger’s flood is refused, and neither stops a refresh nor a person who is signed in', async () => {
    const world = await startWorld({ limits: { oauthRequestsPerMinute: 60 } });
    try {
      const program = createProgram(world.url);
      const { client, tokens, browser } = await program.connect();
      const flood = await Promise.all(
        Array.from({ length: 70 }, (_, index) => program.refresh(client, String(index).padStart(43, 'x'))),
      );
      const refused = flood.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThan(10);
      expect(refused[0]?.body['error']).toBe('rate_limited');
      expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
      const stranger = await createPaperBrowser().get(program.authorizeUrl(client).url);
      expect(stranger.status).toBe(429);
      // A person looks at this one.
      expect(stranger.headers['content-type']).toContain('text/html');
      expect(Number(stranger.headers['retry-after'])).toBeGreaterThan(0);

      expect((await program.refresh(client, tokens.refresh_token)).status).toBe(200);
      expect((await browser.open(program.authorizeUrl(client).url)).status).toBe(200);
      expect((await fetch(`${world.url}/.well-known/oauth-authorization-server`)).status).toBe(200);
      expect((await program.revoke(client, tokens.access_token)).status).toBe(200);
    } finally {
      await world.close();
    }
  });

  test('"failed bearer 30/min": an app whose token has expired hears so all the same, and refreshes upon it', async () => {
    const world = await startWorld({ limits: { failedTokensPerMinute: 30 } });
    try {
      const program = createProgram(world.url);
      const { client, tokens } = await program.connect();
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_601_000 });
      const flood = await Promise.all(
        Array.from({ length: 40 }, (_, index) => program.call(String(index).padStart(43, 'x'))),
      );
      expect(flood.filter(({ status }) => status === 429)).toHaveLength(10);
      const expired = await program.call(tokens.access_token);
      expect(expired.status).toBe(401);
      expect(expired.headers['www-authenticate']).toContain('error="invalid_token"');
      const { body } = await program.refresh(client, tokens.refresh_token);
      expect((await program.call(String(body['access_token']))).status).toBe(200);
    } finally {
      vi.useRealTimers();
      await world.close();
    }
  });

  test('10,000 registrations fill less than 2 MB, and a legitimate sign-in still works', async () => {
    const world = await startWorld();
    try {
      const program = createProgram(world.url);
      const early = await program.connect();
      const long = Array.from({ length: 10 }, (_, index) => `https://app.example/${'x'.repeat(400)}${index}`);
      let made = 0;
      const worker = async () => {
        while (made < 10_000) {
          made += 1;
          const body = made % 20 === 0 ? { redirect_uris: long, client_name: 'y'.repeat(500) } : undefined;
          expect((await program.register(body)).status).toBe(201);
        }
      };
      await Promise.all(Array.from({ length: 16 }, worker));
      const { tokens } = await program.connect();
      for (const { access_token: token } of [early.tokens, tokens])
        expect((await program.call(token)).status).toBe(200);
      await world.server.close();
      expect(await sizeOf(world.folder)).toBeLessThan(2_000_000);
    } finally {
      await world.close();
    }
  }, 300_000);
});

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}
