import type { ProviderError } from './provider-error.ts';

/** Whether the provider answers, and when it is tried again. One for everything that asks it. */
export interface ProviderHealth {
  /** What is wrong, in words for the owner; null when all is well. */
  readonly problem: string | null;
  /** Milliseconds since 1970; null when there is nothing to wait for. */
  readonly retryAt: number | null;
  /** Whether the provider may be asked now. */
  isOpen(): boolean;
  failed(error: ProviderError): void;
  succeeded(): void;
}

export interface BackOff {
  firstMs: number;
  mostMs: number;
}

export const BACK_OFF: BackOff = { firstMs: 1000, mostMs: 5 * 60_000 };

/** A provider that asks for a longer rest than this is tried all the same: it may have meant something else. */
const LONGEST_REST_MS = 3_600_000;

/**
 * Doubles the wait with each failure, of which the last half is left to chance so that many clients do not come back
 * together; `Retry-After` is a lower bound. `changed` is called when `problem` or `retryAt` is another.
 */
export function createProviderHealth(options: {
  now: () => number;
  random: () => number;
  backOff: BackOff;
  changed: () => void;
}): ProviderHealth {
  const { now, random, backOff, changed } = options;
  let failures = 0;
  let problem: string | null = null;
  let retryAt: number | null = null;
  return {
    get problem() {
      return problem;
    },
    get retryAt() {
      return retryAt;
    },
    isOpen: () => retryAt === null || now() >= retryAt,
    failed(error) {
      // Failures of requests that were under way together count once.
      if (retryAt === null || now() >= retryAt) failures += 1;
      const whole = Math.min(backOff.firstMs * 2 ** (failures - 1), backOff.mostMs);
      const wait = Math.max(backOff.firstMs, (whole / 2) * (1 + random()), error.retryAfterMs ?? 0);
      retryAt = Math.max(retryAt ?? 0, now() + Math.min(wait, LONGEST_REST_MS));
      problem = error.message;
      changed();
    },
    succeeded() {
      if (problem === null) return;
      failures = 0;
      problem = null;
      retryAt = null;
      changed();
    },
  };
}
