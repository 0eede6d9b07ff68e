import type { MergeInput } from '../index/merge-segments.ts';
import type { Segment } from '../index/segment.ts';
import type { FromMergeWorker, MergeJob, MergeResult, SavedPlace, ToMergeWorker } from './merge-messages.ts';
import type { SavedState } from './messages.ts';
import { startThread, type Thread } from '../../start-thread.ts';

/** A burst of edits needs several merges: the thread stays for so long after the last one. */
const IDLE_MS = 5000;
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 8 };

type ResultOf<Work extends MergeJob['work']> = Extract<MergeResult, { work: Work }>;

/**
 * The merge worker, started when there is work and ended when there is none. Everything rejects when the job fails or
 * the thread is lost; the next job gets another thread.
 */
export interface MergeThread {
  merge(input: MergeInput): Promise<Segment>;
  save(place: SavedPlace, segment: Segment): Promise<SavedState>;
  /** Whether the saved index is whole; null when there is none. */
  check(place: SavedPlace): Promise<boolean | null>;
  end(): Promise<void>;
}

interface PendingJob {
  resolve(result: MergeResult): void;
  reject(error: Error): void;
}

export function createMergeThread(start: typeof startThread = startThread): MergeThread {
  const pending = new Map<number, PendingJob>();
  let thread: Thread<ToMergeWorker> | null = null;
  let lastNumber = 0;
  let idle: NodeJS.Timeout | undefined;

  function running(): Thread<ToMergeWorker> {
    clearTimeout(idle);
    thread ??= start<ToMergeWorker, FromMergeWorker>(
      { name: 'merge-worker', beside: import.meta.url, resourceLimits: RESOURCE_LIMITS },
      { message: receive, gone },
    );
    return thread;
  }

  function receive(message: FromMergeWorker): void {
    const job = pending.get(message.number);
    pending.delete(message.number);
    if ('result' in message) job?.resolve(message.result);
    else job?.reject(new Error(message.failure));
    if (pending.size === 0) idle = setTimeout(() => void end(), IDLE_MS).unref();
  }

  function gone(cause: unknown): void {
    thread = null;
    failAll(new Error('The merge worker was lost.', { cause }));
  }

  function failAll(error: Error): void {
    for (const job of pending.values()) job.reject(error);
    pending.clear();
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const last = thread;
    thread = null;
    failAll(new Error('The merge worker was ended.'));
    await last?.terminate();
  }

  async function run<Work extends MergeJob['work']>(
    work: Work,
    job: Extract<MergeJob, { work: Work }>,
  ): Promise<ResultOf<Work>> {
    const { promise, resolve, reject } = Promise.withResolvers<MergeResult>();
    lastNumber += 1;
    const number = lastNumber;
    pending.set(number, { resolve, reject });
    running().post({ number, job });
    const result = await promise;
    if (!isResultOf(work, result)) throw new Error(`The merge worker answered with ${result.work}.`);
    return result;
  }

  return {
    merge: async (input) => (await run('merge', { work: 'merge', input })).segment,
    save: async (place, segment) => (await run('save', { work: 'save', place, segment })).saved,
    check: async (place) => (await run('check', { work: 'check', place })).isWhole,
    end,
  };
}

function isResultOf<Work extends MergeJob['work']>(
  work: Work,
  result: MergeResult,
): result is ResultOf<Work> {
  return result.work === work;
}
