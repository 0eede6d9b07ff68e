import type { Protocol } from './command-line.ts';
import { backoffDelay } from './backoff.ts';
import type { Readiness } from './metrics.ts';
import type { Obstacle } from './obstacle.ts';
import type { ProgramNews } from './program-line.ts';
import type { Moment } from '../time.ts';
import { describe, type Mission, type Phase, type Run, type TunnelModel } from './tunnel-model.ts';

/** A trial's program may know one way only; where UDP is blocked it never gets through (desktop-shell §2.3). */
const FALLBACK_MS = 20_000;
/** The program reconnects by itself while it lives; after this long it is taken to hang. */
const HANGING_MS = 90_000;
/** After the computer woke up the program has this long to stand again. */
const WAKING_MS = 10_000;
/** A tunnel that stood this long has recovered: the next failure counts as the first. */
const RECOVERED_MS = 120_000;
/** An early look-up of a fresh name may have others remember for minutes that there is none. */
const FIRST_PROBE_MS = 5_000;
const PROBE_EVERY_MS = 60_000;

export type TunnelEvent =
  | { type: 'ordered'; mission: Mission }
  | { type: 'cancelled' }
  | { type: 'launched'; protocol: Protocol }
  /** The program could not be started. */
  | { type: 'hindered'; obstacle: Obstacle }
  /** An order could not be carried out. */
  | { type: 'failed'; obstacle: Obstacle }
  /** What the program answered about itself; `hostname` of a trial, `misrouting` of a named tunnel. */
  | { type: 'polled'; readiness: Readiness | null; hostname: string | null; misrouting: Obstacle | null }
  | { type: 'told'; news: ProgramNews }
  /** It ended by itself or because it was told to. `obstacle` when a new start would end the same way. */
  | { type: 'exited'; reason: string; obstacle: Obstacle | null }
  /** Our own public address was asked; null: this server answered. */
  | { type: 'probed'; cause: Obstacle | null }
  /** The computer woke up, or its network changed. */
  | { type: 'nudged' }
  /** The time of `nextWake` has come. */
  | { type: 'woke' };

/** What the world has to do for a step: start the program, end it without grace, ask it, ask our public address. */
export type Effect = { do: 'launch'; protocol: Protocol } | { do: 'kill' } | { do: 'poll' } | { do: 'probe' };

export interface Step {
  model: TunnelModel;
  effects: readonly Effect[];
}

export interface StepContext {
  at: Moment;
  /** 0 ≤ chance < 1, for the jitter. */
  chance: number;
}

/** The tunnel's life as a table: what it is, what happened, what it is then and what is to be done (desktop-shell §2.5). */
export function step(model: TunnelModel, event: TunnelEvent, context: StepContext): Step {
  const { at } = context;
  const next = transition(model, event, context);
  const state = describe({ ...next.model, state: model.state }, at);
  return { model: { ...next.model, state }, effects: next.effects };
}

/** When `woke` is due, on the steady clock; null: only an event from outside goes on. */
export function nextWake({ phase, mission }: TunnelModel): number | null {
  if (phase.name === 'waiting') return phase.until.monotonic;
  if (phase.name !== 'running') return null;
  const { run } = phase;
  if (run.readiness !== null) return run.probe.dueAt;
  return Math.min(
    run.unreadySince.monotonic + HANGING_MS,
    run.nudgedAt === null ? Infinity : run.nudgedAt.monotonic + WAKING_MS,
    mayFallBack(run, mission) ? run.startedAt.monotonic + FALLBACK_MS : Infinity,
  );
}

function transition(model: TunnelModel, event: TunnelEvent, context: StepContext): Step {
  switch (event.type) {
    case 'ordered': {
      const fresh: TunnelModel = { ...model, mission: event.mission, attempt: 0, protocol: 'auto' };
      return launch(fresh);
    }
    case 'cancelled':
      return to({ ...model, mission: null, attempt: 0 }, { name: 'off' });
    case 'nudged':
      return nudge(model, context);
    case 'launched':
      return model.phase.name === 'starting'
        ? to(model, { name: 'running', run: newRun(context.at, event.protocol) })
        : stay(model);
    case 'hindered':
      return model.phase.name === 'starting' ? fail(model, event.obstacle) : stay(model);
    case 'failed':
      return fail(model, event.obstacle);
    case 'woke':
      return wake(model, context);
    case 'exited':
      return exit(model, event, context);
    default:
      return model.phase.name === 'running' ? hear(model, model.phase.run, event, context) : stay(model);
  }
}

/** News from and about a program that runs. */
function hear(
  model: TunnelModel,
  run: Run,
  event: Extract<TunnelEvent, { type: 'polled' | 'told' | 'probed' }>,
  context: StepContext,
): Step {
  const goOn = (changed: Partial<Run>) => to(model, { name: 'running', run: { ...run, ...changed } });
  switch (event.type) {
    case 'polled':
      return goOn(afterPoll(run, event, context.at));
    case 'probed':
      return goOn({ probe: afterProbe(run, event.cause, context.at) });
    default:
      if (event.news.news === 'connected') return goOn({ protocol: event.news.protocol });
      return event.news.news === 'refused' && run.readiness === null ? refuse(model) : stay(model);
  }
}

