import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import type { Store } from '../ports.ts';
import { withinTime } from '../within-time.ts';
import type { BuildProgress } from '../search-ports.ts';
import { createBuildProgress } from './build-progress.ts';
import { compareWithIndex } from './index-comparison.ts';
import { createDocumentFeed } from './document-feed.ts';
import { searchUnavailable, type AnswerTo, type Topic } from './pending-questions.ts';
import type { ComparisonQuestion, Difference, SavedState, WorkerOptions } from './worker/messages.ts';
import type { startSearchThread } from './worker/search-thread.ts';
import {
  BEGIN_WITHIN_MS,
  superviseWorker,
  type AskOptions,
  type QuestionAbout,
  type ReadyMessage,
} from './worker-supervisor.ts';

/** `starting` until the first question can be answered, `lost` while a worker is replaced. */
export type UpkeepState = 'starting' | 'lost' | 'building' | 'complete';

/**
 * The index kept in step with the documents: it is told what differs from the saved one, and then every change.
 */
export interface IndexUpkeep {
  /**
   * Resolves when a question that is asked now is answered with every change that was committed before; and, when
   * the index is all but complete, with every document.
   *
   * @throws {AppError} as `ask` does.
   */
  caughtUp(signal?: AbortSignal): Promise<void>;
  /**
   * Asks the worker, which then knows every change that was committed before.
   *
   * @throws {AppError} `unavailable` when the worker is lost, too slow or gone.
   */
  ask<About extends Topic>(
    question: QuestionAbout<About>,
    about: About,
    options?: AskOptions,
  ): Promise<AnswerTo<About>>;
  compare(): Promise<Difference>;
  rebuild(signal: AbortSignal | undefined): Promise<void>;
  readonly state: UpkeepState;
  /** How far the building is that is under way; null while there is none. */
  readonly progress: BuildProgress | null;
  readonly saved: SavedState | null;
  /** Why the index cannot be saved; else what was wrong with the saved one when it was opened, until it is built anew. */
  readonly problem: string | null;
  close(): Promise<void>;
}

export interface UpkeepOptions {
  store: Pick<Store, 'tables' | 'content' | 'onApplied'>;
  log: Logger;
  clock: Clock;
  worker: Pick<WorkerOptions, 'folder' | 'instanceId' | 'saves'>;
  startThread: typeof startSearchThread;
  answerWithinMs?: number | undefined;
  /** Whether documents that the index lacks are brought in by itself. */
  fillsItself: boolean;
  /** Told a few times a second while the index is being built, and when that ends. */
  onProgress?: (() => void) | undefined;
}

/** So few documents are in within a moment: a search waits for them instead of leaving them out. */
const FEW_DOCUMENTS = 200;
const MOMENT_MS = 300;

const NEVER_ABORTED = new AbortController().signal;

