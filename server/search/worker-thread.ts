import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FromWorker, ToWorker } from './search-messages.ts';

/** A running search worker. After `gone` it answers nothing more. */
export interface WorkerThread {
  post(message: ToWorker): void;
  /** Ends the thread whatever it is doing; `gone` is not called. */
  terminate(): Promise<void>;
}

/** Starts the worker. `gone` is called once, when it ends without being asked to. */
export function startWorkerThread(events: {
  message: (message: FromWorker) => void;
  gone: (cause: unknown) => void;
}): WorkerThread {
  const file = new URL(`search-worker${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(file, { execArgv: ['--disable-warning=ExperimentalWarning'] });
  let isOver = false;
  const goneOnce = (cause: unknown) => {
    if (isOver) return;
    isOver = true;
    events.gone(cause);
  };
  worker.on('message', (message: FromWorker) => {
    if (!isOver) events.message(message);
  });
  worker.on('error', goneOnce);
  worker.on('exit', (code) => goneOnce(new Error(`The search worker ended with code ${code}.`)));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    post: (message) => worker.postMessage(message),
    async terminate() {
      isOver = true;
      await worker.terminate();
    },
  };
}