function afterPoll(
  run: Run,
  { readiness, hostname, misrouting }: Extract<TunnelEvent, { type: 'polled' }>,
  at: Moment,
): Partial<Run> {
  const named = { hostname: hostname ?? run.hostname, misrouting };
  if (readiness === null) {
    const unreadySince = run.readiness === null ? run.unreadySince : at;
    return { ...named, readiness, readySince: null, unreadySince };
  }
  const isNew = run.readySince === null;
  return {
    ...named,
    readiness,
    hasStood: true,
    readySince: run.readySince ?? at,
    nudgedAt: null,
    probe: isNew ? { failures: 0, cause: null, dueAt: at.monotonic + FIRST_PROBE_MS } : run.probe,
  };
}

function afterProbe({ probe }: Run, cause: Obstacle | null, at: Moment): Run['probe'] {
  return {
    failures: cause === null ? 0 : probe.failures + 1,
    cause,
    dueAt: at.monotonic + PROBE_EVERY_MS,
  };
}

/** Cloudflare knows the tunnel no more: a trial gets a new one, the owner's needs a new token. */
function refuse(model: TunnelModel): Step {
  if (model.mission?.mode === 'quick_tunnel') {
    return kill(model, 'back_off', 'Cloudflare has withdrawn the trial address.');
  }
  const failed = fail(model, {
    reason: 'Cloudflare does not accept the tunnel’s token: it was replaced, or the tunnel was deleted.',
    hint: 'Copy the token again from the tunnel’s page in Cloudflare’s dashboard and paste it under Public address.',
  });
  return { ...failed, effects: [{ do: 'kill' }] };
}

function wake(model: TunnelModel, { at }: StepContext): Step {
  const due = nextWake(model);
  if (due === null || at.monotonic < due) return stay(model);
  if (model.phase.name === 'waiting') return launch(model);
  if (model.phase.name !== 'running') return stay(model);
  const { run } = model.phase;
  if (run.readiness !== null) {
    const probing = { ...run, probe: { ...run.probe, dueAt: null } };
    return { ...to(model, { name: 'running', run: probing }), effects: [{ do: 'probe' }] };
  }
  if (run.nudgedAt !== null && at.monotonic >= run.nudgedAt.monotonic + WAKING_MS) {
    return kill(model, 'launch', 'The tunnel did not come back after the computer woke up.');
  }
  if (at.monotonic >= run.unreadySince.monotonic + HANGING_MS) {
    // Neither way is better for ever: the next start tries the usual one again.
    return kill(
      { ...model, protocol: 'auto' },
      'back_off',
      'The tunnel’s program did not get through to Cloudflare.',
    );
  }
  return kill({ ...model, protocol: 'http2' }, 'launch', 'The usual way to Cloudflare is blocked.');
}

function nudge(model: TunnelModel, { at }: StepContext): Step {
  const fresh: TunnelModel = { ...model, protocol: 'auto' };
  if (model.phase.name === 'waiting') return launch(fresh);
  if (model.phase.name !== 'running') return stay(fresh);
  const { run } = model.phase;
  const isProbing = run.readiness !== null && run.probe.dueAt !== null;
  const probe = isProbing ? { ...run.probe, dueAt: at.monotonic } : run.probe;
  return {
    ...to(fresh, { name: 'running', run: { ...run, nudgedAt: at, probe } }),
    effects: [{ do: 'poll' }],
  };
}

function exit(
  model: TunnelModel,
  { reason, obstacle }: Extract<TunnelEvent, { type: 'exited' }>,
  context: StepContext,
): Step {
  const { phase } = model;
  if (phase.name === 'ending') {
    return phase.next === 'launch' ? launch(model) : backOff(model, phase.reason, context);
  }
  if (phase.name !== 'running') return stay(model);
  if (obstacle !== null) return fail(model, obstacle);
  const { readySince } = phase.run;
  const hasRecovered = readySince !== null && context.at.monotonic - readySince.monotonic >= RECOVERED_MS;
  return backOff(hasRecovered ? { ...model, attempt: 0 } : model, reason, context);
}

function backOff(model: TunnelModel, reason: string, { at, chance }: StepContext): Step {
  const attempt = model.attempt + 1;
  const delay = backoffDelay(attempt, chance);
  const until = { now: at.now + delay, monotonic: at.monotonic + delay };
  return to({ ...model, attempt }, { name: 'waiting', until, reason });
}

function launch(model: TunnelModel): Step {
  return {
    ...to(model, { name: 'starting' }),
    effects: [{ do: 'launch', protocol: model.protocol }],
  };
}

function kill(model: TunnelModel, next: 'launch' | 'back_off', reason: string): Step {
  return { ...to(model, { name: 'ending', next, reason }), effects: [{ do: 'kill' }] };
}

function fail(model: TunnelModel, obstacle: Obstacle): Step {
  return to(model, { name: 'failed', obstacle });
}

function stay(model: TunnelModel): Step {
  return { model, effects: [] };
}

function to(model: TunnelModel, phase: Phase): Step {
  return { model: { ...model, phase }, effects: [] };
}

function newRun(at: Moment, startedWith: Protocol): Run {
  return {
    startedAt: at,
    startedWith,
    hasStood: false,
    readySince: null,
    unreadySince: at,
    readiness: null,
    protocol: 'unknown',
    hostname: null,
    nudgedAt: null,
    probe: { failures: 0, cause: null, dueAt: null },
    misrouting: null,
  };
}

/** Once per start, and only before the first connection: the address is not known to anybody yet. */
function mayFallBack(run: Run, mission: Mission | null): boolean {
  if (run.hasStood || run.protocol !== 'unknown') return false;
  return mission?.mode === 'quick_tunnel' && run.startedWith === 'auto';
}
