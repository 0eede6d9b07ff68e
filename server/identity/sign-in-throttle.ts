import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Guesses } from '../operations/define.ts';

const MINUTE_MS = 60_000;
/** So many failures are free; then the waits below follow, one after each further failure (security P3). */
const FREE_FAILURES = 5;
const LONGEST_WAIT_MINUTES = 15;
/** Failures are forgotten after this time without another. */
const FORGET_AFTER_MS = 24 * 3_600_000;
/** Names and browsers that are remembered; beyond it the longest quiet one is forgotten. */
const MAX_KEYS = 10_000;

export interface Delays extends Guesses {
  readonly size: number;
}

interface Failures {
  count: number;
  /** By the clock that never jumps. */
  lastAt: number;
  notBefore: number;
}

/**
 * Slows guessing down without ever locking anybody out: five failures, then waits of 1, 2, 4, 8 and 15 minutes.
 * Tries that are under way count as failures, so that a thousand at once are no way around it. Names that nobody has
 * wait as well (security P4).
 */
export function createDelays(clock: Pick<Clock, 'monotonic'>, maxKeys = MAX_KEYS): Delays {
  // A Map keeps insertion order: the first key is the one that was quiet for longest.
  const byKey = new Map<string, Failures>();

  function of(key: string, now: number): Failures {
    const known = byKey.get(key);
    const failures =
      known && now - known.lastAt < FORGET_AFTER_MS ? known : { count: 0, lastAt: now, notBefore: 0 };
    byKey.delete(key);
    if (byKey.size >= maxKeys) for (const oldest of [...byKey.keys()].slice(0, 1)) byKey.delete(oldest);
    byKey.set(key, failures);
    return failures;
  }

  return {
    begin(key) {
      const now = clock.monotonic();
      const failures = of(key, now);
      if (now < failures.notBefore) throw tooManyTries(failures.notBefore - now);
      failures.count += 1;
      failures.lastAt = now;
      failures.notBefore = now + waitAfter(failures.count);
      return {
        succeeded: () => void byKey.delete(key),
        withdrawn() {
          failures.count = Math.max(0, failures.count - 1);
          failures.notBefore = failures.lastAt + waitAfter(failures.count);
        },
      };
    },
    get size() {
      return byKey.size;
    },
  };
}

function waitAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(LONGEST_WAIT_MINUTES, 2 ** Math.min(10, failures - FREE_FAILURES)) * MINUTE_MS;
}

/** One refusal for every reason to wait, so that it tells nothing about which accounts there are (security P4). */
export function tooManyTries(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const wait = seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
  return new AppError('rate_limited', 'There were too many tries to sign in.', {
    hint: `Wait ${wait} and try again. With a one-time code, or a browser that you signed in with before, you need not wait for others.`,
    details: { retry_after: seconds },
  });
}
