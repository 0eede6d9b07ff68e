import { cleanAppName } from '../domain/app-name.ts';
import type { AttemptStep, ConnectionAttempt } from '../domain/connection-attempt.ts';
import type { Clock } from '../clock.ts';
import type { AttemptNote, ConnectionAttempts, Probes, RequestOrigin } from '../doctor-ports.ts';
import { DOCTOR_PRODUCT } from './client-name.ts';

const KEPT = 20;
/** Of one attempt: a program that asks again and again says nothing new. */
const MOST_STEPS = 30;
/** What is done later than this after the last step begins another attempt. */
const BELONGS_MS = 900_000;
/** From a program's last question to the first one of the browser that it opens. */
const HANDED_OVER_MS = 120_000;

interface Tracked {
  attempt: ConnectionAttempt;
  clientId: string | undefined;
  /** Product and peer: what tells programs apart before they have an id. */
  origin: string;
  lastAt: number;
}

export interface AttemptsOptions {
  clock: Clock;
  probes: Pick<Probes, 'isProbe'>;
  /** Where a request comes from, e.g. `203.0.113.7`. */
  addressOf: (request: RequestOrigin) => string;
  /** Told after each note. */
  onNote: () => void;
}

/**
 * Follows programs on their way in. Those that have no id yet are told apart by what they call themselves and where
 * they come from: good enough for a person who watches one connect, and nothing is decided by it.
 */
export function createConnectionAttempts({
  clock,
  probes,
  addressOf,
  onNote,
}: AttemptsOptions): ConnectionAttempts {
  let tracked: Tracked[] = [];
  let count = 0;

  function find({ clientId, step }: AttemptNote, origin: string, now: number): Tracked | undefined {
    const recent = tracked.filter(({ lastAt }) => now - lastAt <= BELONGS_MS);
    const known = clientId === undefined ? undefined : recent.find((each) => each.clientId === clientId);
    // Whoever is connected and asks again begins anew.
    if (known && !(step === 'asked' && hasStep(known, 'called'))) return known;
    const before = recent.find((each) => each.origin === origin && isOpenFor(each, clientId));
    if (before || step !== 'asked') return before;
    // Programs that need not register are seen next in the browser of their person.
    return recent.find((each) => each.clientId === undefined && now - each.lastAt <= HANDED_OVER_MS);
  }

  function begin(note: AttemptNote, origin: string, at: string): Tracked {
    count += 1;
    const begun: Tracked = {
      attempt: {
        id: `attempt-${count}`,
        client: null,
        program: productOf(note.request),
        ip: addressOf(note.request) || null,
        address: note.address,
        started_at: at,
        steps: [],
      },
      clientId: undefined,
      origin,
      lastAt: 0,
    };
    tracked = withRoom(tracked);
    tracked.unshift(begun);
    return begun;
  }

  return {
    note(note) {
      if (probes.isProbe(note.request) || productOf(note.request) === DOCTOR_PRODUCT) return;
      const now = clock.now();
      const at = new Date(now).toISOString();
      const origin = `${productOf(note.request) ?? ''} ${addressOf(note.request)}`;
      const found = find(note, origin, now);
      // Calls of apps that were let in long ago are no attempt to connect.
      if (!found && note.step === 'called') return;
      // Without a token of ours before it, a strange one is anybody's.
      if (note.step === 'called_with_other_token' && !hasStep(found, 'token_issued')) return;
      const current = found ?? begin(note, origin, at);
      current.clientId ??= note.clientId;
      current.lastAt = now;
      if (note.name !== undefined) current.attempt.client = cleanAppName(note.name);
      if (addStep(current.attempt, note, at)) onNote();
    },
    list: () => tracked.map(({ attempt }) => attempt),
  };
}

function hasStep(tracked: Tracked | undefined, wanted: AttemptStep): boolean {
  return tracked?.attempt.steps.some(({ step }) => step === wanted) === true;
}

/** Before it has an id, a program's steps belong to the attempt from the same place; afterwards to its own only. */
function isOpenFor(tracked: Tracked, wanted: string | undefined): boolean {
  if (wanted !== undefined) return tracked.clientId === undefined;
  return tracked.clientId === undefined || !hasStep(tracked, 'called');
}

/** @returns whether the step says something new */
function addStep(attempt: ConnectionAttempt, { step, detail = null }: NewStep, at: string): boolean {
  const has = (wanted: AttemptStep) => attempt.steps.some((each) => each.step === wanted);
  // Without a token first, then with one, is how each connection begins; the other way round something is lost.
  const meant = step === 'called_without_token' && !has('token_issued') ? 'discovered' : step;
  if (meant === 'discovered' && attempt.steps.length > 0) return false;
  if (attempt.steps.length >= MOST_STEPS || (has(meant) && !REPEATED.has(meant))) return false;
  const last = attempt.steps.at(-1);
  if (last?.step === meant && last.detail === detail) return false;
  attempt.steps.push({ step: meant, at, detail: detail?.slice(0, 200) ?? null });
  return true;
}

type NewStep = { step: AttemptStep; detail?: string | null | undefined };

/** What means something new each time. */
const REPEATED: ReadonlySet<AttemptStep> = new Set(['asked', 'token_issued', 'failed']);

/** Those that got no further than a question go first: strangers ask, and must not crowd out who matters. */
function withRoom(tracked: readonly Tracked[]): Tracked[] {
  if (tracked.length < KEPT) return [...tracked];
  const idle = tracked.findLastIndex(({ clientId }) => clientId === undefined);
  return tracked.toSpliced(idle === -1 ? tracked.length - 1 : idle, 1);
}

/** `Claude-User/1.0 (…)` is `Claude-User`. */
function productOf({ headers }: RequestOrigin): string | null {
  const product = /^[^\s/()]{1,60}/.exec(headers['user-agent'] ?? '')?.[0];
  return product === undefined ? null : cleanAppName(product);
}
