import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FromSemanticWorker, SemanticConfig, ToSemanticWorker } from './semantic-messages.ts';

/** A running semantic worker. After `gone` it answers nothing more. */
export interface SemanticThread {
  post(message: ToSemanticWorker): void;
  /** Ends the thread whatever it is doing, requests to the provider included; `gone` is not called. */
  terminate(): Promise<void>;
}

export interface SemanticThreadEvents {
  message(message: FromSemanticWorker): void;
  /** Called once, when the thread ends without being asked to. */
  gone(cause: unknown): void;
}

export function startSemanticThread(config: SemanticConfig, events: SemanticThreadEvents): SemanticThread {
  const file = new URL(`semantic-worker${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(file, {
    workerData: config,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  let isOver = false;
  const goneOnce = (cause: unknown) => {
    if (isOver) return;
    isOver = true;
    events.gone(cause);
  };
  worker.on('message', (message: FromSemanticWorker) => {
    if (!isOver) events.message(message);
  });
  worker.on('error', goneOnce);
  worker.on('exit', (code) => goneOnce(new Error(`The semantic worker ended with code ${code}.`)));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    post: (message) => worker.postMessage(message),
    async terminate() {
      isOver = true;
      await worker.terminate();
    },
  };
}
