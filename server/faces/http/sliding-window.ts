import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';

const MINUTE_MS = 60_000;
const MAX_KEYS = 10_000;

export interface SlidingWindowOptions {
  /** Uses that are allowed within the window. */
  limit: number;
  clock: Pick<Clock, 'monotonic'>;
  windowMs?: number;
  /** Keys that are remembered; beyond it the longest unused one is forgotten. Bounds the memory (security R4). */
  maxKeys?: number;
}

export interface WindowState {
  isAllowed: boolean;
  limit: number;
  /** Uses that are left at this moment. */
  remaining: number;
  /** Whole seconds until the next use is allowed; 0 when one is. */
  retryAfterSeconds: number;
  /** Whole seconds until every use so far has left the window. */
  resetSeconds: number;
  /** Gives the use back: nothing came of it. Of a use that did not count, it does nothing. */
  withdraw: () => void;
}

export interface SlidingWindow {
  /** Counts one use, unless there are too many: refused uses do not count, so waiting always helps. */
  take(key: string): WindowState;
  readonly size: number;
}

/** The times of the last uses of one key: a ring as long as the limit. */
interface Uses {
  times: Float64Array;
  /** Where the oldest use stands. */
  first: number;
  count: number;
}

/**
 * An exact sliding window: of any span of the window's length, no matter where it starts, at most `limit` uses
 * pass. A fixed window would let twice as many through around its edge. Counts by a clock that never jumps.
 */
export function createSlidingWindow({
  limit,
  clock,
  windowMs = MINUTE_MS,
  maxKeys = MAX_KEYS,
}: SlidingWindowOptions): SlidingWindow {
  // A Map keeps insertion order: the first key is the one that was not used for longest.
  const usesByKey = new Map<string, Uses>();

  function usesOf(key: string): Uses {
    const known = usesByKey.get(key);
    const uses = known ?? { times: new Float64Array(limit), first: 0, count: 0 };
    if (known) usesByKey.delete(key);
    else if (usesByKey.size >= maxKeys) forgetOldest(usesByKey);
    usesByKey.set(key, uses);
    return uses;
  }

  function secondsUntilFree(uses: Uses, place: number, now: number): number {
    const time = uses.times[(uses.first + place) % limit] ?? now;
    // In this order no rounding of large clock readings makes it longer than the window.
    return Math.max(1, Math.ceil((windowMs - (now - time)) / 1000));
  }

  function withdraw(uses: Uses, time: number): void {
    const timeAt = (place: number) => uses.times[(uses.first + place) % limit] ?? 0;
    let place = uses.count - 1;
    while (place >= 0 && timeAt(place) !== time) place -= 1;
    // It has left the window by itself.
    if (place < 0) return;
    uses.count -= 1;
    for (; place < uses.count; place += 1) uses.times[(uses.first + place) % limit] = timeAt(place + 1);
  }

  return {
    take(key) {
      const now = clock.monotonic();
      const uses = usesOf(key);
      while (uses.count > 0 && (uses.times[uses.first] ?? 0) <= now - windowMs) {
        uses.first = (uses.first + 1) % limit;
        uses.count -= 1;
      }
      const isAllowed = uses.count < limit;
      if (isAllowed) {
        uses.times[(uses.first + uses.count) % limit] = now;
        uses.count += 1;
      }
      return {
        isAllowed,
        limit,
        remaining: limit - uses.count,
        retryAfterSeconds: isAllowed ? 0 : secondsUntilFree(uses, 0, now),
        resetSeconds: secondsUntilFree(uses, uses.count - 1, now),
        withdraw: () => {
          if (isAllowed) withdraw(uses, now);
        },
      };
    },
    get size() {
      return usesByKey.size;
    },
  };
}

function forgetOldest(usesByKey: Map<string, Uses>): void {
  for (const key of usesByKey.keys()) {
    usesByKey.delete(key);
    return;
  }
}

/** The three headers with which a caller can pace itself. */
export function rateLimitHeaders({ limit, remaining, resetSeconds }: WindowState): Record<string, string> {
  return {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(resetSeconds),
  };
}

/** The refusal of a use that a window does not allow: 429, with the time to wait. */
export function rateLimited(state: WindowState, what: string, span = 'a minute'): AppError {
  return new AppError('rate_limited', `Too many ${what}: at most ${state.limit} ${span}.`, {
    hint: `Wait ${state.retryAfterSeconds} s and send the request again.`,
    details: { retry_after: state.retryAfterSeconds },
  });
}
