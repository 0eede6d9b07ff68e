import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createScriptedTunnel, online, type ScriptedTunnel } from '../../../test/fakes/scripted-tunnel.ts';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { createPublicAccess, type RunningPublicAccess } from '../../public-access/create-public-access.ts';
import { readSettings } from '../settings/read.ts';
import { updateSettings } from '../settings/update.ts';
import { pausePublicAccess, resumePublicAccess } from './pause.ts';
import { readPublicAccess } from './read.ts';
import { setTunnelToken } from './set-tunnel-token.ts';
import { updatePublicAccess } from './update.ts';
import { PATIENCE } from '../../../test/patience.ts';

const TOKEN = Buffer.from(
  JSON.stringify({ a: 'account', t: '0b9d8a3c-5b7e-4a57-8a54-2f6fd4c7f9a1', s: 'c2VjcmV0LXNlY3JldA==' }),
).toString('base64');
const NAMED = { mode: 'named_tunnel', domain: 'kb.example.com' };

describe('public access', () => {
  let workspace: TestWorkspace;
  let tunnel: ScriptedTunnel;
  let access: RunningPublicAccess;

  beforeEach(async () => {
    workspace = buildWorkspace();
    tunnel = createScriptedTunnel();
    const { store, secrets, log } = workspace.services;
    access = createPublicAccess({ baseUrl: null, store, secrets, tunnel, log });
    workspace.services.publicAccess = access;
    await access.start(7420);
  });

  const read = () => workspace.as('admin', readPublicAccess, {});
  const update = (input: object) => workspace.as('admin', updatePublicAccess, input);
  const setToken = (token: string | null) => workspace.as('admin', setTunnelToken, { token });
  const audited = async (action: string) =>
    (await workspace.store.audit({ action, limit: 9 })).map(({ details }) => details);

  it('is off in a new workspace', async () => {
    expect(await read()).toEqual({
      mode: 'off',
      source: 'settings',
      url: null,
      connector_url: null,
      domain: '',
      has_token: false,
      is_paused: false,
      problem: null,
      proof: null,
      tunnel: { state: 'off' },
      log: [],
      port: 7420,
      service: 'http://localhost:7420',
      port_check: null,
      apps_to_renew: [],
    });
  });

  it('a trial goes online behind the answer', async () => {
    expect(await update({ mode: 'quick_tunnel' })).toEqual({ mode: 'quick_tunnel', domain: '' });
    await vi.waitFor(() => expect(tunnel.orders).toEqual([{ mode: 'quick_tunnel', port: 7420 }]), PATIENCE);
    expect(await read()).toMatchObject({ mode: 'quick_tunnel', url: null, tunnel: { state: 'starting' } });
    tunnel.play(online('https://four-calm-words-here.trycloudflare.com'));
    expect(await read()).toMatchObject({
      url: 'https://four-calm-words-here.trycloudflare.com',
      connector_url: 'https://four-calm-words-here.trycloudflare.com/api/mcp',
      tunnel: { state: 'online', connections: 4, protocol: 'quic' },
      log: [{ message: 'Registered tunnel connection' }],
    });
  });

  it('a stable address: token and name, as they were copied', async () => {
    expect(await setToken(`cloudflared service install ${TOKEN}`)).toEqual({ has_token: true });
    await update({ mode: 'named_tunnel', domain: ' https://KB.example.com/ ' });
    await vi.waitFor(
      () => expect(tunnel.orders).toMatchObject([{ hostname: 'kb.example.com', token: TOKEN }]),
      PATIENCE,
    );
    expect(await read()).toMatchObject({
      domain: 'kb.example.com',
      url: 'https://kb.example.com',
      has_token: true,
    });
  });

  it('the domain stays when only the way is changed', async () => {
    await update({ mode: 'own_domain', domain: 'kb.example.com' });
    await update({ mode: 'off' });
    expect(await update({ mode: 'own_domain' })).toEqual({ mode: 'own_domain', domain: 'kb.example.com' });
  });

  it.each([
    [{ mode: 'named_tunnel' }, /^domain: is needed, such as kb\.example\.com$/],
    [{ mode: 'own_domain', domain: '' }, /^domain: is needed, such as kb\.example\.com$/],
    [
      { mode: 'named_tunnel', domain: 'nas.local' },
      /^domain: nas\.local is a name that the internet does not know$/,
    ],
    [
      { mode: 'own_domain', domain: 'kb.example.com/x' },
      /^domain: must be a host name such as kb\.example\.com$/,
    ],
    [{ mode: 'tunnel' }, /^mode: /],
    [{ domain: 'kb.example.com' }, /^mode: /],
  ])('%j is refused', async (input, message) => {
    await expect(update(input)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(message),
    });
    expect(tunnel.orders).toEqual([]);
  });

  it('the other way to the settings has the same rules, and leads to the same', async () => {
    const set = (input: object) => workspace.as('admin', updateSettings, input);
    await expect(set({ public_access: 'own_domain' })).rejects.toMatchObject({ code: 'bad_request' });
    await set({ public_access: 'own_domain', public_domain: 'kb.example.com' });
    await expect(set({ public_domain: '' })).rejects.toMatchObject({ code: 'bad_request' });
    expect(await read()).toMatchObject({ mode: 'own_domain', url: 'https://kb.example.com' });
  });

  it('what else the settings hold stays', async () => {
    workspace.set({ workspace_name: 'Garden' });
    await update({ mode: 'quick_tunnel' });
    expect(await workspace.as('admin', readSettings, {})).toMatchObject({ workspace_name: 'Garden' });
  });

  describe('the token', () => {
    it('is refused with what to copy, when it is none', async () => {
      await expect(setToken('not a token')).rejects.toMatchObject({
        code: 'bad_request',
        message: expect.stringContaining('token: is not the token of a tunnel: copy the long text'),
      });
    });

    it('is in no answer, audit entry or record: "write-only"', async () => {
      await setToken(TOKEN);
      await update(NAMED);
      const said = JSON.stringify([
        await read(),
        await workspace.as('admin', readSettings, {}),
        await workspace.store.audit({ limit: 99 }),
        [...workspace.store.tables.settings.all()],
      ]);
      expect(said).not.toContain(TOKEN);
      expect(said).not.toContain('c2VjcmV0LXNlY3JldA==');
      expect(await audited('public_access.set_tunnel_token')).toEqual([{ changed: 'tunnel token set' }]);
    });

    it('forgotten, the tunnel ends, and the owner is told what is missing', async () => {
      await setToken(TOKEN);
      await update(NAMED);
      await vi.waitFor(() => expect(tunnel.orders).toHaveLength(1), PATIENCE);
      await setToken(null);
      await vi.waitFor(() => expect(tunnel.orders.at(-1)).toBeNull(), PATIENCE);
      expect(await read()).toMatchObject({
        has_token: false,
        url: null,
        problem: { reason: 'The tunnel’s token is missing.' },
      });
    });
  });

  describe('the port check', () => {
    beforeEach(async () => {
      await setToken(TOKEN);
      await update(NAMED);
      await access.apply();
    });
    const check = async (hostname: string, service: string) => {
      tunnel.play({ ingress: [{ hostname, path: '', service }] });
      return (await read()).port_check;
    };

    it('says that the dashboard leads here', async () => {
      expect(await check('kb.example.com', 'http://localhost:7420')).toEqual({
        is_right: true,
        sentence: 'The dashboard sends kb.example.com to port 7420, where this server listens.',
        hint: null,
      });
    });

    it('"the dashboard sends kb.example.com to port 8080, this server listens on 7420"', async () => {
      expect(await check('kb.example.com', 'http://localhost:8080')).toMatchObject({
        is_right: false,
        sentence: 'The dashboard sends kb.example.com to port 8080, this server listens on 7420.',
        hint: expect.stringContaining('http://localhost:7420'),
      });
    });

    it('says that the dashboard does not know the name', async () => {
      expect(await check('other.example.com', 'http://localhost:7420')).toMatchObject({ is_right: false });
    });

    it('says nothing before the dashboard’s rules are known', async () => {
      expect((await read()).port_check).toBeNull();
    });
  });

  describe('paused', () => {
    it('the tunnel is ended until it is resumed, and both are on record', async () => {
      await update({ mode: 'quick_tunnel' });
      await vi.waitFor(() => expect(tunnel.orders).toHaveLength(1), PATIENCE);
      expect(await workspace.as('admin', pausePublicAccess, {})).toEqual({ is_paused: true });
      expect(await read()).toMatchObject({ is_paused: true, url: null, tunnel: { state: 'off' } });
      expect(await workspace.as('admin', resumePublicAccess, {})).toEqual({ is_paused: false });
      await vi.waitFor(
        () =>
          expect(tunnel.orders.map((order) => order?.mode ?? null)).toEqual([
            'quick_tunnel',
            null,
            'quick_tunnel',
          ]),
        PATIENCE,
      );
      expect(await audited('public_access.pause')).toHaveLength(1);
      expect(await audited('public_access.resume')).toHaveLength(1);
    });

    it('where there is none, there is nothing to pause or to resume', async () => {
      for (const operation of [pausePublicAccess, resumePublicAccess])
        await expect(workspace.as('admin', operation, {})).rejects.toMatchObject({ code: 'conflict' });
    });

    it('whoever chooses another way while it is paused means it; whoever changes anything else does not', async () => {
      await update({ mode: 'quick_tunnel' });
      await workspace.as('admin', pausePublicAccess, {});
      await workspace.as('admin', updateSettings, { workspace_name: 'Garden' });
      await update({ mode: 'quick_tunnel' });
      expect(await read()).toMatchObject({ is_paused: true });
      await update({ mode: 'own_domain', domain: 'kb.example.com' });
      expect(await read()).toMatchObject({ is_paused: false, url: 'https://kb.example.com' });
    });

    it('where nothing is public, there is nothing to pause', async () => {
      await expect(workspace.as('admin', pausePublicAccess, {})).rejects.toMatchObject({ code: 'conflict' });
    });

    it('where no server runs, it counts from the next start', async () => {
      await update({ mode: 'quick_tunnel' });
      const { store, secrets, log } = workspace.services;
      const notServed = createPublicAccess({ baseUrl: null, store, secrets, tunnel, log });
      workspace.services.publicAccess = notServed;
      await workspace.as('admin', pausePublicAccess, {});
      expect(notServed).toMatchObject({ port: null, isPaused: true });
      await workspace.as('admin', resumePublicAccess, {});
      expect(notServed.isPaused).toBe(false);
    });
  });

  it('what was decided is in the audit log, with who did', async () => {
    await update({ mode: 'own_domain', domain: 'kb.example.com' });
    const [entry] = await workspace.store.audit({ action: 'public_access.update', limit: 1 });
    expect(entry).toMatchObject({
      username: 'admin',
      details: { public_access: 'own_domain', domain: 'kb.example.com' },
    });
  });

  it('names the apps that must be connected again', async () => {
    workspace.services.isOwnAddress = () => false;
    const app = { client_id: 'client', identity_host: null, redirect_host: 'claude.ai', scopes: [] };
    const rest = {
      trust_level: 'full',
      created_at: '',
      disconnected_at: null,
      base_url: 'https://old.example',
    };
    const user_id = workspace.services.views.userByName('editor')?.id ?? '';
    workspace.store.seed('connected_apps', {
      ...app,
      ...rest,
      id: 'app_1',
      name: 'Claude',
      user_id,
    } as never);
    workspace.store.seed('connected_apps', {
      ...app,
      ...rest,
      id: 'app_2',
      name: 'Gone',
      user_id,
      disconnected_at: '2026-02-01T00:00:00.000Z',
    } as never);
    expect((await read()).apps_to_renew).toEqual([
      { id: 'app_1', name: 'Claude', username: 'editor', base_url: 'https://old.example' },
    ]);
  });
});
