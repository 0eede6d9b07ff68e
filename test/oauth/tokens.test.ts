import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { disconnectApp } from '../../server/operations/connected-apps/disconnect.ts';
import { listConnectedApps } from '../../server/operations/connected-apps/list.ts';
import { updateSettings } from '../../server/operations/settings/update.ts';
import { createToken } from '../../server/operations/tokens/create.ts';
import { updateUser } from '../../server/operations/users/update.ts';
import { createPaperBrowser } from './paper-browser.ts';
import { allow, createProgram, startWorld, type Client, type Tokens, type World } from './world.ts';

let world: World;
beforeAll(async () => void (world = await startWorld({ people: { bob: 'editor', cleo: 'editor' } })));
afterAll(() => world.close());
afterEach(() => void vi.useRealTimers());

const program = () => createProgram(world.url);

/** A code that was not redeemed yet. */
async function freshCode(client: Client, params: Record<string, string | undefined> = {}) {
  const { url, verifier } = program().authorizeUrl(client, params);
  const landed = await allow(createPaperBrowser(), url);
  return { code: new URL(landed).searchParams.get('code') ?? '', verifier };
}

/** The same client lets itself in at another address of the workspace. */
async function connectElsewhere(client: Client) {
  const at = world.url.replace('127.0.0.1', 'localhost');
  return { at, ...(await createProgram(at).connect({ client })) };
}

const later = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });

describe('a code', () => {
  test('is worth nothing to whoever lacks its verifier, its client, its address or its resource', async () => {
    const client = await program().client();
    const other = await program().client();
    const { code, verifier } = await freshCode(client);
    const wrong: [Client, Record<string, string>, string][] = [
      [client, { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
      [client, { code_verifier: '' }, 'invalid_grant'],
      [client, { code_verifier: 'short' }, 'invalid_request'],
      [other, {}, 'invalid_grant'],
      [client, { redirect_uri: 'http://127.0.0.1:33418/other' }, 'invalid_grant'],
      [client, { redirect_uri: '' }, 'invalid_request'],
      [client, { resource: 'https://evil.example/mcp' }, 'invalid_target'],
      [client, { grant_type: 'implicit' }, 'unsupported_grant_type'],
    ];
    for (const [who, changed, error] of wrong) {
      const answer = await program().redeem(who, code, verifier, changed);
      expect([answer.status, answer.body['error']], JSON.stringify(changed)).toEqual([400, error]);
    }
  });

  test('lives for 60 seconds', async () => {
    const client = await program().client();
    const [early, late] = [await freshCode(client), await freshCode(client)];
    later(58);
    expect((await program().redeem(client, early.code, early.verifier)).status).toBe(200);
    later(3);
    const answer = await program().redeem(client, late.code, late.verifier);
    expect([answer.status, answer.body['error']]).toEqual([400, 'invalid_grant']);
  });

  test('of 50 parallel redemptions exactly one succeeds, and then all its tokens die', async () => {
    const client = await program().client();
    const { code, verifier } = await freshCode(client);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => program().redeem(client, code, verifier)),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body['error']))).toEqual(
      new Set(['invalid_grant']),
    );
    expect((await program().call(String(won[0]?.body['access_token']))).status).toBe(401);
    const refreshed = await program().refresh(client, String(won[0]?.body['refresh_token']));
    expect([refreshed.status, refreshed.body['error']]).toEqual([400, 'invalid_grant']);
  });

  test('that comes again later ends what it brought, and the app is disconnected', async () => {
    const { client, code, verifier, tokens } = await program().connect();
    expect((await program().call(tokens.access_token)).status).toBe(200);
    expect((await program().redeem(client, code, verifier)).status).toBe(400);
    expect((await program().call(tokens.access_token)).status).toBe(401);
    const { items } = await world.desk(listConnectedApps, { disconnected: true });
    expect(items.find(({ client_id }) => client_id === client.id)?.disconnected_at).not.toBeNull();
  });

  test('the resource may be named with a slash at the end, as the bare address, or not at all', async () => {
    const client = await program().client();
    for (const resource of [`${world.url}/api/mcp/`, world.url, `${world.url}/`, undefined]) {
      const { code, verifier } = await freshCode(client, { resource });
      const answer = await program().redeem(client, code, verifier, { resource: `${world.url}/api/mcp` });
      expect(answer.status, `${resource}: ${answer.text}`).toBe(200);
      expect((await program().call(String(answer.body['access_token']))).status).toBe(200);
    }
  });
});

