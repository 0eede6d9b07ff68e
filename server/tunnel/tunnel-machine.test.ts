import { describe, expect, it } from 'vitest';
import { nextWake, step, type Effect, type TunnelEvent } from './tunnel-machine.ts';
import { IDLE_MODEL, type Mission, type TunnelModel } from './tunnel-model.ts';

const QUICK: Mission = { mode: 'quick_tunnel', port: 7420, hostname: null };
const NAMED: Mission = { mode: 'named_tunnel', port: 7420, hostname: 'kb.example.com' };
const START = Date.parse('2026-11-01T08:00:00.000Z');
const WRONG = { reason: 'It does not work.', hint: 'Do something.' };

const ordered = (mission: Mission): TunnelEvent => ({ type: 'ordered', mission });
const launched: TunnelEvent = { type: 'launched', protocol: 'auto' };
const ready = (hostname: string | null = null): TunnelEvent => ({
  type: 'polled',
  readiness: { connections: 1, connectorId: 'c' },
  hostname,
  misrouting: null,
});
const unready: TunnelEvent = { type: 'polled', readiness: null, hostname: null, misrouting: null };
const woke: TunnelEvent = { type: 'woke' };
const nudged: TunnelEvent = { type: 'nudged' };
const refused: TunnelEvent = { type: 'told', news: { news: 'refused' } };
const exited: TunnelEvent = { type: 'exited', reason: 'It ended.', obstacle: null };
const probed = (cause: typeof WRONG | null): TunnelEvent => ({ type: 'probed', cause });

/** What happened, each at a second after the start. */
type Story = [seconds: number, event: TunnelEvent][];

function tell(story: Story, chance = 0.5): { model: TunnelModel; effects: readonly Effect[] } {
  let model = IDLE_MODEL;
  let effects: readonly Effect[] = [];
  for (const [seconds, event] of story) {
    const at = { now: START + seconds * 1000, monotonic: seconds * 1000 };
    ({ model, effects } = step(model, event, { at, chance }));
  }
  return { model, effects };
}

const started = (mission: Mission): Story => [
  [0, ordered(mission)],
  [0, launched],
];
const online = (mission: Mission): Story => [...started(mission), [1, ready()]];
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();

describe('the states of the tunnel (desktop-shell §2.5)', () => {
  it.each<[what: string, story: Story, state: object, effects: Effect[]]>([
    ['nothing was ordered', [], { state: 'off' }, []],
    [
      'an order starts the program',
      [[0, ordered(QUICK)]],
      { state: 'starting' },
      [{ do: 'launch', protocol: 'auto' }],
    ],
    ['it runs', started(QUICK), { state: 'connecting', since: at(0) }, []],
    [
      'it is connected',
      online(QUICK),
      { state: 'online', since: at(1), connections: 1, protocol: 'unknown' },
      [],
    ],
    [
      'it says over which protocol',
      [...online(QUICK), [2, { type: 'told', news: { news: 'connected', protocol: 'http2' } }]],
      { state: 'online', since: at(1), connections: 1, protocol: 'http2' },
      [],
    ],
    ['it loses the connection', [...online(QUICK), [9, unready]], { state: 'connecting', since: at(9) }, []],
    ['it goes on connecting', [...started(QUICK), [9, unready]], { state: 'connecting', since: at(0) }, []],
    [
      'it ends',
      [...online(QUICK), [9, exited]],
      { state: 'backing_off', until: at(10), attempt: 1, reason: 'It ended.' },
      [],
    ],
    [
      'the wait is over',
      [...online(QUICK), [9, exited], [10, woke]],
      { state: 'starting' },
      [{ do: 'launch', protocol: 'auto' }],
    ],
    [
      'the wait is not over',
      [...online(QUICK), [9, exited], [9.5, woke]],
      { state: 'backing_off', until: at(10), attempt: 1, reason: 'It ended.' },
      [],
    ],
    [
      'it cannot be started',
      [
        [0, ordered(QUICK)],
        [0, { type: 'hindered', obstacle: WRONG }],
      ],
      { state: 'failed', ...WRONG },
      [],
    ],
    [
      'it ends in a way that a new start would repeat',
      [...started(NAMED), [1, { type: 'exited', reason: 'x', obstacle: WRONG }]],
      { state: 'failed', ...WRONG },
      [],
    ],
    [
      'a trial is refused: another one is asked for, after the program was ended',
      [...started(QUICK), [5, refused]],
      { state: 'connecting', since: at(0) },
      [{ do: 'kill' }],
    ],
    [
      'a single line about a refusal while the tunnel stands changes nothing',
      [...online(NAMED), [5, refused]],
      { state: 'online', since: at(1), connections: 1, protocol: 'unknown' },
      [],
    ],
    ['nobody wants it any more', [...online(QUICK), [5, { type: 'cancelled' }]], { state: 'off' }, []],
    [
      'what it said last concerns nobody',
      [
        [0, { type: 'cancelled' }],
        [0, exited],
        [0, unready],
        [0, refused],
      ],
      { state: 'off' },
      [],
    ],
  ])('%s', (_what, story, state, effects) => {
    const result = tell(story);
    expect(result.model.state).toEqual(state);
    expect(result.effects).toEqual(effects);
  });

  it('a revoked token fails and ends the program, which would try for ever', () => {
    const { model, effects } = tell([...started(NAMED), [5, refused]]);
    expect(model.state).toMatchObject({ state: 'failed', reason: expect.stringContaining('token') });
    expect(effects).toEqual([{ do: 'kill' }]);
    expect(nextWake(model)).toBeNull();
  });
});

