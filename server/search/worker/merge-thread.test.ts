import { describe, expect, it, vi } from 'vitest';
import { emptySegment } from '../index/merge-segments.ts';
import type { FromMergeWorker, ToMergeWorker } from './merge-messages.ts';
import { createMergeThread } from './merge-thread.ts';
import type { startThread, ThreadEvents } from '../../start-thread.ts';

interface StandIn {
  posted: ToMergeWorker[];
  events: ThreadEvents<FromMergeWorker>;
  isTerminated: boolean;
}

const PLACE = { folder: '/index', instanceId: 'ws_one' };
const saved = { bytes: 1, at: '2026-01-01T00:00:00.000Z' };

function startMerger() {
  const threads: StandIn[] = [];
  const start = ((_options: unknown, events: ThreadEvents<FromMergeWorker>) => {
    const thread: StandIn = { posted: [], events, isTerminated: false };
    threads.push(thread);
    return {
      post: (message: ToMergeWorker) => void thread.posted.push(message),
      terminate: async () => void (thread.isTerminated = true),
    };
  }) as typeof startThread;
  return { threads, merger: createMergeThread(start) };
}

describe('the merge worker', () => {
  it('is started by the first job, does the next ones too, and ends when it was idle for a while', async () => {
    vi.useFakeTimers();
    try {
      const { threads, merger } = startMerger();
      expect(threads).toHaveLength(0);
      const jobs = [merger.save(PLACE, emptySegment()), merger.check(PLACE)];
      expect(threads).toHaveLength(1);
      threads[0]?.events.message({ number: 1, result: { work: 'save', saved } });
      vi.advanceTimersByTime(60_000);
      expect(threads[0]?.isTerminated).toBe(false);
      threads[0]?.events.message({ number: 2, result: { work: 'check', isWhole: true } });
      expect(await Promise.all(jobs)).toEqual([saved, true]);
      vi.advanceTimersByTime(60_000);
      expect(threads[0]?.isTerminated).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  it('that is lost fails its jobs; the next job gets another one', async () => {
    const { threads, merger } = startMerger();
    const lost = merger.check(PLACE);
    threads[0]?.events.gone(new Error('out of memory'));
    await expect(lost).rejects.toThrow('The merge worker was lost.');
    const next = merger.check(PLACE);
    threads[1]?.events.message({ number: 2, result: { work: 'check', isWhole: null } });
    expect(await next).toBeNull();
  });

  it('hands on why a job failed, and goes on', async () => {
    const { threads, merger } = startMerger();
    const failed = merger.save(PLACE, emptySegment());
    threads[0]?.events.message({ number: 1, failure: 'ENOSPC' });
    await expect(failed).rejects.toThrow('ENOSPC');
    const next = merger.save(PLACE, emptySegment());
    threads[0]?.events.message({ number: 2, result: { work: 'save', saved } });
    expect([await next, threads.length]).toEqual([saved, 1]);
  });

  it('fails what it has not done when it is ended', async () => {
    const { threads, merger } = startMerger();
    const job = merger.check(PLACE);
    await Promise.all([expect(job).rejects.toThrow('ended'), merger.end()]);
    expect(threads[0]?.isTerminated).toBe(true);
  });
});
