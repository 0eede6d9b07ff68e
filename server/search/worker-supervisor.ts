import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import {
  createPendingQuestions,
  searchTooBroad,
  searchUnavailable,
  type AnswerTo,
  type Topic,
} from './pending-questions.ts';
import type { FromWorker, Question, ToWorker, WorkerOptions } from './worker/messages.ts';
import type { startSearchThread } from './worker/search-thread.ts';
import type { Thread } from '../start-thread.ts';

/** A search that computes for longer is refused (security Q2). */
const ANSWER_WITHIN_MS = 500;
/** A worker that still computes after this is ended. */
const STUCK_AFTER_MS = 5000;
/** How long a question may wait for the worker to catch up with changes. */
export const BEGIN_WITHIN_MS = 10_000;
/** A worker that was replaced before and dies sooner than this is replaced after a pause only. */
const SHORT_LIFE_MS = 60_000;
const RESTART_PAUSE_MS = 30_000;
/** Saving at the end may take so long; what is not saved is read again at the next start. */
const CLOSE_WITHIN_MS = 1000;

export type QuestionAbout<About extends Topic> = Extract<Question, { about: About }>;

export interface AskOptions {
  signal?: AbortSignal | undefined;
  /** The answer may take as long as it does, e.g. for work on files. */
  isPatient?: boolean;
}

/** The search worker, whichever runs at the moment: a lost one is replaced. */
export interface WorkerSupervisor {
  /** Differs for each worker that ran; 0 while none does. */
  readonly run: number;
  /** Nothing happens while no worker runs. */
  post(message: ToWorker): void;
  /** @throws {AppError} `unavailable` when no worker runs, or it is lost or too slow. */
  ask<About extends Topic>(
    question: QuestionAbout<About>,
    about: About,
    options?: AskOptions,
  ): Promise<AnswerTo<About>>;
  /** Ends the worker and starts another. */
  replace(cause: unknown): void;
  /** Lets the worker save what it can within a second, and ends it. */
  close(): Promise<void>;
}

export type ReadyMessage = Extract<FromWorker, { kind: 'ready' }>;

export interface SupervisorOptions {
  worker: Pick<WorkerOptions, 'folder' | 'instanceId' | 'saves'>;
  startThread: typeof startSearchThread;
  /** Half a second when absent. */
  answerWithinMs?: number | undefined;
  clock: Clock;
  log: Logger;
  /** The worker has opened the saved index, or begun with an empty one. */
  onReady(message: ReadyMessage): void;
  onTaken(): void;
  onSaved(message: Extract<FromWorker, { kind: 'saved' }>): void;
  onNotSaved(message: Extract<FromWorker, { kind: 'unsaved' }>): void;
  /** The worker is gone; all that it was asked has been refused. */
  onLost(): void;
}

const OPENING_FAILED = 'Opening the saved index ended the search worker.';

export function superviseWorker(options: SupervisorOptions): WorkerSupervisor {
  const { clock, log } = options;
  const pending = createPendingQuestions({
    beginWithinMs: BEGIN_WITHIN_MS,
    answerWithinMs: options.answerWithinMs ?? ANSWER_WITHIN_MS,
    stuckAfterMs: STUCK_AFTER_MS,
    onStuck: () => replace(new Error('The search worker is stuck.')),
  });
  let thread: Thread<ToWorker> | null = null;
  let runs = 0;
  let startedAt = 0;
  /** What opening the saved index did to the worker before; then it is not opened again. */
  let openingProblem: string | null = null;
  let isReady = false;
  let restart: NodeJS.Timeout | undefined;
  let isClosed = false;

  function start(): void {
    restart = undefined;
    startedAt = clock.monotonic();
    runs += 1;
    isReady = false;
    const data = { ...options.worker, opensSaved: openingProblem === null };
    thread = options.startThread(data, { message: receive, gone: replace });
  }

  function receive(message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        isReady = true;
        return options.onReady({ ...message, problem: message.problem ?? openingProblem });
      case 'taken':
        return options.onTaken();
      case 'begun':
        return pending.begun(message.number);
      case 'answer':
        return pending.answered(message.number, message.answer);
      case 'failed':
        return pending.failed(message.number, new Error(`Search failed: ${message.reason}`));
      case 'refused':
        return pending.failed(message.number, searchTooBroad());
      case 'saved':
        return options.onSaved(message);
      case 'unsaved':
        return options.onNotSaved(message);
      case 'log':
        return log[message.level]({ reason: message.reason }, message.message);
    }
  }

  function replace(cause: unknown): void {
    if (isClosed || !thread) return;
    log.error({ err: cause }, 'the search worker is replaced');
    if (!isReady) openingProblem = OPENING_FAILED;
    const isTooSoon = runs > 1 && clock.monotonic() - startedAt < SHORT_LIFE_MS;
    thread.terminate().catch((error: unknown) => log.warn({ err: error }, 'the search worker did not end'));
    thread = null;
    pending.failAll(searchUnavailable());
    options.onLost();
    restart = setTimeout(start, isTooSoon ? RESTART_PAUSE_MS : 0);
  }

  const firstStart = setImmediate(start);

  return {
    get run() {
      return thread ? runs : 0;
    },
    post: (message) => thread?.post(message),
    async ask(question, about, { signal, isPatient = false } = {}) {
      const current = thread;
      if (!current) throw searchUnavailable();
      const send = (number: number) => current.post({ kind: 'ask', number, question });
      return pending.ask(about, send, { signal, isPatient });
    },
    replace,
    async close() {
      isClosed = true;
      clearImmediate(firstStart);
      clearTimeout(restart);
      pending.failAll(searchUnavailable());
      const last = thread;
      if (last && isReady) await lastWords(pending, last);
      thread = null;
      await last?.terminate();
    },
  };
}

/** Time to save the index; a worker that needs longer is ended as it is. */
async function lastWords(
  pending: ReturnType<typeof createPendingQuestions>,
  thread: Thread<ToWorker>,
): Promise<void> {
  const tooLate = setTimeout(() => pending.failAll(searchUnavailable()), CLOSE_WITHIN_MS);
  const question: Question = { about: 'close', budgetMs: CLOSE_WITHIN_MS };
  try {
    await pending.ask('close', (number) => thread.post({ kind: 'ask', number, question }), {
      isPatient: true,
    });
  } catch {
    // What could not be saved is derived: the next start reads it from the documents.
  } finally {
    clearTimeout(tooLate);
  }
}