describe('a refresh token', () => {
  test('is replaced at each use; three workers that use it at once all go on', async () => {
    const { client, tokens } = await program().connect();
    const answers = await Promise.all([1, 2, 3].map(() => program().refresh(client, tokens.refresh_token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body['refresh_token'])).size).toBe(3);
    for (const { body } of answers) {
      expect((await program().call(String(body['access_token']))).status).toBe(200);
      expect((await program().refresh(client, String(body['refresh_token']))).status).toBe(200);
    }
  });

  test('used again after more than 30 s kills the whole family', async () => {
    const { client, tokens } = await program().connect();
    const second = await program().refresh(client, tokens.refresh_token);
    later(29);
    const third = await program().refresh(client, tokens.refresh_token);
    expect(third.status).toBe(200);
    later(2);
    const replayed = await program().refresh(client, tokens.refresh_token);
    expect([replayed.status, replayed.body['error']]).toEqual([400, 'invalid_grant']);
    for (const { body } of [second, third]) {
      expect((await program().call(String(body['access_token']))).status).toBe(401);
      expect((await program().refresh(client, String(body['refresh_token']))).status).toBe(400);
    }
    expect((await program().call(tokens.access_token)).status).toBe(401);
  });

  test('used again too late ends every grant of that client for that person at that address, and no other', async () => {
    const client = await program().client();
    const [first, second] = [await program().connect({ client }), await program().connect({ client })];
    const untouched: { at?: string; tokens: Tokens }[] = [
      await program().connect({ client, username: 'bob' }),
      await program().connect(),
      await connectElsewhere(client),
    ];
    expect((await program().refresh(client, first.tokens.refresh_token)).status).toBe(200);
    later(31);
    expect((await program().refresh(client, first.tokens.refresh_token)).body['error']).toBe('invalid_grant');
    expect((await program().call(second.tokens.access_token)).status).toBe(401);
    const refreshed = await program().refresh(client, second.tokens.refresh_token);
    expect([refreshed.status, refreshed.body['error']]).toEqual([400, 'invalid_grant']);
    const { items } = await world.desk(listConnectedApps, { disconnected: true });
    const ended = items.filter((app) => app.client_id === client.id && app.disconnected_at !== null);
    expect(ended.map((app) => [app.user.username, app.base_url])).toEqual([['ada', world.url]]);
    for (const { at = world.url, tokens } of untouched)
      expect((await createProgram(at).call(tokens.access_token)).status).toBe(200);
  });

  test('is worth nothing to another client, for other scopes, or for another resource', async () => {
    const { client, tokens } = await program().connect({ params: { scope: 'read' } });
    const other = await program().client();
    for (const [who, changed] of [
      [other, {}],
      [client, { scope: 'read write' }],
      [client, { resource: 'https://evil.example/mcp' }],
    ] as const) {
      expect((await program().refresh(who, tokens.refresh_token, changed)).status).toBe(400);
    }
    expect((await program().refresh(client, tokens.refresh_token)).status).toBe(200);
  });
});

describe('clients', () => {
  test('with a secret show it in the body or the header, and the right one', async () => {
    for (const method of ['client_secret_post', 'client_secret_basic']) {
      const client = await program().client({ token_endpoint_auth_method: method });
      const { code, verifier } = await freshCode(client);
      const send = (secret: string) => {
        const isBasic = method === 'client_secret_basic';
        const fields = {
          grant_type: 'authorization_code',
          code,
          code_verifier: verifier,
          redirect_uri: client.redirectUri,
          ...(!isBasic && { client_id: client.id, client_secret: secret }),
        };
        const basic = Buffer.from(`${client.id}:${secret}`).toString('base64');
        return program().form('/api/oauth/token', fields, isBasic ? { authorization: `Basic ${basic}` } : {});
      };
      for (const wrong of ['x'.repeat(43), '', `${client.secret}x`]) {
        const { status, body } = await send(wrong);
        expect([400, 401]).toContain(status);
        expect(body['error']).toMatch(/^invalid_(?:client|request)$/);
      }
      expect((await program().redeem(client, code, verifier)).status).not.toBe(200);
      const answer = await send(client.secret ?? '');
      expect(answer.status, answer.text).toBe(200);
    }
  });

  test('that are unknown, or not known any more, get 401 invalid_client, upon which hosts register anew', async () => {
    const answer = await program().refresh({ id: 'forgotten', redirectUri: '' }, 'x'.repeat(43));
    expect([answer.status, answer.body['error']]).toEqual([401, 'invalid_client']);
  });

  test('get no other flow', async () => {
    const client = await program().client();
    for (const grant_type of [
      'password',
      'client_credentials',
      'implicit',
      'urn:ietf:params:oauth:grant-type:device_code',
      'urn:ietf:params:oauth:grant-type:jwt-bearer',
      'urn:ietf:params:oauth:grant-type:token-exchange',
      '',
      'toString',
    ]) {
      const answer = await program().form('/api/oauth/token', {
        grant_type,
        client_id: client.id,
        username: 'ada',
        password: 'x',
      });
      expect(answer.status, grant_type).toBe(400);
    }
  });
});

