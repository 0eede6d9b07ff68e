import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createScriptedTunnel, online, type ScriptedTunnel } from '../../test/fakes/scripted-tunnel.ts';
import { buildServices, type TestServices } from '../../test/builders/services.ts';
import type { Settings, SettingsRecord } from '../domain/settings.ts';
import { createPublicAccess, type RunningPublicAccess } from './create-public-access.ts';
import { PATIENCE } from '../../test/patience.ts';

const PORT = 7420;
const TRIAL = 'https://four-calm-words-here.trycloudflare.com';
const NAMED = { public_access: 'named_tunnel', public_domain: 'kb.example.com' } as const;

describe('public access', () => {
  let services: TestServices;
  let tunnel: ScriptedTunnel;
  let access: RunningPublicAccess;

  function open(baseUrl: string | null = null): void {
    services = buildServices();
    reopen(baseUrl);
  }
  /** As at the next start of the program, on the same workspace. */
  function reopen(baseUrl: string | null = null): void {
    tunnel = createScriptedTunnel();
    const { store, secrets, log } = services;
    access = createPublicAccess({ baseUrl, store, secrets, tunnel, log });
  }
  beforeEach(() => open());

  /** As an operation commits it, and done when the tunnel has been told. */
  async function put(record: Omit<SettingsRecord, 'id'>): Promise<void> {
    const tx = services.store.begin();
    tx.settings.put({ id: 'workspace', ...record });
    await tx.commit();
    await access.apply();
  }
  const values = () => services.store.tables.settings.get('workspace')?.values ?? {};
  const set = (changed: Partial<Settings>) => put({ values: changed });
  const hold = (isHeld: boolean) => put({ values: values(), ...(isHeld && { public_access_paused: true }) });

  it('does what the settings say once the listener is open, not before', async () => {
    await set({ public_access: 'quick_tunnel' });
    expect(tunnel.orders).toEqual([]);
    await access.start(PORT);
    expect(tunnel.orders).toEqual([{ mode: 'quick_tunnel', port: PORT }]);
    expect(access.port).toBe(PORT);
  });

  it('off, it never orders anything', async () => {
    await access.start(PORT);
    expect(tunnel.orders).toEqual([]);
    expect(access.publicUrl).toBeNull();
    expect(access.reach).toEqual({ fixedUrl: null, trialUrl: null, isPaused: false });
  });

  it('follows a trial’s address as the tunnel announces it', async () => {
    await access.start(PORT);
    await set({ public_access: 'quick_tunnel' });
    expect(access.publicUrl).toBeNull();
    tunnel.play(online(TRIAL));
    expect(access.publicUrl).toBe(TRIAL);
    expect(access.reach).toMatchObject({ fixedUrl: null, trialUrl: TRIAL });
    tunnel.play({ publicUrl: 'https://other-words.trycloudflare.com' });
    expect(access.publicUrl).toBe('https://other-words.trycloudflare.com');
  });

  it('a named tunnel’s address counts from the moment that it is set, connected or not', async () => {
    await access.start(PORT);
    await set(NAMED);
    expect(access.reach.fixedUrl).toBe('https://kb.example.com');
    expect(access).toMatchObject({ publicUrl: null, problem: { reason: 'The tunnel’s token is missing.' } });
    await services.secrets.write('tunnel', { token: 'first' });
    await vi.waitFor(() => expect(tunnel.orders).toHaveLength(1), PATIENCE);
    expect(access).toMatchObject({ publicUrl: 'https://kb.example.com', problem: null });
    tunnel.play({ state: { state: 'failed', reason: 'Refused.', hint: 'Another token.' } });
    expect(access.publicUrl).toBe('https://kb.example.com');
  });

  it('a new token starts the tunnel anew, the same one does not', async () => {
    await services.secrets.write('tunnel', { token: 'first' });
    await access.start(PORT);
    await set(NAMED);
    await services.secrets.write('tunnel', { token: 'first' });
    await access.apply();
    expect(tunnel.orders).toMatchObject([{ token: 'first' }]);
    await services.secrets.write('tunnel', { token: 'second' });
    await access.apply();
    expect(tunnel.orders).toMatchObject([{ token: 'first' }, { token: 'second' }]);
  });

  it('settings that have nothing to do with it leave the tunnel alone', async () => {
    await access.start(PORT);
    await set({ public_access: 'quick_tunnel' });
    await set({ public_access: 'quick_tunnel', workspace_name: 'Garden' });
    expect(tunnel.orders).toHaveLength(1);
  });

  it('from one way to another, and off again', async () => {
    await services.secrets.write('tunnel', { token: 'first' });
    await access.start(PORT);
    await set({ public_access: 'quick_tunnel' });
    await set(NAMED);
    await set({ ...NAMED, public_access: 'own_domain' });
    await set({ ...NAMED, public_access: 'off' });
    expect(tunnel.orders.map((order) => order?.mode ?? null)).toEqual(['quick_tunnel', 'named_tunnel', null]);
    expect(access.publicUrl).toBeNull();
  });

  it('paused, the program is ended; resumed, it is started again', async () => {
    await access.start(PORT);
    await set({ public_access: 'quick_tunnel' });
    tunnel.play(online(TRIAL));
    await hold(true);
    expect(access).toMatchObject({
      isPaused: true,
      publicUrl: null,
      reach: { trialUrl: null, isPaused: true },
    });
    await hold(false);
    expect(tunnel.orders.map((order) => order?.mode ?? null)).toEqual(['quick_tunnel', null, 'quick_tunnel']);
    expect(access.isPaused).toBe(false);
  });

  it('"until you resume it": a pause is one after a restart too, and nothing is ordered before it is over', async () => {
    await set({ public_access: 'quick_tunnel' });
    await hold(true);
    reopen();
    await access.start(PORT);
    expect(access).toMatchObject({ isPaused: true, publicUrl: null });
    expect(tunnel.orders).toEqual([]);
    await hold(false);
    expect(tunnel.orders).toEqual([{ mode: 'quick_tunnel', port: PORT }]);
  });

  it('what is off is not paused, whatever the way before was', async () => {
    await access.start(PORT);
    await set({ public_access: 'off' });
    await hold(true);
    expect(access).toMatchObject({ isPaused: false, reach: { isPaused: false } });
  });

  it('"--base-url wins": no tunnel is run, and its address is the one', async () => {
    open('https://other.example');
    await access.start(PORT);
    await set({ public_access: 'quick_tunnel' });
    expect(tunnel.orders).toEqual([]);
    expect(access).toMatchObject({
      mode: 'own_domain',
      source: 'command_line',
      publicUrl: 'https://other.example',
    });
  });

  it('tells of every change, and of nothing that is none', async () => {
    const told = vi.fn<() => void>();
    await access.start(PORT);
    const stop = access.onChange(told);
    await set({ workspace_name: 'Garden' });
    expect(told).not.toHaveBeenCalled();
    await set({ public_access: 'quick_tunnel' });
    const before = told.mock.calls.length;
    expect(before).toBeGreaterThan(0);
    tunnel.play(online(TRIAL));
    expect(told.mock.calls.length).toBe(before + 1);
    stop();
    await hold(true);
    expect(told.mock.calls.length).toBe(before + 1);
  });

  it('its reach stays the same object until something of it changes: requests keep what follows from it', async () => {
    await access.start(PORT);
    await set({ public_access: 'quick_tunnel' });
    tunnel.play(online(TRIAL));
    const { reach } = access;
    tunnel.play({ log: [] });
    expect(access.reach).toBe(reach);
    tunnel.play({ publicUrl: null });
    expect(access.reach).not.toBe(reach);
  });

  it('a tunnel that cannot be changed is no reason to fall over', async () => {
    tunnel.order = () => Promise.reject(new Error('no program'));
    await access.start(PORT);
    await set({ public_access: 'quick_tunnel' });
    expect(access.mode).toBe('quick_tunnel');
  });

  it('a tunnel that could not be ended is told again by the next change', async () => {
    await access.start(PORT);
    await set({ public_access: 'quick_tunnel' });
    vi.spyOn(tunnel, 'order').mockRejectedValueOnce(new Error('it does not end'));
    await hold(true);
    await access.apply();
    expect(tunnel.orders).toEqual([{ mode: 'quick_tunnel', port: PORT }, null]);
  });

  it('closed, the tunnel is ended, and no change starts it again', async () => {
    await access.start(PORT);
    await set({ public_access: 'quick_tunnel' });
    await access.close();
    await access.close();
    expect(tunnel.isClosed).toBe(true);
    await services.secrets.write('tunnel', { token: 'late' });
    await set({ public_access: 'off' });
    expect(tunnel.orders).toHaveLength(1);
  });
});
