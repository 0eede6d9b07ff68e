import { setTimeout } from 'node:timers/promises';
import { AppError, badRequest } from '../errors.ts';
import type { MarkdownTarget } from './export-markdown.ts';

/** An archive that goes to a browser as it is made: of it no more than a piece is in memory, and nothing on the disk. */
export interface Download {
  /** What to read, once. @throws {AppError} gone the second time, and when it has ended */
  fetch(): ReadableStream<Uint8Array>;
  /** Nothing more comes, and why. */
  fail(reason: unknown): void;
  /**
   * Waits until it is fetched, then makes the archive of what `fill` writes, as fast as it is read.
   *
   * @param time of all files, in milliseconds
   * @throws {AppError} bad_request when nobody fetches it, or stops to; whatever aborted the signal
   */
  send<T>(time: number, fill: (target: MarkdownTarget) => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** @param waitMs how long it waits to be fetched */
export function createDownload(waitMs: number): Download {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const fetched = Promise.withResolvers<void>();
  let isOpen = true;

  async function untilFetched(signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    const tooLate = setTimeout(waitMs, undefined, { signal: AbortSignal.any([over.signal, signal]) }).then(
      () => {
        throw badRequest('The browser did not fetch the archive.', { hint: 'Download it again.' });
      },
    );
    try {
      await Promise.race([fetched.promise, tooLate]);
    } finally {
      isOpen = false;
      over.abort();
      tooLate.catch(() => undefined);
    }
    signal.throwIfAborted();
  }

  return {
    fetch() {
      if (!isOpen) throw noMore();
      isOpen = false;
      fetched.resolve();
      return readable;
    },
    fail(reason) {
      isOpen = false;
      if (!writable.locked) abort(writable.getWriter(), reason);
    },
    async send(time, fill, signal) {
      await untilFetched(signal);
      const writer = writable.getWriter();
      const stop = () => abort(writer, signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      try {
        const { zipInto } = await import('./zip-target.ts');
        const answer = await zipInto((bytes) => writer.write(bytes), time, fill);
        await writer.close();
        return answer;
      } catch (error) {
        const isStopped = writer.desiredSize === null && !signal.aborted;
        abort(writer, error);
        throw isStopped ? stopped(error) : error;
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
  };
}

export const noMore = () =>
  new AppError('gone', 'This archive was fetched already, or is no more.', {
    hint: 'Download it again from the page Backup and data.',
  });

/** Whoever reads learns of it; that the stream is closed already is fine. */
function abort(writer: WritableStreamDefaultWriter<Uint8Array>, reason: unknown): void {
  writer.abort(reason).catch(() => undefined);
  writer.closed.catch(() => undefined);
}

const stopped = (cause: unknown) =>
  badRequest('The browser stopped the download before its end.', { hint: 'Download it again.', cause });
