import { describe, expect, it, vi } from 'vitest';
import { createScriptedTunnel, online } from '../../test/fakes/scripted-tunnel.ts';
import type { Tunnel } from '../tunnel-ports.ts';
import { createLazyTunnel } from './lazy-tunnel.ts';

const URL_OF_TRIAL = 'https://calm-words.trycloudflare.com';
const TRIAL = { mode: 'quick_tunnel', port: 7420 } as const;

function lazily() {
  const supervisor = createScriptedTunnel();
  const load = vi.fn<() => Promise<Tunnel>>(async () => supervisor);
  return { supervisor, load, tunnel: createLazyTunnel(load) };
}

describe('a tunnel that is loaded when it is needed', () => {
  it('is off and never loaded where nothing is ordered', async () => {
    const { load, tunnel } = lazily();
    await tunnel.order(null);
    tunnel.nudge();
    await tunnel.close();
    expect(load).not.toHaveBeenCalled();
    expect(tunnel).toMatchObject({
      state: { state: 'off' },
      publicUrl: null,
      connectorId: null,
      ingress: null,
    });
  });

  it('is loaded once, and then shows what its supervisor shows', async () => {
    const { supervisor, load, tunnel } = lazily();
    const told = vi.fn<() => void>();
    tunnel.onChange(told);
    await tunnel.order(TRIAL);
    await tunnel.order(TRIAL);
    expect(load).toHaveBeenCalledOnce();
    expect(supervisor.orders).toEqual([TRIAL, TRIAL]);
    told.mockClear();
    supervisor.play(online(URL_OF_TRIAL, 'connector'));
    expect(told).toHaveBeenCalledOnce();
    expect(tunnel).toMatchObject({
      state: { state: 'online' },
      publicUrl: URL_OF_TRIAL,
      connectorId: 'connector',
      log: [{ message: 'Registered tunnel connection' }],
    });
    await tunnel.order(null);
    expect(supervisor.orders.at(-1)).toBeNull();
    await tunnel.close();
    expect(supervisor.isClosed).toBe(true);
  });

  it('that could not be loaded is tried again at the next order', async () => {
    const { load, tunnel } = lazily();
    load.mockRejectedValueOnce(new Error('half a disk'));
    await expect(tunnel.order(TRIAL)).rejects.toThrow('half a disk');
    await tunnel.order(TRIAL);
    expect(tunnel.state.state).toBe('starting');
  });

  it('that could not be loaded is not loaded to be ended', async () => {
    const { load, tunnel } = lazily();
    load.mockRejectedValueOnce(new Error('half a disk'));
    await expect(tunnel.order(TRIAL)).rejects.toThrow('half a disk');
    await tunnel.order(null);
    await tunnel.close();
    expect(load).toHaveBeenCalledOnce();
  });

  it('closed while it is being loaded, is closed once it is', async () => {
    const { supervisor, tunnel } = lazily();
    const ordered = tunnel.order(TRIAL);
    await tunnel.close();
    await ordered;
    expect(supervisor.isClosed).toBe(true);
  });
});
