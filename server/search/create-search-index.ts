import { systemClock, type Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { SearchIndex, Store } from '../ports.ts';
import { createIndexFeed } from './index-feed.ts';
import { createPendingSearches, searchUnavailable } from './pending-searches.ts';
import type { FromWorker } from './search-messages.ts';
import { startWorkerThread, type WorkerThread } from './worker-thread.ts';

/** A search that computes for longer is refused (security Q2). */
const ANSWER_WITHIN_MS = 500;
/** A worker that still computes after this is ended. */
const STUCK_AFTER_MS = 5000;
/** How long a search may wait for the worker to start or to catch up with changes. */
const BEGIN_WITHIN_MS = 10_000;
/** A worker that was replaced before and dies sooner than this is replaced after a pause only. */
const SHORT_LIFE_MS = 60_000;
const RESTART_PAUSE_MS = 30_000;

export interface SearchIndexOptions {
  store: Pick<Store, 'tables' | 'content' | 'onApplied'>;
  log: Logger;
  clock?: Clock;
  /** Starts the worker; tests put another in its place. */
  startThread?: typeof startWorkerThread;
}

/**
 * Full-text search in a thread of its own. It starts empty and fills itself from the store in the background;
 * until that is done results say `partial`. A committed change is found by every search that is asked after
 * the commit was answered. A lost worker is replaced and filled again; `search` rejects with `unavailable`
 * (503) when the worker is lost, too slow or gone.
 */
export function createSearchIndex({
  store,
  log,
  clock = systemClock,
  startThread = startWorkerThread,
}: SearchIndexOptions): SearchIndex {
  const feed = createIndexFeed(store, log);
  const pending = createPendingSearches({
    beginWithinMs: BEGIN_WITHIN_MS,
    answerWithinMs: ANSWER_WITHIN_MS,
    stuckAfterMs: STUCK_AFTER_MS,
    onStuck: () => replace(new Error('The search worker is stuck.')),
  });
  let worker: WorkerThread | null = null;
  let ready = Promise.withResolvers<void>();
  let startedAt = 0;
  let wasReplaced = false;
  let restart: NodeJS.Timeout | undefined;
  let isClosed = false;

  function start(): void {
    restart = undefined;
    startedAt = clock.monotonic();
    worker = startThread({ message: receive, gone: replace });
  }

  function receive(message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        feed.restart((order) => worker?.post(order));
        return ready.resolve();
      case 'taken':
        return feed.taken();
      case 'searching':
        return pending.begun(message.number);
      case 'found':
        return pending.found(message.number, message.found);
      case 'failed':
        return pending.failed(message.number, new Error(`Search failed: ${message.reason}`));
    }
  }

  function replace(cause: unknown): void {
    if (isClosed || !worker) return;
    log.error({ err: cause }, 'the search worker is replaced');
    const isTooSoon = wasReplaced && clock.monotonic() - startedAt < SHORT_LIFE_MS;
    discardWorker();
    wasReplaced = true;
    restart = setTimeout(start, isTooSoon ? RESTART_PAUSE_MS : 0);
  }

  function discardWorker(): void {
    feed.stop();
    pending.failAll(searchUnavailable());
    worker?.terminate().catch((error: unknown) => log.warn({ err: error }, 'the search worker did not end'));
    worker = null;
    ready = Promise.withResolvers<void>();
  }

  async function catchUp(): Promise<void> {
    await ready.promise;
    await feed.changesSent();
  }

  store.onApplied((changes) => feed.applied(changes));
  const firstStart = setImmediate(start);

  return {
    async search({ signal, ...request }) {
      if (isClosed) throw searchUnavailable();
      const asked = ready;
      await withinTime(catchUp(), signal);
      if (isClosed || !worker || ready !== asked) throw searchUnavailable();
      const current = worker;
      const partial = !feed.isComplete;
      const found = await pending.open((number) => current.post({ kind: 'search', number, request }), signal);
      return { ...found, partial };
    },
    async close() {
      isClosed = true;
      clearImmediate(firstStart);
      clearTimeout(restart);
      feed.stop();
      pending.failAll(searchUnavailable());
      ready.resolve();
      await worker?.terminate();
      worker = null;
    },
  };
}

async function withinTime(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(searchUnavailable()), BEGIN_WITHIN_MS);
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** Stands in where search is switched off (`search: off`): every search is refused, nothing else suffers. */
export function createDisabledSearch(): SearchIndex {
  return {
    search: async () => {
      throw new AppError('unavailable', 'Search is switched off here.', {
        hint: 'Start the server without COMMONPLACE_SEARCH=off; lists of documents work meanwhile.',
      });
    },
    close: async () => undefined,
  };
}
