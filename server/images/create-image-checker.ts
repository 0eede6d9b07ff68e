import type { CheckedImage } from '../domain/image.ts';
import { AppError, badRequest } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { CheckOptions, ImageChecker } from '../image-ports.ts';
import { handedOver } from './handed-over.ts';
import type { CheckReport } from './image-messages.ts';
import { startImageThread, type ImageThread } from './image-thread.ts';

/** So long may the work on one picture take (security U4); the largest that are accepted take a tenth of it. */
export const WORK_MS = 500;
/** So long may a thread take to begin. */
const BEGIN_MS = 10_000;
/** The thread goes when no picture came for so long. */
const IDLE_MS = 30_000;
/** Pictures that wait are in memory: more than these are sent away. */
const MOST_WAITING = 20;

interface Job {
  number: number;
  bytes: Uint8Array;
  options: CheckOptions;
  outcome: PromiseWithResolvers<CheckedImage>;
}

export interface ImageCheckerOptions {
  log: Logger;
  startThread?: typeof startImageThread;
}

/**
 * Checks pictures one by one in a thread of its own. A picture that keeps it busy for longer than half a second is
 * refused, the thread ended and another started for the next one; so no file can hold up or bring down the program.
 */
export function createImageChecker({
  log,
  startThread = startImageThread,
}: ImageCheckerOptions): ImageChecker {
  const waiting: Job[] = [];
  let current: Job | undefined;
  let thread: ImageThread | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastNumber = 0;
  let isClosed = false;

  function next(): void {
    clearTimeout(timer);
    current = waiting.shift();
    if (!current) {
      timer = setTimeout(endThread, IDLE_MS).unref();
      return;
    }
    thread ??= startThread({ message: receive, gone: (cause) => lose(cause, interrupted()) });
    timer = setTimeout(() => lose(new Error('It did not begin.'), interrupted()), BEGIN_MS);
    const { bytes, transfer } = handedOver(current.bytes);
    const { declaredType, maxBytes } = current.options;
    thread.post({ number: current.number, bytes, declaredType, maxBytes }, transfer);
  }

  function receive(report: CheckReport): void {
    const job = current;
    if (report.number !== job?.number) return;
    if (report.kind === 'begun') {
      clearTimeout(timer);
      // A turn later: when this thread was the slow one, the outcome has arrived meanwhile.
      const tooLate = () => job === current && lose(new Error('It took too long.'), takesTooLong());
      timer = setTimeout(() => setImmediate(tooLate), WORK_MS);
      return;
    }
    settle(job, report);
    next();
  }

  /** Ends the thread with whatever it is doing. */
  function lose(cause: unknown, refusal: AppError): void {
    log.warn({ err: cause }, 'the thread that checks pictures is replaced');
    endThread();
    current?.outcome.reject(refusal);
    next();
  }

  function endThread(): void {
    const ending = thread;
    thread = undefined;
    ending?.terminate().catch((error: unknown) => log.warn({ err: error }, 'a thread did not end'));
  }

  return {
    check(bytes, options) {
      if (isClosed || waiting.length >= MOST_WAITING) return Promise.reject(busy());
      const job = {
        number: (lastNumber += 1),
        bytes,
        options,
        outcome: Promise.withResolvers<CheckedImage>(),
      };
      waiting.push(job);
      if (!current) next();
      return job.outcome.promise;
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      for (const job of [...(current ? [current] : []), ...waiting]) job.outcome.reject(busy());
      current = undefined;
      waiting.length = 0;
      const ending = thread;
      thread = undefined;
      await ending?.terminate();
    },
  };
}

function settle({ outcome }: Job, report: Exclude<CheckReport, { kind: 'begun' }>): void {
  if (report.kind === 'checked') outcome.resolve(report.image);
  else if (report.kind === 'failed')
    outcome.reject(new Error(`The check of a picture failed: ${report.reason}`));
  else {
    const { code, message, hint, details } = report.refusal;
    outcome.reject(
      new AppError(code, message, { ...(hint !== undefined && { hint }), ...(details && { details }) }),
    );
  }
}

function takesTooLong(): AppError {
  return badRequest('The picture takes too long to check.', {
    hint: 'Open it on your device and save or export it anew, then send that file.',
  });
}

function interrupted(): AppError {
  return new AppError('unavailable', 'The check of the picture was interrupted.', { hint: 'Send it again.' });
}

function busy(): AppError {
  return new AppError('unavailable', 'Too many pictures are being checked at the moment.', {
    hint: 'Send it again in a moment.',
  });
}
