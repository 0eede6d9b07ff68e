import { describe, expect, it } from 'vitest';
import type { TunnelState } from '../../server/domain/tunnel-state.ts';
import { createMovedWorld, READY, type MovedWorld } from './moved-world.ts';
import { NAMED, QUICK } from './world.ts';

const MINUTE = 60_000;
const WRONG = { reason: 'It does not work.', hint: 'Do something.' };

const changesOf = ({ history }: MovedWorld) =>
  history.filter(({ state }, index) => index === 0 || state.state !== history[index - 1]?.state.state);

/** The program lives for five seconds whenever it is started, for so long. */
async function flap(world: MovedWorld, milliseconds: number): Promise<void> {
  const end = world.time.monotonic() + milliseconds;
  while (world.time.monotonic() < end) {
    await world.time.advance(500);
    const last = world.programs.at(-1);
    if (last?.isRunning === true && world.time.monotonic() - last.startedAt >= 5_000) last.exit();
  }
}

describe('"flapping every 5 s for 10 min … backoff 1…60 s with jitter, log ≤ 1 line per state change" (security X10)', () => {
  it('waits between 1 and 60 s, longer and longer, and never alike', async () => {
    const world = createMovedWorld();
    await world.tunnel.order(NAMED);
    await flap(world, 10 * MINUTE);

    const waits = world.history
      .filter(({ state }) => state.state === 'backing_off')
      .map(({ at, state }) => {
        const { until, attempt } = state as Extract<TunnelState, { state: 'backing_off' }>;
        return { attempt, wait: Date.parse(until) - Date.parse('2026-03-01T09:00:00.000Z') - at };
      });
    expect(waits.length).toBeGreaterThan(10);
    for (const { attempt, wait } of waits) {
      expect(wait).toBeGreaterThanOrEqual(1_000);
      expect(wait).toBeLessThanOrEqual(Math.min(60_000, 1_000 * 2 ** attempt));
    }
    expect(waits.map(({ attempt }) => attempt)).toEqual(waits.map((_, index) => index + 1));
    const late = waits.slice(6).map(({ wait }) => wait);
    expect(new Set(late).size).toBe(late.length);
    expect(Math.max(...late)).toBeGreaterThan(10_000);
  });

  it('starts no program early, and never two', async () => {
    const world = createMovedWorld();
    await world.tunnel.order(NAMED);
    await flap(world, 10 * MINUTE);
    const waiting = world.history.flatMap(({ state }) =>
      state.state === 'backing_off' ? [Date.parse(state.until)] : [],
    );
    const starts = world.programs
      .slice(1)
      .map(({ startedAt }) => Date.parse('2026-03-01T09:00:00.000Z') + startedAt);
    expect(starts).toEqual(waiting.slice(0, starts.length));
    expect(world.programs.filter(({ isRunning }) => isRunning).length).toBeLessThanOrEqual(1);
  });

  it('writes at most one line per change, and none in between', async () => {
    const world = createMovedWorld();
    await world.tunnel.order(NAMED);
    await flap(world, 10 * MINUTE);
    expect(world.ownLog.length).toBeLessThanOrEqual(changesOf(world).length);
    const before = world.ownLog.length;
    world.programs.at(-1)?.options.onLine('{"level":"error","message":"noise"}');
    await world.time.advance(1);
    expect(world.ownLog).toHaveLength(before);
  });

  it('a connection that comes and goes while the program lives costs no start and one line per change', async () => {
    const world = createMovedWorld();
    await world.tunnel.order(QUICK);
    await world.time.advance(5_000);
    const address = world.tunnel.publicUrl;
    for (let count = 0; count < 120; count += 1) {
      world.facts.readiness = count % 2 === 0 ? null : READY;
      await world.time.advance(5_000);
    }
    expect(world.programs).toHaveLength(1);
    expect(world.tunnel.publicUrl).toBe(address);
    expect(world.ownLog.length).toBeLessThanOrEqual(changesOf(world).length);
  });
});

