import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startRest, type RestServer } from './rest-server.ts';

let server: RestServer;
beforeEach(async () => {
  server = await startRest({ limits: { failedTokensPerMinute: 1000 } });
});
afterEach(() => server.close());

describe('"Accepted only in Authorization: Bearer"', () => {
  test('without a token: 401, JSON, and WWW-Authenticate without an error code (RFC 6750)', async () => {
    const answer = await server.call('GET', '/api/v1/me');
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="Commonplace"');
    expect(answer.json).toMatchObject({
      error: 'unauthorized',
      status: 401,
      hint: expect.stringContaining('Bearer'),
    });
    expect(answer.json['hint']).toMatch(
      /Manage account → API tokens.*the command `token create --user NAME --name LABEL`/,
    );
  });

  test('query, cookie, body, two headers, Basic and other headers → 401 with WWW-Authenticate, no redirect', async () => {
    const token = await server.token('editor');
    const basic = Buffer.from(`editor:${token}`).toString('base64');
    const attempts = [
      server.call('GET', `/api/v1/me?access_token=${token}`),
      server.call('GET', `/api/v1/me?token=${token}`),
      server.call('GET', '/api/v1/me', { headers: { cookie: `token=${token}; access_token=${token}` } }),
      server.call('POST', '/api/v1/documents', {
        body: { access_token: token, space: 'handbook', title: 'X' },
      }),
      server.call('POST', '/api/v1/documents', {
        raw: `access_token=${token}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
      server.call('GET', '/api/v1/me', { headers: { authorization: `Basic ${basic}` } }),
      server.call('GET', '/api/v1/me', { headers: { authorization: token } }),
      server.call('GET', '/api/v1/me', { headers: { authorization: `Token ${token}` } }),
      server.call('GET', '/api/v1/me', { headers: { authorization: `Bearer "${token}"` } }),
      server.call('GET', '/api/v1/me', { headers: { authorization: `Bearer ${token},Bearer ${token}` } }),
      server.call('GET', '/api/v1/me', {
        headers: { 'x-api-key': token, 'proxy-authorization': `Bearer ${token}` },
      }),
      server.call('GET', '/api/v1/me', {
        headers: { authorization: [`Bearer ${token}`, `Bearer ${token}`] },
      }),
    ];
    const before = server.commits;
    for (const answer of await Promise.all(attempts)) {
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="Commonplace"/);
      expect(answer.headers['location']).toBeUndefined();
      expect(answer.text).not.toContain(token);
    }
    expect(server.commits).toBe(before);
  });

  test('a wrong token says error="invalid_token", an expired one token_expired', async () => {
    const expired = await server.token('editor', { expires_at: '2026-02-28T00:00:00.000Z' });
    const answer = await server.call('GET', '/api/v1/me', { token: expired });
    expect([answer.status, answer.json['error']]).toEqual([401, 'token_expired']);
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
  });

  test('the stored hash of a token is no token', async () => {
    await server.token('editor');
    for (const { secret_hash } of server.workspace.store.tables.tokens.all()) {
      expect((await server.call('GET', '/api/v1/me', { token: secret_hash })).status).toBe(401);
    }
  });
});

describe('scopes', () => {
  test('"`read` grants all GET endpoints"; anything else with it → 403 missing_scope, before the body is read', async () => {
    const token = await server.token('admin', { scopes: ['read'] });
    const before = server.commits;
    for (const path of [
      'me',
      'spaces',
      'documents',
      'search?q=x',
      'trash',
      'change-requests',
      'notifications',
      'templates',
      'templates/SOP',
    ]) {
      expect((await server.call('GET', `/api/v1/${path}`, { token })).status).toBe(200);
    }
    const writes = [
      ['POST', 'documents'],
      ['PATCH', 'documents/doc_00000000000x'],
      ['DELETE', 'documents/doc_00000000000x'],
      ['POST', 'documents/doc_00000000000x/restore'],
      ['DELETE', 'trash/doc_00000000000x'],
      ['POST', 'documents/doc_00000000000x/versions/1/restore'],
      ['POST', 'change-requests/cr_00000000000x/withdraw'],
      ['POST', 'notifications/read'],
    ] as const;
    for (const [method, path] of writes) {
      const answer = await server.call(method, `/api/v1/${path}`, { token, raw: '{"not": json' });
      expect([answer.status, answer.json['error']]).toEqual([403, 'missing_scope']);
      expect(answer.headers['www-authenticate']).toContain('error="insufficient_scope"');
    }
    expect(server.commits).toBe(before);
  });

  test('a write-only token does not read', async () => {
    const token = await server.token('admin', { scopes: ['write'] });
    for (const path of ['me', 'spaces', 'documents', 'search?q=x', 'trash']) {
      expect((await server.call('GET', `/api/v1/${path}`, { token })).json['error']).toBe('missing_scope');
    }
  });
});

describe('"Disable, demote, space removal, token revocation act on the next request"', () => {
  test('revoking the token, disabling its owner, demoting them', async () => {
    const token = await server.token('editor');
    const { store, services } = server.workspace;
    const post = () =>
      server.call('POST', '/api/v1/documents', { token, body: { space: 'handbook', title: 'X' } });
    const editor = services.views.userByName('editor');
    if (!editor) throw new Error('The workspace has no editor.');
    expect((await post()).status).toBe(201);

    const demotion = store.begin();
    demotion.users.put({ ...editor, role: 'viewer' });
    await demotion.commit();
    expect((await post()).status).toBe(403);

    const disabling = store.begin();
    disabling.users.put({ ...editor, disabled: true });
    await disabling.commit();
    expect((await post()).status).toBe(401);

    const revocation = store.begin();
    revocation.users.put(editor);
    for (const record of store.tables.tokens.all())
      revocation.tokens.put({ ...record, revoked_at: record.created_at });
    await revocation.commit();
    expect((await post()).status).toBe(401);
  });
});
