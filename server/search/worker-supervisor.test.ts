import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../test/fakes/memory-store.ts';
import { parseSearchQuery } from '../domain/search-query.ts';
import { createLogger } from '../log.ts';
import { createSearchIndex } from './create-search-index.ts';
import { createDisabledSearch } from './disabled-search.ts';
import type { Answer, FromWorker, ToWorker, WorkerOptions } from './worker/messages.ts';
import type { startSearchThread } from './worker/search-thread.ts';
import type { ThreadEvents } from '../start-thread.ts';

interface StandIn {
  options: WorkerOptions;
  events: ThreadEvents<FromWorker>;
  posted: ToWorker[];
  isTerminated: boolean;
}

/** Threads that do nothing but what the test says. */
function standInThreads() {
  const threads: StandIn[] = [];
  const startThread: typeof startSearchThread = (options, events) => {
    const thread: StandIn = { options, events, posted: [], isTerminated: false };
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
const nothingFound: Answer = {
  about: 'find',
  hits: [],
  total: 0,
  relaxed: false,
  highlights: { terms: [], prefixes: [], phrases: [] },
};
const unavailable = expect.objectContaining({ code: 'unavailable', status: 503 });
const isReady = { kind: 'ready' as const, documents: 0, saved: null, problem: null };

function startIndex() {
  const { threads, startThread } = standInThreads();
  const clock = { now: () => Date.now(), monotonic: () => performance.now() };
  const store = createMemoryStore();
  const index = createSearchIndex({ store, log: createLogger('silent'), clock, startThread, folder: '/x' });
  return { index, threads };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The number of the question that was asked last. */
function lastQuestion(thread: StandIn | undefined): number {
  const asked = thread?.posted.findLast((message) => message.kind === 'ask');
  return asked?.number ?? 0;
}

/** Lets the index start its worker, says that it is ready, and sends one search to it. */
async function searchOnReadyWorker() {
  const { index, threads } = startIndex();
  await vi.advanceTimersByTimeAsync(0);
  threads[0]?.events.message(isReady);
  const answer = index.search(request);
  answer.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  return { index, threads, answer };
}

/** Closes the index whose last worker answers nothing any more. */
async function closeAfterPatience(index: ReturnType<typeof createSearchIndex>): Promise<void> {
  const closed = index.close();
  await vi.advanceTimersByTimeAsync(1000);
  await closed;
}

describe('a worker that fails', () => {
  it('makes waiting searches answer unavailable, is replaced at once and the next one answers', async () => {
    const { index, threads, answer } = await searchOnReadyWorker();
    threads[0]?.events.gone(new Error('out of memory'));
    await expect(answer).rejects.toEqual(unavailable);
    expect(await index.status()).toMatchObject({ state: 'unavailable' });
    await vi.advanceTimersByTimeAsync(0);
    expect(threads).toHaveLength(2);
    threads[1]?.events.message(isReady);
    await vi.advanceTimersByTimeAsync(0);
    const second = index.search(request);
    await vi.advanceTimersByTimeAsync(0);
    threads[1]?.events.message({
      kind: 'answer',
      number: lastQuestion(threads[1]),
      answer: nothingFound,
    });
    await expect(second).resolves.toMatchObject({ total: 0 });
    await closeAfterPatience(index);
    expect(threads[1]?.isTerminated).toBe(true);
  });

  it('is given a pause when its replacement dies soon too', async () => {
    const { threads, index } = await searchOnReadyWorker();
    threads[0]?.events.gone(new Error('first'));
    await vi.advanceTimersByTimeAsync(0);
    threads[1]?.events.message(isReady);
    threads[1]?.events.gone(new Error('second'));
    await vi.advanceTimersByTimeAsync(29_000);
    expect(threads).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2000);
    expect(threads).toHaveLength(3);
    await closeAfterPatience(index);
  });

  it('before it has opened the saved index is replaced by one that does not open it', async () => {
    const { threads, index } = startIndex();
    await vi.advanceTimersByTimeAsync(0);
    expect(threads[0]?.options.opensSaved).toBe(true);
    threads[0]?.events.gone(new Error('out of memory'));
    await vi.advanceTimersByTimeAsync(0);
    expect(threads[1]?.options.opensSaved).toBe(false);
    await closeAfterPatience(index);
  });

  it('before it was ready is replaced, and who waited for it is answered by the next one', async () => {
    const { threads, index } = startIndex();
    const answer = index.search(request);
    await vi.advanceTimersByTimeAsync(0);
    threads[0]?.events.gone(new Error('out of memory'));
    await vi.advanceTimersByTimeAsync(0);
    threads[1]?.events.message(isReady);
    await vi.advanceTimersByTimeAsync(0);
    const number = lastQuestion(threads[1]);
    threads[1]?.events.message({ kind: 'answer', number, answer: nothingFound });
    await expect(answer).resolves.toMatchObject({ total: 0 });
    await closeAfterPatience(index);
  });

  it('is refused to the caller after 500 ms of one search, and ended when it is stuck', async () => {
    const { threads, index, answer } = await searchOnReadyWorker();
    threads[0]?.events.message({ kind: 'begun', number: lastQuestion(threads[0]) });
    await vi.advanceTimersByTimeAsync(501);
    await expect(answer).rejects.toEqual(unavailable);
    expect(threads[0]?.isTerminated).toBe(false);
    await vi.advanceTimersByTimeAsync(5000);
    expect(threads[0]?.isTerminated).toBe(true);
    expect(threads).toHaveLength(2);
    await closeAfterPatience(index);
  });

  it('is kept when the slow answer comes in the end', async () => {
    const { threads, index, answer } = await searchOnReadyWorker();
    const number = lastQuestion(threads[0]);
    threads[0]?.events.message({ kind: 'begun', number });
    await vi.advanceTimersByTimeAsync(501);
    await expect(answer).rejects.toEqual(unavailable);
    threads[0]?.events.message({ kind: 'answer', number, answer: nothingFound });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(threads).toHaveLength(1);
    await closeAfterPatience(index);
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
    await closeAfterPatience(index);
    await expect(answer).rejects.toEqual(unavailable);
    await expect(index.search(request)).rejects.toEqual(unavailable);
  });

  it('is refused with a hint where search is switched off', async () => {
    const search = createDisabledSearch();
    await expect(search.search(request)).rejects.toMatchObject({
      code: 'unavailable',
      hint: expect.stringContaining('COMMONPLACE_SEARCH=off'),
    });
    expect(await search.status()).toMatchObject({ state: 'off' });
  });
});

describe('closing', () => {
  it('gives the worker a second to save, and ends it whether it has or not', async () => {
    const { index, threads } = await searchOnReadyWorker();
    const closed = index.close();
    await vi.advanceTimersByTimeAsync(999);
    expect(threads[0]?.posted.at(-1)).toMatchObject({ kind: 'ask', question: { about: 'close' } });
    expect(threads[0]?.isTerminated).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await closed;
    expect(threads[0]?.isTerminated).toBe(true);
  });

  it('waits no longer than the worker needs', async () => {
    const { index, threads } = await searchOnReadyWorker();
    const closed = index.close();
    await vi.advanceTimersByTimeAsync(0);
    const number = lastQuestion(threads[0]);
    threads[0]?.events.message({ kind: 'answer', number, answer: { about: 'close' } });
    await expect(closed).resolves.toBeUndefined();
  });
});
