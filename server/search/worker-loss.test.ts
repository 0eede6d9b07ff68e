import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../test/fakes/memory-store.ts';
import { parseSearchQuery } from '../domain/search-query.ts';
import { createLogger } from '../log.ts';
import { createDisabledSearch, createSearchIndex } from './create-search-index.ts';
import type { ToWorker } from './search-messages.ts';
import type { startWorkerThread } from './worker-thread.ts';

type Events = Parameters<typeof startWorkerThread>[0];

/** Threads that do nothing but what the test says. */
function standInThreads() {
  const threads: { events: Events; posted: ToWorker[]; isTerminated: boolean }[] = [];
  const startThread: typeof startWorkerThread = (events) => {
    const thread = { events, posted: [] as ToWorker[], isTerminated: false };
    threads.push(thread);
    return {
      post: (message) => void thread.posted.push(message),
      terminate: async () => {
        thread.isTerminated = true;
      },
    };
  };
  return { threads, startThread };
}

const request = { query: parseSearchQuery('pump').query, visible: [], filter: {}, limit: 25, offset: 0 };
const found = { hits: [], total: 0, relaxed: false };
const unavailable = expect.objectContaining({ code: 'unavailable', status: 503 });

function startIndex() {
  const { threads, startThread } = standInThreads();
  const clock = { now: () => Date.now(), monotonic: () => performance.now() };
  const index = createSearchIndex({
    store: createMemoryStore(),
    log: createLogger('silent'),
    clock,
    startThread,
  });
  return { index, threads };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Lets the index start its worker, says that it is ready, and sends one search to it. */
async function searchOnReadyWorker() {
  const { index, threads } = startIndex();
  await vi.advanceTimersByTimeAsync(0);
  threads[0]?.events.message({ kind: 'ready' });
  const answer = index.search(request);
  answer.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  return { index, threads, answer };
}

describe('a worker that fails', () => {
  it('makes waiting searches answer unavailable, is replaced at once and the next one answers', async () => {
    const { index, threads, answer } = await searchOnReadyWorker();
    threads[0]?.events.gone(new Error('out of memory'));
    await expect(answer).rejects.toEqual(unavailable);
    await vi.advanceTimersByTimeAsync(0);
    expect(threads).toHaveLength(2);
    threads[1]?.events.message({ kind: 'ready' });
    const second = index.search(request);
    await vi.advanceTimersByTimeAsync(0);
    threads[1]?.events.message({ kind: 'found', number: 2, found });
    await expect(second).resolves.toMatchObject({ total: 0 });
    await index.close();
    expect(threads[1]?.isTerminated).toBe(true);
  });

  it('is given a pause when its replacement dies soon too', async () => {
    const { threads, index } = await searchOnReadyWorker();
    threads[0]?.events.gone(new Error('first'));
    await vi.advanceTimersByTimeAsync(0);
    threads[1]?.events.gone(new Error('second'));
    await vi.advanceTimersByTimeAsync(29_000);
    expect(threads).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2000);
    expect(threads).toHaveLength(3);
    await index.close();
  });

  it('is refused to the caller after 500 ms of one search, and ended when it is stuck', async () => {
    const { threads, index, answer } = await searchOnReadyWorker();
    threads[0]?.events.message({ kind: 'searching', number: 1 });
    await vi.advanceTimersByTimeAsync(501);
    await expect(answer).rejects.toEqual(unavailable);
    expect(threads[0]?.isTerminated).toBe(false);
    await vi.advanceTimersByTimeAsync(5000);
    expect(threads[0]?.isTerminated).toBe(true);
    expect(threads).toHaveLength(2);
    await index.close();
  });

  it('is kept when the slow answer comes in the end', async () => {
    const { threads, index, answer } = await searchOnReadyWorker();
    threads[0]?.events.message({ kind: 'searching', number: 1 });
    await vi.advanceTimersByTimeAsync(501);
    await expect(answer).rejects.toEqual(unavailable);
    threads[0]?.events.message({ kind: 'found', number: 1, found });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(threads).toHaveLength(1);
    await index.close();
  });
});

describe('a search', () => {
  it('ends with the reason of its signal when it is aborted', async () => {
    const { index } = startIndex();
    const abort = new AbortController();
    const answer = index.search({ ...request, signal: abort.signal });
    abort.abort(new Error('the caller went away'));
    await expect(answer).rejects.toThrow('the caller went away');
    await index.close();
  });

  it('answers unavailable after the index was closed, and while it waits for it', async () => {
    const { index, answer } = await searchOnReadyWorker();
    await index.close();
    await expect(answer).rejects.toEqual(unavailable);
    await expect(index.search(request)).rejects.toEqual(unavailable);
  });

  it('is refused with a hint where search is switched off', async () => {
    await expect(createDisabledSearch().search(request)).rejects.toMatchObject({
      code: 'unavailable',
      hint: expect.stringContaining('COMMONPLACE_SEARCH=off'),
    });
  });
});
