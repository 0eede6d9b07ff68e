import { beforeEach, describe, expect, it } from 'vitest';
import { oauthArtifact } from '../../../test/apps/artifacts.ts';
import { seedSession } from '../../../test/apps/sessions.ts';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import type { OAuthArtifact } from '../../domain/oauth-artifact.ts';
import type { Actor, Operation } from '../define.ts';
import { perform } from '../perform.ts';
import { listNotifications } from '../notifications/list.ts';
import { readAccount } from '../account/read.ts';
import { updateUser } from '../users/update.ts';
import { connectApp } from './connect.ts';
import { disconnectApp } from './disconnect.ts';
import { listConnectedApps } from './list.ts';
import { setAppTrust } from './set-trust.ts';

const CLAUDE = {
  client_id: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
  name: 'Claude',
  identity_host: 'claude.ai',
  redirect_host: 'claude.ai',
  scopes: ['read', 'write'],
  trust_level: 'review',
};

describe('connected apps', () => {
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = buildWorkspace();
  });

  /** Signed in with a browser, unless at the desk. */
  const inBrowser = (username: string) => ({
    credential: { kind: 'session', id: seedSession(workspace, username) } as const,
  });
  const connect = async (input: object = {}, by = 'editor') =>
    (await workspace.as(by, connectApp, { ...CLAUDE, ...input }, inBrowser(by))).app;
  const list = (by: string, input: object = {}, options?: ReturnType<typeof inBrowser>) =>
    workspace.as(by, listConnectedApps, input, options);
  const audit = (action: string) => workspace.store.audit({ action, limit: 20 });
  const run = (operation: Operation, actor: Actor, input: object) =>
    perform(workspace.services, operation, actor, input);

  it('consent keeps who let which program in, where and how far, with an audit entry', async () => {
    const app = await connect();
    expect(app).toMatchObject({
      ...CLAUDE,
      id: expect.stringMatching(/^app_/),
      user: { username: 'editor' },
      base_url: 'https://kb.example.com',
      created_at: '2026-03-01T09:00:00.000Z',
      last_used_at: null,
      needs_reconnect: false,
      disconnected_at: null,
    });
    expect(await audit('connected_apps.connect')).toMatchObject([
      {
        username: 'editor',
        target: { type: 'connected_app', id: app.id },
        details: { client_id: CLAUDE.client_id, trust_level: 'review', scopes: 'read write', renewed: false },
      },
    ]);
  });

  it('the person is told in their inbox when a new app connects, and not when consent is renewed', async () => {
    const app = await connect();
    workspace.clock.advance(1000);
    await connect();
    const { items } = await workspace.as('editor', listNotifications, {});
    expect(items).toMatchObject([{ kind: 'app_connected', connected_app_id: app.id, document_id: null }]);
  });

  it('there is one record for each person, client and address: renewed consent changes it', async () => {
    const first = await connect();
    workspace.clock.advance(1000);
    const second = await connect({ scopes: ['read'], trust_level: 'drafts', name: 'Claude 2' });
    expect(second).toMatchObject({
      id: first.id,
      created_at: first.created_at,
      scopes: ['read'],
      trust_level: 'drafts',
      name: 'Claude 2',
    });
    const theirs = await connect({}, 'approver');
    expect(theirs.id).not.toBe(first.id);
    const elsewhere = {
      ...workspace.actor('editor', inBrowser('editor')),
      base_url: 'http://127.0.0.1:7420',
    };
    await run(connectApp, elsewhere, CLAUDE);
    expect((await list('editor', { username: 'editor' })).total).toBe(2);
  });

  it('of two consents in one moment only one record comes', async () => {
    const [one, two] = await Promise.all([connect(), connect()]);
    expect(one.id).toBe(two.id);
    expect(workspace.store.tables.connected_apps.size).toBe(1);
  });

  it.each([
    { scopes: [] },
    { scopes: ['admin'] },
    { trust_level: 'admin' },
    { name: '' },
    { name: 'Cl\nude' },
    { name: 'x'.repeat(101) },
    { redirect_host: '' },
  ])('refuses %j', async (input) => {
    await expect(connect(input)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining(Object.keys(input)[0] ?? ''),
    });
    expect(workspace.store.tables.connected_apps.size).toBe(0);
  });

  it('a browser lists one’s own; at the machine an admin lists everybody’s, newest first', async () => {
    const mine = await connect();
    workspace.clock.advance(1000);
    const admins = await connect({}, 'admin');
    const ids = async (...given: Parameters<typeof list>) => (await list(...given)).items.map(({ id }) => id);
    expect(await ids('editor', {}, inBrowser('editor'))).toEqual([mine.id]);
    expect(await ids('admin', {}, inBrowser('admin'))).toEqual([admins.id]);
    expect(await ids('admin')).toEqual([admins.id, mine.id]);
    expect(await ids('admin', { username: 'editor' })).toEqual([mine.id]);
    await expect(list('admin', { username: 'editor' }, inBrowser('admin'))).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('at the machine of the workspace'),
    });
    await expect(list('editor')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(list('editor', { username: 'admin' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(list('admin', { username: 'nobody' })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('"with last-used times"', async () => {
    const app = await connect();
    workspace.services.lastUsed = {
      ...workspace.services.lastUsed,
      of: (id) => (id === app.id ? '2026-03-02T00:00:00.000Z' : null),
    };
    expect((await list('admin')).items).toMatchObject([{ last_used_at: '2026-03-02T00:00:00.000Z' }]);
  });

  it('an app that connected to an address that the workspace has left must reconnect', async () => {
    await connect();
    workspace.services.isOwnAddress = () => false;
    expect((await list('admin')).items).toMatchObject([{ needs_reconnect: true }]);
  });

  it('the trust level can be changed later by the person and by an admin at the machine, with an audit entry', async () => {
    const { id } = await connect();
    const set = (by: string, trust_level: string, options?: ReturnType<typeof inBrowser>) =>
      workspace.as(by, setAppTrust, { id, trust_level }, options);
    expect((await set('editor', 'full', inBrowser('editor'))).app.trust_level).toBe('full');
    expect((await set('admin', 'read')).app.trust_level).toBe('read');
    await expect(set('admin', 'full', inBrowser('admin'))).rejects.toMatchObject({ code: 'not_found' });
    await expect(set('approver', 'full')).rejects.toMatchObject({ code: 'not_found' });
    expect(await audit('connected_apps.set_trust')).toMatchObject([
      { username: 'admin', details: { from: 'full', to: 'read' } },
      { username: 'editor', details: { from: 'review', to: 'full' } },
    ]);
  });

  it('a token or an app connects nothing, lists nothing, and never raises its own level', async () => {
    const { id, name } = await connect();
    const credential = { kind: 'connected_app', id, name } as const;
    const actor = workspace.actor('editor', { via: 'mcp', credential });
    for (const [operation, input] of [
      [connectApp, CLAUDE],
      [listConnectedApps, {}],
      [setAppTrust, { id, trust_level: 'full' }],
      [disconnectApp, { id }],
    ] as const) {
      await expect(run(operation, actor, input)).rejects.toMatchObject({ code: 'forbidden' });
    }
  });

  describe('disconnecting', () => {
    const seed = (artifact: OAuthArtifact) => {
      workspace.store.seed('oauth_artifacts', artifact);
      return artifact.id;
    };
    const stored = () => [...workspace.store.tables.oauth_artifacts.all()].map(({ id }) => id);

    it('takes the grant, the codes and all tokens of the app with it, and nobody else’s', async () => {
      const { id } = await connect();
      const account = workspace.actor('editor').user_id ?? '';
      const client = CLAUDE.client_id;
      const here = { aud: 'https://kb.example.com/api/mcp' };
      for (const model of ['AccessToken', 'RefreshToken', 'AuthorizationCode']) {
        seed(oauthArtifact(model, { account, client, payload: here }));
      }
      seed(oauthArtifact('Grant', { account, client, payload: { resources: { [here.aud]: 'read' } } }));
      seed(oauthArtifact('RefreshToken', { account, client }));
      const kept = [
        seed(oauthArtifact('AccessToken', { account, client: 'another', payload: here })),
        seed(oauthArtifact('AccessToken', { account: 'usr_another', client, payload: here })),
        seed(
          oauthArtifact('Grant', {
            account,
            client,
            payload: { resources: { 'http://127.0.0.1:7420/api/mcp': '' } },
          }),
        ),
        seed(
          oauthArtifact('AccessToken', {
            account,
            client,
            payload: { aud: 'https://kb.example.com.evil.example/' },
          }),
        ),
        seed(oauthArtifact('Client', { account, client })),
        seed(oauthArtifact('Interaction', { account, client })),
      ];
      const { app } = await workspace.as('editor', disconnectApp, { id }, inBrowser('editor'));
      expect(app.disconnected_at).toBe('2026-03-01T09:00:00.000Z');
      expect(stored().toSorted()).toEqual(kept.toSorted());
      expect(await audit('connected_apps.disconnect')).toMatchObject([
        {
          username: 'editor',
          target: { id },
          details: { name: 'Claude', username: 'editor', reason: 'disconnected by the person' },
        },
      ]);
    });

    it('refuses the app’s next call; its person’s other ways in stay', async () => {
      const { id, name } = await connect();
      const credential = { kind: 'connected_app', id, name } as const;
      const me = () => workspace.as('editor', readAccount, {}, { via: 'mcp', credential });
      await me();
      await workspace.as('admin', disconnectApp, { id });
      await expect(me()).rejects.toMatchObject({ code: 'unauthorized', status: 401 });
      await workspace.as('editor', readAccount, {});
    });

    it('again changes nothing; the app is listed on demand only, and cannot be trusted any more', async () => {
      const { id } = await connect();
      await workspace.as('editor', disconnectApp, { id });
      workspace.clock.advance(1000);
      const again = await workspace.as('editor', disconnectApp, { id });
      expect(again.app.disconnected_at).toBe('2026-03-01T09:00:00.000Z');
      expect(await audit('connected_apps.disconnect')).toHaveLength(1);
      expect((await list('admin')).total).toBe(0);
      expect((await list('admin', { disconnected: true })).items).toMatchObject([
        { id, needs_reconnect: false },
      ]);
      const trust = workspace.as('editor', setAppTrust, { id, trust_level: 'full' });
      await expect(trust).rejects.toMatchObject({ code: 'conflict' });
    });

    it('and connecting anew makes a new record: nothing of the old one comes back', async () => {
      const { id, name } = await connect();
      await workspace.as('editor', disconnectApp, { id });
      expect((await connect()).id).not.toBe(id);
      const credential = { kind: 'connected_app', id, name } as const;
      const old = workspace.as('editor', readAccount, {}, { via: 'mcp', credential });
      await expect(old).rejects.toMatchObject({ code: 'unauthorized' });
    });

    it('by the authorization server itself, when the app revokes its own token', async () => {
      const { id } = await connect();
      const system: Actor = {
        ...workspace.actor('editor'),
        user_id: null,
        credential: { kind: 'system' },
        via: 'system',
      };
      await run(disconnectApp, system, { id, reason: 'revoked by the app' });
      expect(await audit('connected_apps.disconnect')).toMatchObject([
        { user_id: null, details: { username: 'editor', reason: 'revoked by the app' } },
      ]);
      const { items } = await workspace.as('editor', listNotifications, {});
      expect(items.filter(({ kind }) => kind === 'app_disconnected')).toMatchObject([
        { connected_app_id: id, subject: 'Claude', actor: { username: 'system' } },
      ]);
    });

    it('by an admin: its person is told once; nobody but the program claims a reason of its', async () => {
      const { id } = await connect();
      const claimed = workspace.as('admin', disconnectApp, { id, reason: 'code reused' });
      await expect(claimed).rejects.toMatchObject({ code: 'bad_request' });
      await workspace.as('admin', disconnectApp, { id });
      await workspace.as('admin', disconnectApp, { id });
      const { items } = await workspace.as('editor', listNotifications, {});
      expect(items.map(({ kind, actor }) => [kind, actor.username])).toContainEqual([
        'app_disconnected',
        'admin',
      ]);
      expect(items).toHaveLength(2);
      expect(await audit('connected_apps.disconnect')).toMatchObject([
        { username: 'admin', details: { reason: 'disconnected by an admin' } },
      ]);
    });

    it('somebody else’s app answers like an unknown one', async () => {
      const { id } = await connect();
      const refusal = { code: 'not_found', message: 'No such connected app.' };
      await expect(workspace.as('approver', disconnectApp, { id })).rejects.toMatchObject(refusal);
      const unknown = workspace.as('approver', disconnectApp, { id: 'app_000000000000' });
      await expect(unknown).rejects.toMatchObject(refusal);
    });
  });

  it('a disabled person’s apps die at the next call', async () => {
    const { id, name } = await connect();
    const credential = { kind: 'connected_app', id, name } as const;
    await workspace.as('admin', updateUser, { username: 'editor', disabled: true });
    const call = workspace.as('editor', readAccount, {}, { via: 'mcp', credential });
    await expect(call).rejects.toMatchObject({ code: 'unauthorized' });
  });
});
