import { AppError } from '../errors.ts';
import type { Found } from './search-messages.ts';

/** Searches that were sent to the worker and are not yet answered. */
export interface PendingSearches {
  /**
   * Sends a search by calling `send` with its number. Rejects with the reason of `signal` when it is aborted
   * and with `unavailable` when the search takes too long or the worker is lost.
   */
  open(send: (number: number) => void, signal: AbortSignal | undefined): Promise<Found>;
  /** The worker has begun: from now on the search has a time limit. */
  begun(number: number): void;
  found(number: number, found: Found): void;
  failed(number: number, error: Error): void;
  /** Rejects everything that waits. */
  failAll(error: Error): void;
}

interface Pending {
  resolve(found: Found): void;
  reject(error: unknown): void;
  timer: NodeJS.Timeout;
}

export const searchUnavailable = () =>
  new AppError('unavailable', 'Search is not available at the moment.', {
    hint: 'Try again in a few seconds; lists of documents work meanwhile.',
  });

const searchTooSlow = () =>
  new AppError('unavailable', 'This search took too long and was ended.', {
    hint: 'Use fewer or rarer words.',
  });

export interface SearchLimits {
  /** From being sent to being begun; a worker that is slower is stuck. */
  beginWithinMs: number;
  /** From being begun to being answered; then the caller is refused. */
  answerWithinMs: number;
  /** From the refusal to the end of patience with the worker. */
  stuckAfterMs: number;
  onStuck: () => void;
}

export function createPendingSearches(limits: SearchLimits): PendingSearches {
  const pending = new Map<number, Pending>();
  let lastNumber = 0;

  function settle(number: number): Pending | undefined {
    const search = pending.get(number);
    pending.delete(number);
    clearTimeout(search?.timer);
    return search;
  }

  function refuseSlow(number: number): void {
    const search = pending.get(number);
    if (!search) return;
    search.reject(searchTooSlow());
    search.timer = setTimeout(() => giveUp(number), limits.stuckAfterMs);
  }

  function giveUp(number: number): void {
    settle(number)?.reject(searchUnavailable());
    limits.onStuck();
  }

  return {
    open(send, signal) {
      signal?.throwIfAborted();
      lastNumber += 1;
      const number = lastNumber;
      const { promise, resolve, reject } = Promise.withResolvers<Found>();
      const timer = setTimeout(() => giveUp(number), limits.beginWithinMs);
      pending.set(number, { resolve, reject, timer });
      const abort = () => settle(number)?.reject(signal?.reason);
      signal?.addEventListener('abort', abort, { once: true });
      send(number);
      return promise.finally(() => signal?.removeEventListener('abort', abort));
    },
    begun(number) {
      const search = pending.get(number);
      if (!search) return;
      clearTimeout(search.timer);
      search.timer = setTimeout(() => refuseSlow(number), limits.answerWithinMs);
    },
    found: (number, found) => settle(number)?.resolve(found),
    failed: (number, error) => settle(number)?.reject(error),
    failAll(error) {
      for (const number of pending.keys()) settle(number)?.reject(error);
    },
  };
}
