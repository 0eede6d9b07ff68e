import { describe, expect, it, vi } from 'vitest';
import { systemTime } from '../../server/time.ts';
import { createTunnelWorld, isRunning, NAMED, QUICK } from './world.ts';
import { PATIENCE } from '../patience.ts';

/** Waits that a person would have to sit through pass five times as fast. */
const HURRIED = {
  random: () => 0,
  time: {
    now: () => systemTime.now(),
    monotonic: () => systemTime.monotonic() * 5,
    after: (milliseconds: number, work: () => void) => systemTime.after(milliseconds / 5, work),
  },
};

/** Security X10: "status ≤ 5 s". */

describe.concurrent('a tunnel that works (desktop-shell §2)', () => {
  it('a trial: starts, connects, tells its address and its proof, and ends without a rest', async () => {
    const { tunnel, until, starts } = await createTunnelWorld({ hostname: 'quiet-river' });
    await tunnel.order(QUICK);
    expect(tunnel.publicUrl).toBeNull();

    const online = await until('online');
    expect(online).toMatchObject({ connections: 1 });
    expect(tunnel.publicUrl).toBe('https://quiet-river.trycloudflare.com');
    expect(tunnel.connectorId).toMatch(/^[0-9a-f-]{36}$/);
    await vi.waitFor(() => expect(tunnel.state).toMatchObject({ protocol: 'quic' }), PATIENCE);

    const [start] = await starts();
    await tunnel.order(null);
    expect(tunnel).toMatchObject({ state: { state: 'off' }, publicUrl: null, connectorId: null });
    expect(await isRunning(start!.pid)).toBe(false);
  });

  it('the owner’s: has its address from the order on, and shows the dashboard’s rules', async () => {
    const rule = { hostname: 'kb.example.com', path: '', service: 'http://localhost:7420' };
    const { tunnel, until } = await createTunnelWorld({ ingress: [rule] });
    await tunnel.order(NAMED);
    expect(tunnel.publicUrl).toBe('https://kb.example.com');
    expect(await until('online')).toMatchObject({ connections: 4 });
    expect(tunnel.ingress).toEqual([rule]);
  });

  it('another order ends the old program before the next one starts: at most one runs', async () => {
    const { tunnel, until, starts } = await createTunnelWorld();
    await tunnel.order(QUICK);
    await until('online');
    await tunnel.order(NAMED);
    const [first] = await starts();
    expect(await isRunning(first!.pid)).toBe(false);
    await until('online');
    expect(await starts()).toHaveLength(2);
  });

  it('orders on each other’s heels: the last one counts', async () => {
    const { tunnel, until, starts } = await createTunnelWorld();
    await Promise.all([tunnel.order(QUICK), tunnel.order(NAMED), tunnel.order(null), tunnel.order(NAMED)]);
    await until('online');
    expect(tunnel.publicUrl).toBe('https://kb.example.com');
    const running = await Promise.all((await starts()).map(({ pid }) => isRunning(pid)));
    expect(running.filter(Boolean)).toHaveLength(1);
  });

  it.each([1, 7, 4096])(
    'lines that come in pieces of %i bytes, between bytes that are no text',
    async (split) => {
      const { tunnel, until } = await createTunnelWorld({ split, garbage: true });
      await tunnel.order(QUICK);
      await until('online');
      await vi.waitFor(() => expect(tunnel.state).toMatchObject({ protocol: 'quic' }), PATIENCE);
      expect(tunnel.log.map(({ message }) => message)).toContain('Registered tunnel connection');
    },
  );
});

