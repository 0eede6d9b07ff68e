import type { ReadOptions, ReadText } from './read-text.ts';
import type { ReadAnswer, ReadRequest } from './read-text-worker.ts';

/** A text that takes longer is shown as its characters. */
const PATIENCE_MS = 4_000;

let worker: Worker | undefined;
let last = 0;

/**
 * Reads a long text beside the page, which goes on answering. Resolves with `plain` when it takes too long.
 *
 * @throws {DOMException} AbortError when the signal fires
 */
export function readInBackground(
  markdown: string,
  options: ReadOptions,
  signal: AbortSignal,
): Promise<ReadText> {
  worker ??= new Worker(new URL('./read-text-worker.ts', import.meta.url), { type: 'module' });
  const reader = worker;
  last += 1;
  const request: ReadRequest = { number: last, markdown, options };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => giveUp(), PATIENCE_MS);
    const end = () => {
      clearTimeout(timer);
      reader.removeEventListener('message', receive);
      reader.removeEventListener('error', giveUp);
    };
    function receive({ data }: MessageEvent<ReadAnswer>) {
      if (data.number !== request.number) return;
      end();
      resolve(data.text);
    }
    /** It is stuck, or it fell: the next text gets a new one. */
    function giveUp() {
      end();
      reader.terminate();
      if (worker === reader) worker = undefined;
      resolve({ kind: 'plain' });
    }
    reader.addEventListener('message', receive);
    reader.addEventListener('error', giveUp);
    // It is read to its end all the same, so that a text that never ends is noticed.
    signal.addEventListener('abort', () =>
      reject(new DOMException('Nobody waits for this text.', 'AbortError')),
    );
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    reader.postMessage(request);
  });
}