describe('the end of a connection', () => {
  test.each(['access_token', 'refresh_token'] as const)(
    'revoking the %s ends both, and the app',
    async (kind) => {
      const { client, tokens } = await program().connect();
      const stranger = await program().client();
      expect((await program().revoke(stranger, tokens[kind])).status).toBe(200);
      expect((await program().call(tokens.access_token)).status).toBe(200);
      expect((await program().revoke(client, tokens[kind])).status).toBe(200);
      expect((await program().call(tokens.access_token)).status).toBe(401);
      expect((await program().refresh(client, tokens.refresh_token)).body['error']).toBe('invalid_grant');
      const { items } = await world.desk(listConnectedApps, { disconnected: true });
      expect(items.find(({ client_id }) => client_id === client.id)?.disconnected_at).not.toBeNull();
      expect((await program().revoke(client, 'x'.repeat(43))).status).toBe(200);
    },
  );

  test('disconnecting the app: the next call is refused, the refresh too, and connecting again works', async () => {
    const { client, tokens, browser } = await program().connect();
    const { items } = await world.desk(listConnectedApps, {});
    const app = items.find(({ client_id }) => client_id === client.id);
    await world.desk(disconnectApp, { id: app?.id ?? '' });
    const refused = await program().call(tokens.access_token);
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toContain('error="invalid_token"');
    expect((await program().refresh(client, tokens.refresh_token)).body['error']).toBe('invalid_grant');
    const again = await program().connect({ client, browser });
    expect((await program().call(again.tokens.access_token)).status).toBe(200);
    expect((await program().call(tokens.access_token)).status).toBe(401);
  });

  test('one person’s app is not another’s: each is asked, each ends alone', async () => {
    const client = await program().client();
    const ada = await program().connect({ client });
    const bob = await program().connect({ client, username: 'bob' });
    await program().revoke(client, ada.tokens.access_token);
    expect((await program().call(ada.tokens.access_token)).status).toBe(401);
    expect((await program().call(bob.tokens.access_token)).status).toBe(200);
  });

  test('a person who is disabled: their apps are refused at the next call, and refresh nothing', async () => {
    const { client, tokens } = await program().connect({ username: 'cleo' });
    await world.desk(updateUser, { username: 'cleo', disabled: true });
    expect((await program().call(tokens.access_token)).status).toBe(401);
    expect((await program().refresh(client, tokens.refresh_token)).body['error']).toBe('invalid_grant');
  });
});

test('access is refreshed every hour, or as seldom as the workspace says', async () => {
  await world.desk(updateSettings, { access_token_hours: 8 });
  const { tokens } = await program().connect();
  expect(tokens.expires_in).toBe(8 * 3600);
  await world.desk(updateSettings, { access_token_hours: 1 });
  later(8 * 3600 - 10);
  expect((await program().call(tokens.access_token)).status).toBe(200);
  later(11);
  expect((await program().call(tokens.access_token)).status).toBe(401);
});

describe('where a token is good', () => {
  test('at the connector at its own address only: elsewhere 401 with a pointer', async () => {
    const { tokens } = await program().connect();
    const elsewhere = world.url.replace('127.0.0.1', 'localhost');
    const answer = await createProgram(elsewhere).call(tokens.access_token);
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([
      401,
      expect.stringContaining(`${elsewhere}/.well-known/`),
    ]);
    expect((await program().call(tokens.access_token)).status).toBe(200);
  });

  test('in the header only', async () => {
    const { tokens } = await program().connect();
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const headers = { 'content-type': 'application/json' };
    for (const request of [
      new Request(`${world.url}/api/mcp?access_token=${tokens.access_token}`, {
        method: 'POST',
        body,
        headers,
      }),
      new Request(`${world.url}/api/mcp`, {
        method: 'POST',
        body,
        headers: { ...headers, cookie: `access_token=${tokens.access_token}` },
      }),
      new Request(`${world.url}/api/mcp`, {
        method: 'POST',
        body,
        headers: { ...headers, authorization: `Basic ${tokens.access_token}` },
      }),
    ]) {
      expect((await fetch(request, { redirect: 'error' })).status).toBe(401);
    }
  });

  test('not at REST, which says what to use instead; a personal token is good at both', async () => {
    const { tokens } = await program().connect();
    const me = (token: string) =>
      fetch(`${world.url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
    const refused = await me(tokens.access_token);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({
      error: 'unauthorized',
      hint: expect.stringContaining('personal token'),
    });
    const { secret: token } = await world.desk(createToken, { name: 'script' });
    expect((await me(token)).status).toBe(200);
    expect((await program().call(token)).status).toBe(200);
  });

  test('an app without the write scope sees the writing tools; calling one asks its host for more', async () => {
    const { tokens } = await program().connect({ params: { scope: 'read' }, trustLevel: 'full' });
    const listed = await program().call(tokens.access_token);
    expect(listed.text).toContain('"create_doc"');
    const answer = await program().call(tokens.access_token, 'tools/call', {
      name: 'create_doc',
      arguments: { title: 'x' },
    });
    expect(answer.status).toBe(403);
    expect(answer.headers['www-authenticate']).toBe(
      `Bearer realm="Commonplace", error="insufficient_scope", resource_metadata="${world.url}/.well-known/oauth-protected-resource/api/mcp", scope="read write"`,
    );
    const read = await program().call(tokens.access_token, 'tools/call', {
      name: 'list_spaces',
      arguments: {},
    });
    expect(read.status).toBe(200);
  });
});

test('none of it was a fault of ours', () => {
  expect(world.log.filter((line) => line.includes('"level":50'))).toEqual([]);
});
