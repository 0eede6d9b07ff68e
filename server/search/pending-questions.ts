import { AppError, badRequest } from '../errors.ts';
import type { Answer } from './worker/messages.ts';

export type Topic = Answer['about'];
export type AnswerTo<About extends Topic> = Extract<Answer, { about: About }>;

/** Questions that were sent to the worker and are not yet answered. */
export interface PendingQuestions {
  /**
   * Sends a question by calling `send` with its number. Rejects with the reason of `signal` when it is aborted
   * and with `unavailable` when the answer takes too long or the worker is lost.
   *
   * @param isPatient the answer may take as long as it does, e.g. for work on files
   */
  ask<About extends Topic>(
    about: About,
    send: (number: number) => void,
    options?: { signal?: AbortSignal | undefined; isPatient?: boolean },
  ): Promise<AnswerTo<About>>;
  /** The worker has begun: from now on the answer has a time limit. */
  begun(number: number): void;
  answered(number: number, answer: Answer): void;
  failed(number: number, error: Error): void;
  /** Rejects everything that waits. */
  failAll(error: Error): void;
}

interface Pending {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
  isPatient: boolean;
  timer: NodeJS.Timeout;
}

export const searchUnavailable = () =>
  new AppError('unavailable', 'Search is not available at the moment.', {
    hint: 'Try again in a few seconds; lists of documents work meanwhile.',
  });

export const searchTooBroad = () =>
  badRequest('The phrases of this search stand in too many places.', {
    hint: 'Use fewer or shorter phrases, or rarer words.',
  });

const searchTooSlow = () =>
  new AppError('unavailable', 'This search took too long and was ended.', {
    hint: 'Use fewer or rarer words.',
  });

export interface AnswerLimits {
  /** From being sent to being begun; a worker that is slower is stuck. */
  beginWithinMs: number;
  /** From being begun to being answered; then the caller is refused. */
  answerWithinMs: number;
  /** From the refusal to the end of patience with the worker. */
  stuckAfterMs: number;
  onStuck: () => void;
}

export function createPendingQuestions(limits: AnswerLimits): PendingQuestions {
  const pending = new Map<number, Pending>();
  let lastNumber = 0;

  function settle(number: number): Pending | undefined {
    const question = pending.get(number);
    pending.delete(number);
    clearTimeout(question?.timer);
    return question;
  }

  function refuseSlow(number: number): void {
    const question = pending.get(number);
    if (!question) return;
    question.reject(searchTooSlow());
    question.timer = setTimeout(() => giveUp(number), limits.stuckAfterMs);
  }

  function giveUp(number: number): void {
    settle(number)?.reject(searchUnavailable());
    limits.onStuck();
  }

  function open(send: (number: number) => void, isPatient: boolean, signal: AbortSignal | undefined) {
    lastNumber += 1;
    const number = lastNumber;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const timer = setTimeout(() => giveUp(number), limits.beginWithinMs);
    pending.set(number, { resolve, reject, isPatient, timer });
    const abort = () => settle(number)?.reject(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    send(number);
    return promise.finally(() => signal?.removeEventListener('abort', abort));
  }

  return {
    async ask(about, send, { signal, isPatient = false } = {}) {
      signal?.throwIfAborted();
      const answer = await open(send, isPatient, signal);
      if (!isAnswerTo(about, answer)) throw new Error(`The search worker answered about ${answer.about}.`);
      return answer;
    },
    begun(number) {
      const question = pending.get(number);
      if (!question) return;
      clearTimeout(question.timer);
      if (question.isPatient) return;
      question.timer = setTimeout(() => refuseSlow(number), limits.answerWithinMs);
    },
    answered: (number, answer) => settle(number)?.resolve(answer),
    failed: (number, error) => settle(number)?.reject(error),
    failAll(error) {
      for (const number of pending.keys()) settle(number)?.reject(error);
    },
  };
}

function isAnswerTo<About extends Topic>(about: About, answer: Answer): answer is AnswerTo<About> {
  return answer.about === about;
}