describe.concurrent('what only the owner can mend is said, and not tried for ever', () => {
  it('a token that is none', async () => {
    const { tunnel, until, starts } = await createTunnelWorld();
    await tunnel.order({ ...NAMED, token: 'nonsense' });
    const failed = await until('failed');
    expect(failed.reason).toBe('The tunnel’s token is not valid.');
    expect(failed.hint).toContain('Copy the whole token');
    expect(await starts()).toHaveLength(1);
  });

  it('a token that was revoked: the program itself would try for ever', async () => {
    const { tunnel, until, starts } = await createTunnelWorld({ refused: true });
    await tunnel.order(NAMED);
    expect((await until('failed')).reason).toContain('does not accept the tunnel’s token');
    const [start] = await starts();
    await vi.waitFor(async () => expect(await isRunning(start!.pid)).toBe(false), PATIENCE);
  });

  it('a trial that Cloudflare has forgotten gets another address', async () => {
    const { tunnel, until, play } = await createTunnelWorld({ refused: true }, HURRIED);
    await tunnel.order(QUICK);
    expect((await until('backing_off')).reason).toContain('withdrawn');
    await play({ hostname: 'second-try' });
    await until('online');
    expect(tunnel.publicUrl).toBe('https://second-try.trycloudflare.com');
  });

  it.each([
    [
      'a program that is not there',
      { CLOUDFLARED_BIN: '/nowhere/cloudflared' },
      'names a file that is not there',
    ],
    ['a file that is no program', { CLOUDFLARED_BIN: '/etc/passwd' }, 'does not let CLOUDFLARED_BIN run'],
    ['another program', { CLOUDFLARED_BIN: '/bin/true' }, 'is not cloudflared'],
    ['none at all', { PATH: '' }, 'is not on this computer'],
  ])('%s', async (_what, env, words) => {
    const { tunnel, until } = await createTunnelWorld({}, { env });
    await tunnel.order(QUICK);
    expect((await until('failed')).reason).toContain(words);
    expect(tunnel.publicUrl).toBeNull();
  });

  it('a program that is too old to be read', async () => {
    const { tunnel, until, starts } = await createTunnelWorld({ version: '2024.2.1' });
    await tunnel.order(QUICK);
    expect((await until('failed')).reason).toBe(
      'cloudflared 2024.2.1 is too old: at least 2025.6.1 is needed.',
    );
    expect(await starts()).toEqual([]);
  });

  it('an old program that works is used, with a warning', async () => {
    const { tunnel, until } = await createTunnelWorld({ version: '2025.7.0' });
    await tunnel.order(QUICK);
    await until('online');
    expect(tunnel.log).toContainEqual(
      expect.objectContaining({ level: 'warn', message: expect.stringContaining('out of date') }),
    );
  });
});

describe.concurrent('what passes is waited for', () => {
  it('no network: says so, and comes back by itself', async () => {
    const says = ['failed to request quick Tunnel: dial tcp: lookup api.trycloudflare.com: no such host'];
    const { tunnel, until, play } = await createTunnelWorld({ exit: 1, says }, HURRIED);
    await tunnel.order(QUICK);
    const waiting = await until('backing_off');
    expect(waiting).toMatchObject({
      attempt: 1,
      reason: 'Cloudflare cannot be reached: is this computer online?',
    });
    await play({});
    await until('online');
  });

  it('the connection is lost: connecting within seconds, the same address when it is back', async () => {
    const { tunnel, until, play, starts } = await createTunnelWorld();
    await tunnel.order(QUICK);
    await until('online');
    const address = tunnel.publicUrl;
    await play({ connects: false });
    await vi.waitFor(() => expect(tunnel.state.state).toBe('connecting'), PATIENCE);
    expect(tunnel.publicUrl).toBe(address);
    await play({ connects: true });
    await vi.waitFor(() => expect(tunnel.state.state).toBe('online'), PATIENCE);
    expect(tunnel.publicUrl).toBe(address);
    expect(await starts()).toHaveLength(1);
  });

  it('the program crashes: another one is started', async () => {
    const { tunnel, until, starts } = await createTunnelWorld({}, HURRIED);
    await tunnel.order(NAMED);
    await until('online');
    process.kill((await starts())[0]!.pid, 'SIGKILL');
    expect((await until('backing_off')).reason).toBe('The tunnel’s program ended by SIGKILL.');
    await until('online');
    expect(await starts()).toHaveLength(2);
  });

  it('the program answers nothing any more: it is not called online', async () => {
    const { tunnel, until, play } = await createTunnelWorld();
    await tunnel.order(NAMED);
    await until('online');
    await play({ hangs: true });
    await vi.waitFor(() => expect(tunnel.state.state).toBe('connecting'), PATIENCE);
    await play({ hangs: false });
    await vi.waitFor(() => expect(tunnel.state.state).toBe('online'), PATIENCE);
  });

  it('the dashboard sends the name to another port: said at once, and gone as soon as it is mended', async () => {
    const rule = (port: number) => [{ hostname: 'kb.example.com', service: `http://localhost:${port}` }];
    const { tunnel, until, play } = await createTunnelWorld({ ingress: rule(8080) });
    await tunnel.order(NAMED);
    expect((await until('degraded')).reason).toBe(
      'The dashboard sends kb.example.com to port 8080, this server listens on 7420.',
    );
    await play({ ingress: rule(7420) });
    await vi.waitFor(() => expect(tunnel.state.state).toBe('online'), PATIENCE);
  });
});