describe('what takes its time', () => {
  it('UDP is blocked: after 20 s a trial goes over TCP, and the address of the first try is never told', async () => {
    const world = createMovedWorld();
    world.facts.readiness = null;
    await world.tunnel.order(QUICK);
    await world.time.advance(19_900);
    expect(world.programs.map(({ options }) => options.protocol)).toEqual(['auto']);
    await world.time.advance(200);
    expect(world.programs.map(({ options }) => options.protocol)).toEqual(['auto', 'http2']);
    expect(world.history.map(({ state }) => state.state)).not.toContain('backing_off');
    expect(world.tunnel.publicUrl).toBeNull();
    world.facts.readiness = READY;
    await world.time.advance(1_000);
    expect(world.tunnel).toMatchObject({
      state: { state: 'online' },
      publicUrl: 'https://trial-2.trycloudflare.com',
    });
  });

  it('a program that hangs is replaced after 90 s', async () => {
    const world = createMovedWorld();
    await world.tunnel.order(NAMED);
    await world.time.advance(10_000);
    world.facts.readiness = null;
    await world.time.advance(2_000);
    expect(world.tunnel.state.state).toBe('connecting');
    await world.time.advance(86_000);
    expect(world.programs).toHaveLength(1);
    await world.time.advance(8_000);
    expect(world.programs[0]?.isRunning).toBe(false);
    world.facts.readiness = READY;
    await world.time.advance(10_000);
    expect(world.programs).toHaveLength(2);
    expect(world.tunnel.state.state).toBe('online');
  });

  it('sleep is noticed where nobody tells: the tunnel stands again within 15 s (security X9)', async () => {
    const world = createMovedWorld();
    await world.tunnel.order(NAMED);
    await world.time.advance(10_000);
    world.facts.readiness = null;
    await world.time.sleep(30_000);
    expect(world.programs).toHaveLength(1);
    await world.time.advance(10_500);
    expect(world.programs).toHaveLength(2);
    world.facts.readiness = READY;
    await world.time.advance(4_500);
    expect(world.tunnel.state.state).toBe('online');
  });

  it('a tunnel that outlived the sleep is left alone, and looked at from outside at once', async () => {
    const world = createMovedWorld();
    await world.tunnel.order(QUICK);
    await world.time.advance(10_000);
    const { probes } = world.facts;
    await world.time.sleep(3_600_000);
    await world.time.advance(1_000);
    expect(world.facts.probes).toBeGreaterThan(probes);
    await world.time.advance(15_000);
    expect(world.programs).toHaveLength(1);
    expect(world.tunnel.state.state).toBe('online');
  });

  it('a busy server is no sleep', async () => {
    const world = createMovedWorld();
    await world.tunnel.order(NAMED);
    await world.time.advance(10_000);
    world.facts.readiness = null;
    await world.time.sleep(4_000);
    await world.time.advance(20_000);
    expect(world.programs).toHaveLength(1);
  });

  it('the address does not work from outside: degraded at the third look, fine again at the next good one', async () => {
    const world = createMovedWorld();
    world.facts.cause = WRONG;
    await world.tunnel.order(NAMED);
    await world.time.advance(6_000);
    expect(world.facts.probes).toBe(1);
    await world.time.advance(MINUTE);
    expect(world.tunnel.state.state).toBe('online');
    await world.time.advance(MINUTE);
    expect(world.tunnel.state).toMatchObject({ state: 'degraded', ...WRONG });
    world.facts.cause = null;
    await world.time.advance(MINUTE);
    expect(world.tunnel.state.state).toBe('online');
    expect(world.programs).toHaveLength(1);
  });

  it('what an older program still says or does concerns nobody', async () => {
    const world = createMovedWorld();
    await world.tunnel.order(NAMED);
    await world.time.advance(1_000);
    await world.tunnel.order(QUICK);
    await world.time.advance(1_000);
    const { history } = world;
    const before = history.length;
    world.programs[0]?.options.onExit({ code: 255, signal: null });
    world.programs[0]?.options.onLine('{"level":"error","message":"Unauthorized"}');
    await world.time.advance(500);
    expect(world.tunnel.state.state).toBe('online');
    expect(history).toHaveLength(before);
  });

  it('what a program says before its start is known counts as well', async () => {
    const world = createMovedWorld();
    world.facts.firstWords = ['{"level":"info","message":"Registered tunnel connection","protocol":"http2"}'];
    await world.tunnel.order(NAMED);
    await world.time.advance(1_000);
    expect(world.tunnel.state).toMatchObject({ state: 'online', protocol: 'http2' });
  });

  it('nothing rings any more once it is closed', async () => {
    const world = createMovedWorld();
    await world.tunnel.order(QUICK);
    await world.time.advance(10_000);
    await world.tunnel.close();
    const { length } = world.history;
    await world.time.advance(10 * MINUTE);
    expect(world.history).toHaveLength(length);
    expect(world.programs).toHaveLength(1);
    await world.tunnel.order(QUICK);
    expect(world.programs).toHaveLength(1);
  });
});
