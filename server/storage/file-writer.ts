import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { WriterLost, type NewFile } from './file-system.ts';

/** The thread goes when nothing was to be written for so long. */
const IDLE_MS = 5000;

export interface WriteJob {
  id: number;
  files: readonly NewFile[];
}

/** What came of a job; `error` is that of the disk. */
export interface WriteResult {
  id: number;
  error?: { message: string; code: string };
}

/**
 * Encodes and writes many files in a thread of its own. Each takes five calls to the kernel, and through Node's pool
 * each call costs the event loop, where saves are made, more than the call itself takes; and a save's own flush
 * waits in line behind them. There is no thread before the first call, nor some seconds after the last.
 */
export function createFileWriter(): (files: readonly NewFile[]) => Promise<void> {
  const underWay = new Map<number, PromiseWithResolvers<void>>();
  let worker: Worker | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;

  function start(): Worker {
    const file = new URL(`file-writer-worker${extname(import.meta.url)}`, import.meta.url);
    const started = new Worker(file, { execArgv: ['--disable-warning=ExperimentalWarning'] });
    const gone = (cause: unknown) => {
      if (worker !== started) return;
      worker = undefined;
      for (const job of underWay.values()) job.reject(new WriterLost('The thread is gone.', { cause }));
      underWay.clear();
    };
    started.on('message', settle);
    started.on('error', gone);
    started.on('exit', (code) => gone(new Error(`It ended with code ${code}.`)));
    return started;
  }

  function settle({ id, error }: WriteResult): void {
    const job = underWay.get(id);
    underWay.delete(id);
    if (underWay.size === 0) rest();
    if (error) job?.reject(Object.assign(new Error(error.message), { code: error.code }));
    else job?.resolve();
  }

  /** A thread without work keeps neither the process nor its memory. */
  function rest(): void {
    worker?.unref();
    idleTimer = setTimeout(() => {
      const ending = worker;
      worker = undefined;
      ending?.terminate().catch(() => undefined);
    }, IDLE_MS).unref();
  }

  return (files) => {
    clearTimeout(idleTimer);
    const job = Promise.withResolvers<void>();
    const message: WriteJob = { id: (lastId += 1), files };
    underWay.set(message.id, job);
    worker ??= start();
    worker.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(message);
    return job.promise;
  };
}
