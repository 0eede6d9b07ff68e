import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptySegment } from '../index/merge-segments.ts';
import type { Segment } from '../index/segment.ts';
import { createIndexSaver } from './index-saver.ts';
import type { SavedState } from './messages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const saved: SavedState = { bytes: 1, at: '2026-01-01T00:00:00.000Z' };

function startSaver() {
  const written: { segment: Segment; done: () => void; fail: () => void }[] = [];
  const failures: unknown[] = [];
  const states: SavedState[] = [];
  const saver = createIndexSaver({
    place: { folder: '/index', instanceId: 'ws_one' },
    merger: {
      save: (_place, segment) =>
        new Promise((resolve, reject) => {
          const fail = () => reject(new Error('ENOSPC'));
          written.push({ segment, done: () => resolve(saved), fail });
        }),
    },
    onSaved: (state) => states.push(state),
    onFailure: (error) => failures.push(error),
    now: () => Date.now(),
  });
  return { saver, written, failures, states };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

describe('saving an index that changes all the time', () => {
  it('happens at once the first time, then once a minute at most, and always with the latest', async () => {
    const { saver, written, states } = startSaver();
    const [first, second, third] = [emptySegment(), emptySegment(), emptySegment()];
    saver.offer(first);
    expect(written.map(({ segment }) => segment)).toEqual([first]);
    saver.offer(second);
    written[0]?.done();
    await settled();
    expect([written.length, saver.isBehind, states]).toEqual([1, true, [saved]]);
    saver.offer(third);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(written).toHaveLength(2);
    expect(written[1]?.segment).toBe(third);
    written[1]?.done();
    await settled();
    expect(saver.isBehind).toBe(false);
  });

  it('is tried again a minute after a failure, with the latest', async () => {
    const { saver, written, failures } = startSaver();
    saver.offer(emptySegment());
    written[0]?.fail();
    await vi.advanceTimersByTimeAsync(59_000);
    expect([written.length, failures.length, saver.isBehind]).toEqual([1, 1, true]);
    const latest = emptySegment();
    saver.offer(latest);
    await vi.advanceTimersByTimeAsync(1000);
    expect(written.map(({ segment }) => segment).at(-1)).toBe(latest);
    expect(written).toHaveLength(2);
  });

  it('waits for nothing when it is told to save now, but for the save that runs', async () => {
    const { saver, written } = startSaver();
    saver.offer(emptySegment());
    const now = emptySegment();
    let isDone = false;
    const done = saver.saveNow(now).then(() => (isDone = true));
    await settled();
    expect(written).toHaveLength(1);
    written[0]?.done();
    await settled();
    expect(written[1]?.segment).toBe(now);
    expect(isDone).toBe(false);
    written[1]?.done();
    expect(await done).toBe(true);
  });

  it('ends when it is stopped', async () => {
    const { saver, written } = startSaver();
    saver.offer(emptySegment());
    saver.offer(emptySegment());
    const stopped = saver.stop();
    written[0]?.done();
    await stopped;
    saver.offer(emptySegment());
    await vi.advanceTimersByTimeAsync(600_000);
    expect(written).toHaveLength(1);
  });
});