export function createIndexUpkeep(options: UpkeepOptions): IndexUpkeep {
  const { store, log, fillsItself } = options;
  const { documents } = store.tables;
  const feed = createDocumentFeed(store, log);
  let ready = Promise.withResolvers<void>();
  let complete = Promise.withResolvers<void>();
  const building = createBuildProgress(() => feed.remaining, options);
  let state: UpkeepState = 'starting';
  let saved: SavedState | null = null;
  let problem: string | null = null;
  /** Why the last save failed; null when it did not. */
  let notSaved: string | null = null;
  let comparing: Promise<unknown> = Promise.resolve();
  let rebuilding: Promise<void> | undefined;
  let isClosed = false;

  const worker = superviseWorker({
    ...options,
    onReady: opened,
    onTaken() {
      feed.taken();
      building.advanced();
    },
    onSaved(message) {
      saved = message.saved;
      notSaved = null;
    },
    onNotSaved: (message) => void (notSaved = message.problem),
    onLost: lost,
  });
  store.onApplied((changes) => feed.applied(changes));

  function lost(): void {
    feed.stop();
    complete.resolve();
    complete = Promise.withResolvers<void>();
    // Whoever waits for the first worker that is ready may wait for the next one.
    if (state === 'building' || state === 'complete') ready = Promise.withResolvers<void>();
    state = 'lost';
  }

  function opened(message: ReadyMessage): void {
    saved = message.saved;
    // A workspace without documents needs no index.
    if (documents.size > 0) problem ??= message.problem;
    if (message.problem !== null && fillsItself) {
      log.info({ problem: message.problem }, 'the search index is built anew');
    }
    feed.restart((order) => worker.post(order));
    if (fillsItself) return bringUpToDateOrReplace(message.documents === 0);
    state = 'building';
    return ready.resolve();
  }

  function bringUpToDateOrReplace(isEmpty: boolean): void {
    const { run } = worker;
    bringUpToDate(isEmpty).catch((error: unknown) => {
      if (run === worker.run) worker.replace(error);
    });
  }

  /** What is out of date is taken out before the first question is answered, so it is never found. */
  async function bringUpToDate(isEmpty: boolean): Promise<void> {
    const { run } = worker;
    const difference = isEmpty ? null : await compare(true);
    if (run !== worker.run) return;
    const wanted = difference ? difference.missing.concat(difference.stale) : searchableIds();
    state = 'building';
    ready.resolve();
    const isSent = await building.of(wanted.length, () => feed.fill(wanted, 'both'));
    if (isSent && run === worker.run) completed();
  }

  function completed(): void {
    state = 'complete';
    complete.resolve();
    worker.post({ kind: 'complete' });
  }

  function searchableIds(): string[] {
    const ids: string[] = [];
    for (const { id, trashed } of documents.all()) if (!trashed) ids.push(id);
    return ids;
  }

  async function askToCompare(question: ComparisonQuestion): Promise<Difference> {
    return (await worker.ask(question, 'comparison')).difference;
  }

  /** One at a time: the worker remembers one. */
  function compare(repairs: boolean): Promise<Difference> {
    const compared = comparing.then(() =>
      compareWithIndex({ documents, isPending: (id) => feed.isPending(id), ask: askToCompare, repairs }),
    );
    comparing = compared.catch(() => undefined);
    return compared;
  }

  async function caughtUp(signal?: AbortSignal): Promise<void> {
    if (isClosed) throw searchUnavailable();
    const asked = ready;
    const changesSent = ready.promise.then(() => feed.changesSent());
    await orUnavailable(changesSent, signal);
    if (isClosed || worker.run === 0 || ready !== asked) throw searchUnavailable();
  }

  async function allButComplete(signal?: AbortSignal): Promise<void> {
    await caughtUp(signal);
    if (state !== 'building' || !fillsItself || feed.remaining > FEW_DOCUMENTS) return;
    await withinTime(complete.promise, MOMENT_MS);
    await caughtUp(signal);
  }

  async function rebuild(signal: AbortSignal): Promise<void> {
    await caughtUp(signal);
    const wanted = searchableIds();
    await building.of(wanted.length, () => rebuildOf(wanted, signal));
  }

  async function rebuildOf(wanted: readonly string[], signal: AbortSignal): Promise<void> {
    const { run } = worker;
    signal.addEventListener('abort', cancelRebuild, { once: true });
    // An index that is still being filled goes on being filled beside the new one.
    const target = fillsItself && state === 'building' ? 'both' : 'rebuilt';
    worker.post({ kind: 'rebuild', step: 'begin' });
    const isSent = await feed.fill(wanted, target);
    signal.throwIfAborted();
    if (!isSent || run !== worker.run) throw searchUnavailable();
    signal.removeEventListener('abort', cancelRebuild);
    await worker.ask({ about: 'rebuilt' }, 'rebuilt', { isPatient: true });
    problem = null;
    completed();
  }

  function cancelRebuild(): void {
    worker.post({ kind: 'rebuild', step: 'cancel' });
    if (fillsItself && state === 'building') bringUpToDateOrReplace(false);
    else feed.stopFilling();
  }

  return {
    caughtUp: allButComplete,
    async ask(question, about, askOptions) {
      await allButComplete(askOptions?.signal);
      return worker.ask(question, about, askOptions);
    },
    async compare() {
      await caughtUp();
      return compare(false);
    },
    async rebuild(signal) {
      signal?.throwIfAborted();
      // Whoever asks during a rebuild waits for the same one; only who began it can give it up.
      rebuilding ??= rebuild(signal ?? NEVER_ABORTED).finally(() => (rebuilding = undefined));
      await rebuilding;
    },
    get state() {
      return state;
    },
    get progress() {
      return building.progress;
    },
    get saved() {
      return saved;
    },
    get problem() {
      return notSaved ?? problem;
    },
    async close() {
      isClosed = true;
      feed.stop();
      ready.resolve();
      await worker.close();
    },
  };
}

/** Rejects with `unavailable` when the work takes too long. */
async function orUnavailable(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
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
