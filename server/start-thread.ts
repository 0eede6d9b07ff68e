import { extname } from 'node:path';
import { Worker, type ResourceLimits, type Transferable } from 'node:worker_threads';

/** A running worker. After `gone` it answers nothing more. */
export interface Thread<Sent> {
  /** What is in `handedOver` is not copied: it is the thread's from then on, and of no use here. */
  post(message: Sent, handedOver?: readonly Transferable[]): void;
  /** Ends the thread whatever it is doing; `gone` is not called. */
  terminate(): Promise<void>;
}

export interface ThreadEvents<Received> {
  message: (message: Received) => void;
  /** Called once, when the thread ends without being asked to. */
  gone: (cause: unknown) => void;
}

export interface ThreadOptions {
  /** File of the worker, without its ending. */
  name: 'search-worker' | 'merge-worker' | 'semantic-worker' | 'image-worker';
  /** Address of the module that starts it, beside which that file lies. */
  beside: string;
  data?: unknown;
  /** A thread that needs more is ended instead of the whole program. */
  resourceLimits?: ResourceLimits;
}

/** Starts a worker. Types of the messages are the caller's word. */
export function startThread<Sent, Received>(
  { name, beside, data, resourceLimits }: ThreadOptions,
  events: ThreadEvents<Received>,
): Thread<Sent> {
  const file = new URL(`./${name}${extname(beside)}`, beside);
  const worker = new Worker(file, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    workerData: data,
    ...(resourceLimits && { resourceLimits }),
  });
  let isOver = false;
  const goneOnce = (cause: unknown) => {
    if (isOver) return;
    isOver = true;
    events.gone(cause);
  };
  worker.on('message', (message: Received) => {
    if (!isOver) events.message(message);
  });
  worker.on('error', goneOnce);
  worker.on('exit', (code) => goneOnce(new Error(`The ${name} ended with code ${code}.`)));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    post: (message, handedOver) => worker.postMessage(message, handedOver),
    async terminate() {
      isOver = true;
      await worker.terminate();
    },
  };
}
