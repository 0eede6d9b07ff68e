import type { TunnelState } from '../domain/tunnel-state.ts';
import type { TunnelOrder } from '../tunnel-ports.ts';
import type { Protocol } from './command-line.ts';
import type { Readiness } from './metrics.ts';
import type { Obstacle } from './obstacle.ts';
import type { Moment } from '../time.ts';

/** An order without its secret: the state machine needs none. */
export type Mission = Pick<TunnelOrder, 'mode' | 'port'> & { hostname: string | null };

/** The program as it runs. */
export interface Run {
  readonly startedAt: Moment;
  readonly startedWith: Protocol;
  /** It has been connected at least once: its address may be told. */
  readonly hasStood: boolean;
  /** Since when it is connected without a break; null while it is not. */
  readonly readySince: Moment | null;
  /** Since when it is not connected; its start at first. */
  readonly unreadySince: Moment;
  readonly readiness: Readiness | null;
  readonly protocol: 'quic' | 'http2' | 'unknown';
  /** The trial's host name. */
  readonly hostname: string | null;
  /** The computer woke up or changed networks, and the tunnel has not been seen to stand since. */
  readonly nudgedAt: Moment | null;
  readonly probe: Probing;
  /** What the dashboard's rules do wrong; null: nothing, or not known. */
  readonly misrouting: Obstacle | null;
}

export interface Probing {
  /** Probes that failed, one after the other. */
  readonly failures: number;
  readonly cause: Obstacle | null;
  /** When the next one is due, on the steady clock; null while one is under way, and while there is nothing to probe. */
  readonly dueAt: number | null;
}

export type Phase =
  | { readonly name: 'off' }
  /** The program is looked for and started. */
  | { readonly name: 'starting' }
  | { readonly name: 'running'; readonly run: Run }
  /** The program was told to end at once; `next` comes when it has. */
  | { readonly name: 'ending'; readonly next: 'launch' | 'back_off'; readonly reason: string }
  | { readonly name: 'waiting'; readonly until: Moment; readonly reason: string }
  | { readonly name: 'failed'; readonly obstacle: Obstacle };

/** Everything that the tunnel's next step follows from. */
export interface TunnelModel {
  readonly mission: Mission | null;
  readonly phase: Phase;
  /** Failed tries since the tunnel last stood for two minutes. */
  readonly attempt: number;
  /** What the next start uses. */
  readonly protocol: Protocol;
  readonly state: TunnelState;
}

export const IDLE_MODEL: TunnelModel = {
  mission: null,
  phase: { name: 'off' },
  attempt: 0,
  protocol: 'auto',
  state: { state: 'off' },
};

/** After so many failed probes the address counts as out of order. */
export const PROBES_UNTIL_DEGRADED = 3;

/** What people are told of a phase. A state that goes on keeps the time since when it does. */
export function describe(
  { phase, attempt, state }: Omit<TunnelModel, 'mission' | 'protocol'>,
  at: Moment,
): TunnelState {
  const since = (name: TunnelState['state']) =>
    state.state === name && 'since' in state ? state.since : iso(at);
  switch (phase.name) {
    case 'off':
      return { state: 'off' };
    case 'starting':
      return { state: 'starting' };
    case 'ending':
      return { state: 'connecting', since: since('connecting') };
    case 'waiting':
      return {
        state: 'backing_off',
        until: iso(phase.until),
        attempt: Math.max(1, attempt),
        reason: phase.reason,
      };
    case 'failed':
      return { state: 'failed', ...phase.obstacle };
    default:
      return describeRun(phase.run, since);
  }
}

function describeRun(run: Run, since: (name: TunnelState['state']) => string): TunnelState {
  const { readiness, protocol, misrouting, probe } = run;
  if (readiness === null) return { state: 'connecting', since: since('connecting') };
  const wrong = misrouting ?? (probe.failures >= PROBES_UNTIL_DEGRADED ? probe.cause : null);
  if (wrong !== null) {
    return { state: 'degraded', since: since('degraded'), reason: wrong.reason, hint: wrong.hint };
  }
  return { state: 'online', since: since('online'), connections: readiness.connections, protocol };
}

function iso(moment: Moment): string {
  return new Date(moment.now).toISOString();
}