describe('"Restart only if /ready is 503 for 90 s, if the process exits, or 10 s after resume"', () => {
  it.each<[what: string, story: Story, due: number, effects: Effect[]]>([
    ['unconnected from the start', [...started(NAMED), [60, unready]], 90, [{ do: 'kill' }]],
    ['unconnected since later', [...online(NAMED), [30, unready], [60, unready]], 120, [{ do: 'kill' }]],
    [
      'not back after the computer woke up',
      [...online(NAMED), [30, nudged], [31, unready]],
      40,
      [{ do: 'kill' }],
    ],
    ['a trial, where UDP may be blocked', [...started(QUICK), [3, unready]], 20, [{ do: 'kill' }]],
    ['a trial that stood once', [...online(QUICK), [30, unready]], 120, [{ do: 'kill' }]],
    ['connected: the probe is next', online(NAMED), 6, [{ do: 'probe' }]],
    [
      'connected after the computer woke up: the probe is due',
      [...online(NAMED), [2, nudged], [2, ready()]],
      2,
      [{ do: 'probe' }],
    ],
  ])('%s', (_what, story, due, effects) => {
    const before = tell(story).model;
    expect(nextWake(before)).toBe(due * 1000);
    expect(tell([...story, [due - 0.001, woke]]).effects).toEqual([]);
    expect(tell([...story, [due, woke]]).effects).toEqual(effects);
  });

  it('a hanging program is started again after a wait, one that did not wake up at once', () => {
    const hanging = tell([...started(NAMED), [90, woke], [90, exited]]);
    expect(hanging.model.state).toMatchObject({ state: 'backing_off', attempt: 1 });
    const sleepy = tell([...online(NAMED), [30, nudged], [31, unready], [40, woke], [40, exited]]);
    expect(sleepy.model.state).toEqual({ state: 'starting' });
    expect(sleepy.effects).toEqual([{ do: 'launch', protocol: 'auto' }]);
  });

  it('a nudge has the program asked at once, and ends a wait', () => {
    expect(tell([...online(NAMED), [30, nudged]]).effects).toEqual([{ do: 'poll' }]);
    const waiting: Story = [...online(NAMED), [30, exited]];
    expect(tell([...waiting, [30, nudged]]).effects).toEqual([{ do: 'launch', protocol: 'auto' }]);
    expect(tell([[0, nudged]]).effects).toEqual([]);
  });
});

