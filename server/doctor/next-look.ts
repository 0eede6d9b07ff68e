import { breaksAt, hasMember, isBroken, type ConnectionAttempt } from '../domain/connection-attempt.ts';
import type { Diagnosis } from '../domain/diagnosis.ts';

/** Between two checks that the server makes by itself after attempts of people with an account. */
export const MEMBERS_WAIT_MS = 600_000;
/** The same after attempts in which nobody signed in: what strangers ask for must not keep us at work. */
export const STRANGERS_WAIT_MS = 3_600_000;

/** Who takes part in an attempt, and whose checks are counted apart. */
export type Circle = 'members' | 'strangers';

export interface LookFacts {
  /** Newest first, without those that may be the doctor's own and those that were looked into. */
  attempts: readonly ConnectionAttempt[];
  now: number;
  /** Where others reach the workspace; null while nobody does: then there is nothing to find out. */
  publicUrl: string | null;
  /** The last finished check, whoever asked for it. */
  last: Pick<Diagnosis, 'address' | 'started_at'> | null;
  /** Whether a check goes on. */
  isRunning: boolean;
  /** Milliseconds since the server last began a check by itself; Infinity before the first. */
  sinceCheck: Readonly<Record<Circle, number>>;
}

export type NextLook =
  /** A check that has been made already says what stood in the way of these attempts, most telling first. */
  | { kind: 'conclude'; attempts: readonly [ConnectionAttempt, ...ConnectionAttempt[]] }
  | { kind: 'check'; circle: Circle }
  /** Nothing is to be done before so many milliseconds have passed; null: before something happens. */
  | { kind: 'wait'; milliseconds: number | null };

/**
 * What the server does about attempts to connect that broke off ("after every failed attempt"). Only those at the public
 * address count: there is nothing between the workspace and a program on this computer.
 */
export function nextLook(facts: LookFacts): NextLook {
  const { attempts, now, publicUrl, isRunning } = facts;
  if (publicUrl === null || isRunning) return { kind: 'wait', milliseconds: null };
  const here = attempts.filter(({ address }) => address === publicUrl);
  const broken = here.filter((attempt) => isBroken(attempt, now));
  const [first, ...others] = tellingFirst(broken.filter((attempt) => isExplained(attempt, facts)));
  if (first) return { kind: 'conclude', attempts: [first, ...others] };
  const dues = broken.map((attempt) => ({ circle: circleOf(attempt), in: dueIn(circleOf(attempt), facts) }));
  const due = dues.find((each) => each.in <= 0);
  if (due) return { kind: 'check', circle: due.circle };
  const breaks = here.flatMap((attempt) => (isBroken(attempt, now) ? [] : (breaksAt(attempt) ?? [])));
  const moments = [...dues.map((each) => each.in), ...breaks.map((moment) => Math.max(0, moment - now))];
  // No longer than an hour: a clock that is set back would have it wait for ever, or longer than alarms can.
  return {
    kind: 'wait',
    milliseconds: moments.length === 0 ? null : Math.min(...moments, STRANGERS_WAIT_MS),
  };
}

function circleOf(attempt: ConnectionAttempt): Circle {
  return hasMember(attempt) ? 'members' : 'strangers';
}

function dueIn(circle: Circle, { sinceCheck }: LookFacts): number {
  const wait = circle === 'members' ? MEMBERS_WAIT_MS : STRANGERS_WAIT_MS;
  return wait - sinceCheck[circle];
}

/** Whether somebody has looked since the attempt came no further. */
function isExplained({ address, steps, started_at: begun }: ConnectionAttempt, { last }: LookFacts): boolean {
  return last !== null && last.address === address && last.started_at >= (steps.at(-1)?.at ?? begun);
}

/** Those that got furthest are those that matter to somebody. */
function tellingFirst(attempts: readonly ConnectionAttempt[]): ConnectionAttempt[] {
  return attempts.toSorted((one, other) => Number(hasMember(other)) - Number(hasMember(one)));
}
