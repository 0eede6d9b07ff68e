import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { documentHead } from '../../../test/builders/document-head.ts';
import { createMemoryStore } from '../../../test/fakes/memory-store.ts';
import { createLogger } from '../../log.ts';
import { startProviderRun } from './provider-run.ts';
import type { SemanticProgress, ToSemanticWorker } from './semantic-messages.ts';
import type { SemanticThreadEvents, startSemanticThread } from './semantic-thread.ts';

const READY: SemanticProgress = {
  received: 1,
  isReady: true,
  embedded: 1,
  documents: 1,
  isBusy: false,
  problem: null,
  retryAt: null,
};
const request = { text: 'pump', visible: [], filter: {} };

/** Threads that do nothing but what the test says. */
function startRun() {
  const threads: { events: SemanticThreadEvents; posted: ToSemanticWorker[]; isTerminated: boolean }[] = [];
  const startThread: typeof startSemanticThread = (_config, events) => {
    const thread = { events, posted: [] as ToSemanticWorker[], isTerminated: false };
    threads.push(thread);
    return {
      post: (message) => void thread.posted.push(message),
      terminate: async () => {
        thread.isTerminated = true;
      },
    };
  };
  const store = createMemoryStore();
  store.seed('documents', documentHead({ id: 'doc_one' }), 'text');
  const run = startProviderRun({
    config: {
      provider: { kind: 'ollama', url: 'http://127.0.0.1:11434', model: 'm', dimensions: null },
      key: null,
      folder: '/nowhere',
      instanceId: 'ws',
      backOff: { firstMs: 1, mostMs: 1 },
    },
    store,
    log: createLogger('silent'),
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    startThread,
  });
  return { run, threads };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a semantic worker', () => {
  it('that is lost leaves full text at once, and is replaced and told everything again', async () => {
    const { run, threads } = startRun();
    threads[0]?.events.message({ kind: 'progress', progress: READY });
    await vi.advanceTimersByTimeAsync(60_001);
    const answer = run.rank(request, undefined);
    threads[0]?.events.gone(new Error('out of memory'));
    expect(await answer).toBeNull();
    expect(run.status().state).toBe('building');
    expect(await run.rank(request, undefined)).toBeNull();
    await vi.advanceTimersByTimeAsync(1000);
    expect(threads).toHaveLength(2);
    expect(threads[1]?.posted.map(({ kind }) => kind)).toEqual(['documents', 'all-known']);
    await run.close();
  });

  it('that dies soon after its start is given a minute, not a loop', async () => {
    const { run, threads } = startRun();
    threads[0]?.events.gone(new Error('first'));
    await vi.advanceTimersByTimeAsync(59_000);
    expect(threads).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(threads).toHaveLength(2);
    await run.close();
  });

  it('that does not answer in time leaves full text', async () => {
    const { run, threads } = startRun();
    threads[0]?.events.message({ kind: 'progress', progress: READY });
    const answer = run.rank(request, undefined);
    await vi.advanceTimersByTimeAsync(1601);
    expect(await answer).toBeNull();
    await run.close();
  });

  it('is not called ready before it has heard of every change', async () => {
    const { run, threads } = startRun();
    await vi.advanceTimersByTimeAsync(0);
    threads[0]?.events.message({ kind: 'progress', progress: READY });
    expect(run.status().state).toBe('ready');
    const after = documentHead({ id: 'doc_two' });
    run.applied([{ collection: 'documents', before: undefined, after }]);
    expect(run.status().state).toBe('building');
    threads[0]?.events.message({ kind: 'progress', progress: { ...READY, received: 2 } });
    expect(run.status().state).toBe('ready');
    await run.close();
  });

  it('ends with the run, and nothing is started after it', async () => {
    const { run, threads } = startRun();
    threads[0]?.events.gone(new Error('lost'));
    await run.close();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(threads).toHaveLength(1);
    const other = startRun();
    await other.run.close();
    expect(other.threads[0]?.isTerminated).toBe(true);
  });
});