describe('"so after ~20 s without /ready restart with --protocol http2"', () => {
  const fallenBack: Story = [...started(QUICK), [20, woke], [20, exited]];
  const overTcp: Story = [...fallenBack, [20, { type: 'launched', protocol: 'http2' }]];

  it('at once, and once per start', () => {
    expect(tell(fallenBack).effects).toEqual([{ do: 'launch', protocol: 'http2' }]);
    expect(nextWake(tell(overTcp).model)).toBe(110_000);
  });

  it('what got through over TCP is started again that way', () => {
    const { effects } = tell([...overTcp, [21, ready()], [40, exited], [41, woke]]);
    expect(effects).toEqual([{ do: 'launch', protocol: 'http2' }]);
  });

  it('what does not get through over TCP either, and another network, begin with the usual way', () => {
    const hopeless = tell([...overTcp, [110, woke], [110, exited], [111, woke]]);
    expect(hopeless.effects).toEqual([{ do: 'launch', protocol: 'auto' }]);
    const elsewhere = tell([...overTcp, [21, ready()], [40, exited], [40, nudged]]);
    expect(elsewhere.effects).toEqual([{ do: 'launch', protocol: 'auto' }]);
  });

  it('not for the owner’s tunnel, which falls back by itself', () => {
    expect(nextWake(tell(started(NAMED)).model)).toBe(90_000);
  });
});

describe('back-off', () => {
  const crashes = (times: number, from = 2): Story =>
    Array.from({ length: times }, (_, index) => from + index * 100).flatMap((second): Story => [
      [second, exited],
      [second + 61, woke],
      [second + 61, launched],
      [second + 62, ready()],
    ]);

  it('counts the tries, and begins anew after two minutes online', () => {
    const thrice: Story = [...online(NAMED), ...crashes(3)];
    expect(tell([...thrice, [380, exited]]).model.state).toMatchObject({ attempt: 4 });
    const since = 200 + 2 + 62;
    expect(tell([...thrice, [since + 119, exited]]).model.state).toMatchObject({ attempt: 4 });
    expect(tell([...thrice, [since + 120, exited]]).model.state).toMatchObject({ attempt: 1 });
  });

  it('another order begins anew', () => {
    expect(
      tell([...online(NAMED), ...crashes(3), ...online(QUICK), [900, exited]]).model.state,
    ).toMatchObject({
      attempt: 1,
    });
  });
});

describe('the look at our own public address: every 60 s, "three failures -> degraded"', () => {
  const looks = (results: (typeof WRONG | null)[]): Story => {
    const dues = results.map((_, index) => 6 + index * 60);
    return dues.flatMap((due, index): Story => [
      [due, woke],
      [due, probed(results[index] ?? null)],
    ]);
  };

  it('first 5 s after the connection, then every 60 s', () => {
    expect(nextWake(tell([...online(NAMED), ...looks([null])]).model)).toBe(66_000);
  });

  it.each<[results: (typeof WRONG | null)[], state: string]>([
    [[null], 'online'],
    [[WRONG, WRONG], 'online'],
    [[WRONG, WRONG, WRONG], 'degraded'],
    [[WRONG, WRONG, null, WRONG], 'online'],
    [[WRONG, WRONG, WRONG, null], 'online'],
  ])('%j is %s', (results, state) => {
    expect(tell([...online(NAMED), ...looks(results)]).model.state).toMatchObject({ state });
  });

  it('says the cause and since when', () => {
    const { model } = tell([...online(NAMED), ...looks([WRONG, WRONG, WRONG, WRONG])]);
    expect(model.state).toEqual({ state: 'degraded', since: at(126), ...WRONG });
  });

  it('what the dashboard does wrong needs no three looks', () => {
    const { model } = tell([
      ...started(NAMED),
      [
        1,
        {
          type: 'polled',
          readiness: { connections: 4, connectorId: 'c' },
          hostname: null,
          misrouting: WRONG,
        },
      ],
    ]);
    expect(model.state).toEqual({ state: 'degraded', since: at(1), ...WRONG });
  });

  it('a new connection begins with no failures', () => {
    const { model } = tell([
      ...online(NAMED),
      ...looks([WRONG, WRONG, WRONG]),
      [140, unready],
      [150, ready()],
    ]);
    expect(model.state).toMatchObject({ state: 'online', since: at(150) });
    expect(nextWake(model)).toBe(155_000);
  });
});
