import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createScriptedTunnel, online, type ScriptedTunnel } from '../../test/fakes/scripted-tunnel.ts';
import { buildWorkspace, type TestWorkspace } from '../../test/builders/workspace.ts';
import type { ConnectedApp } from '../domain/connected-app.ts';
import { listNotifications } from '../operations/notifications/list.ts';
import { createOwnAddresses } from '../own-addresses.ts';
import { createViews } from '../storage/views/create-views.ts';
import { createPublicAccess } from './create-public-access.ts';
import { keepAddressKnown, type AddressKeeper } from './keep-address-known.ts';

const FIRST = 'https://first-words.trycloudflare.com';
const SECOND = 'https://second-words.trycloudflare.com';

describe('"when the address changes, the app names the connections that must be renewed"', () => {
  let workspace: TestWorkspace;
  let tunnel: ScriptedTunnel;
  let keeper: AddressKeeper;

  beforeEach(async () => {
    workspace = buildWorkspace();
    workspace.set({ public_access: 'quick_tunnel' });
    connect('app_1', 'Claude', 'editor', FIRST);
    connect('app_2', 'Cursor', 'viewer', FIRST);
    connect('app_3', 'Local', 'editor', 'http://127.0.0.1:7420');
    connect('app_4', 'Gone', 'editor', FIRST, { disconnected_at: '2026-02-01T00:00:00.000Z' });
    tunnel = createScriptedTunnel();
    await open();
  });

  async function open(): Promise<void> {
    const { services } = workspace;
    const { store, secrets, log } = services;
    const access = createPublicAccess({ baseUrl: null, store, secrets, tunnel, log });
    Object.defineProperty(services, 'views', { value: createViews(store), configurable: true });
    services.publicAccess = access;
    services.isOwnAddress = createOwnAddresses({ reach: () => access.reach, allowedHosts: [] });
    keeper = keepAddressKnown(services);
    await access.start(7420);
    onTestFinished(() => keeper.close());
  }

  function connect(
    id: string,
    name: string,
    username: string,
    base_url: string,
    more: Partial<ConnectedApp> = {},
  ) {
    workspace.store.seed('connected_apps', {
      id,
      user_id: workspace.actor(username).user_id ?? '',
      client_id: id,
      name,
      identity_host: null,
      redirect_host: 'app.example',
      base_url,
      scopes: ['read'],
      trust_level: 'full',
      created_at: '2026-02-01T00:00:00.000Z',
      disconnected_at: null,
      ...more,
    });
  }

  /** The lines that a person's inbox has about the address. */
  async function told(username: string): Promise<(string | null)[]> {
    await keeper.settled();
    const { items } = await workspace.as(username, listNotifications, {});
    return items.filter(({ kind }) => kind === 'address_changed').map(({ subject }) => subject);
  }
  const since = (id: string) => workspace.store.tables.connected_apps.get(id)?.must_reconnect_since;

  it('at the address that they know, nobody is told anything', async () => {
    tunnel.play(online(FIRST));
    expect(await told('editor')).toEqual([]);
    expect(since('app_1')).toBeUndefined();
  });

  it('each person is told of their own apps, and an admin of all, by name', async () => {
    tunnel.play(online(SECOND));
    expect(await told('editor')).toEqual(['Claude']);
    expect(await told('viewer')).toEqual(['Cursor']);
    expect(await told('admin')).toEqual(['Claude and Cursor']);
    expect(await told('approver')).toEqual([]);
    expect(since('app_1')).toBe('2026-03-01T09:00:00.000Z');
    expect([since('app_3'), since('app_4')]).toEqual([undefined, undefined]);
  });

  it('once only: a third address is no news for who has to reconnect already', async () => {
    tunnel.play(online(SECOND));
    tunnel.play(online('https://third-words.trycloudflare.com'));
    expect(await told('editor')).toEqual(['Claude']);
  });

  it('nor is the next start of the program', async () => {
    tunnel.play(online(SECOND));
    await keeper.settled();
    await keeper.close();
    await open();
    tunnel.play(online('https://third-words.trycloudflare.com'));
    expect(await told('editor')).toEqual(['Claude']);
  });

  it('while the tunnel is down nobody is told: the address may come back', async () => {
    tunnel.play(online(FIRST));
    tunnel.play({ state: { state: 'connecting', since: '2026-03-01T09:00:00.000Z' }, publicUrl: null });
    tunnel.play(online(FIRST));
    expect(await told('editor')).toEqual([]);
  });

  it('an app whose address is ours again needs nothing', async () => {
    tunnel.play(online(SECOND));
    await keeper.settled();
    tunnel.play(online(FIRST));
    expect(await told('editor')).toEqual(['Claude']);
    expect(since('app_1')).toBeUndefined();
  });

  it('an app that is gone by now has no name left', async () => {
    tunnel.play(online(SECOND));
    await keeper.settled();
    const tx = workspace.store.begin();
    tx.connected_apps.delete('app_1');
    await tx.commit();
    expect(await told('editor')).toEqual([null]);
  });
});
