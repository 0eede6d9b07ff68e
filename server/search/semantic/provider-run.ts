import type { Clock } from '../../clock.ts';
import type { Logger } from '../../log.ts';
import type { AppliedChange, Store } from '../../ports.ts';
import type { SemanticStatus } from '../../search-ports.ts';
import { createDocumentFeed } from './document-feed.ts';
import { QUERY_WITHIN_MS } from './query-vectors.ts';
import type {
  FromSemanticWorker,
  RankRequest,
  SemanticConfig,
  SemanticProgress,
  ToSemanticWorker,
} from './semantic-messages.ts';
import type { SemanticThread, startSemanticThread } from './semantic-thread.ts';
import type { SemanticHit } from './vectors/rank-documents.ts';

/** One provider at work, from when it is set until it is another's turn. */
export interface ProviderRun {
  applied(changes: readonly AppliedChange[]): void;
  /** Null when there is no ranking in time. Rejects only with the reason of `signal`. */
  rank(request: RankRequest, signal: AbortSignal | undefined): Promise<readonly SemanticHit[] | null>;
  status(): SemanticStatus;
  close(): Promise<void>;
}

export interface ProviderRunOptions {
  config: SemanticConfig;
  store: Pick<Store, 'tables' | 'content'>;
  log: Logger;
  clock: Clock;
  startThread: typeof startSemanticThread;
}

/** A worker that was lost is replaced after this pause; one that is lost again soon, after the longer one. */
const RESTART_MS = 1000;
const LONG_RESTART_MS = 60_000;
const SHORT_LIFE_MS = 60_000;
/** The worker keeps the time limit itself; this much later it is taken for stuck. */
const GRACE_MS = 100;

export function startProviderRun(options: ProviderRunOptions): ProviderRun {
  const { config, store, log, clock, startThread } = options;
  const closing = new AbortController();
  const pending = new Map<number, (hits: readonly SemanticHit[] | null) => void>();
  const feed = createDocumentFeed(store, log, post);
  let lastNumber = 0;
  let thread: SemanticThread | null = null;
  let startedAt = 0;
  let restart: NodeJS.Timeout | undefined;
  let progress: SemanticProgress | null = null;
  /** Messages about documents: while the worker has not received them all, its progress is out of date. */
  let posted = 0;

  function post(message: ToSemanticWorker): void {
    if (!thread) return;
    if (message.kind === 'documents' || message.kind === 'removed') posted += 1;
    thread.post(message);
  }

  function start(): void {
    startedAt = clock.monotonic();
    posted = 0;
    thread = startThread(config, { message: receive, gone: replace });
    feed
      .sendAll(closing.signal)
      .catch((error: unknown) => log.error({ err: error }, 'documents were not sent'));
  }

  function receive(message: FromSemanticWorker): void {
    switch (message.kind) {
      case 'need':
        feed
          .sendTexts(message.ids)
          .catch((error: unknown) => log.error({ err: error }, 'texts were not sent'));
        return;
      case 'progress':
        return note(message.progress);
      case 'ranked':
        return settle(message.number, message.hits);
      case 'fault':
        return log.error({ reason: message.reason }, 'search by meaning has a fault');
    }
  }

  function note(next: SemanticProgress): void {
    const { problem, retryAt } = next;
    if (problem !== null && problem !== progress?.problem) {
      log.warn({ problem, retry_at: timeOf(retryAt) }, 'search by meaning has a problem');
    }
    progress = next;
  }

  function replace(cause: unknown): void {
    log.error({ err: cause }, 'the semantic worker is replaced');
    thread = null;
    progress = null;
    for (const number of pending.keys()) settle(number, null);
    const isTooSoon = clock.monotonic() - startedAt < SHORT_LIFE_MS;
    if (!closing.signal.aborted) restart = setTimeout(start, isTooSoon ? LONG_RESTART_MS : RESTART_MS);
  }

  function settle(number: number, hits: readonly SemanticHit[] | null): void {
    const resolve = pending.get(number);
    pending.delete(number);
    resolve?.(hits);
  }

  start();
  return {
    applied: (changes) => feed.applied(changes),
    async rank(request, signal) {
      if (!thread || !progress?.isReady) return null;
      lastNumber += 1;
      const number = lastNumber;
      const { promise, resolve, reject } = Promise.withResolvers<readonly SemanticHit[] | null>();
      pending.set(number, resolve);
      const timer = setTimeout(() => settle(number, null), QUERY_WITHIN_MS + GRACE_MS);
      const abort = () => reject(signal?.reason);
      signal?.addEventListener('abort', abort, { once: true });
      thread.post({ kind: 'rank', number, request });
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        pending.delete(number);
        signal?.removeEventListener('abort', abort);
      }
    },
    status: () => statusOf(config, store, progress, posted),
    async close() {
      closing.abort();
      clearTimeout(restart);
      for (const number of pending.keys()) settle(number, null);
      const ending = thread;
      thread = null;
      await ending?.terminate();
    },
  };
}

function statusOf(
  { provider: { model } }: SemanticConfig,
  store: Pick<Store, 'tables'>,
  progress: SemanticProgress | null,
  posted: number,
): SemanticStatus {
  if (!progress) {
    const documents = store.tables.documents.size;
    return { state: 'building', model, embedded: 0, documents, problem: null, retry_at: null };
  }
  const { embedded, documents, problem, retryAt, isBusy, received } = progress;
  const rest = isBusy || received < posted ? 'building' : 'ready';
  return {
    state: retryAt === null ? rest : 'failing',
    model,
    embedded,
    documents,
    problem,
    retry_at: timeOf(retryAt),
  };
}

const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
