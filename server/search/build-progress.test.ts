import { describe, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { createBuildProgress } from './build-progress.ts';

/** A watch over a building whose documents are counted down by hand, at a time that is set by hand. */
function watch() {
  const state = { now: 0, remaining: 0, told: 0 };
  const progress = createBuildProgress(() => state.remaining, {
    clock: { ...systemClock, monotonic: () => state.now },
    onProgress: () => (state.told += 1),
  });
  const take = (count: number) => {
    for (let taken = 0; taken < count; taken += 1) {
      state.remaining -= 1;
      progress.advanced();
    }
  };
  return { state, progress, take };
}

describe('how far the building of an index is', () => {
  it('is told at its beginning, a few times a second however many documents come, and at its end', async () => {
    const { state, progress, take } = watch();
    const { promise, resolve } = Promise.withResolvers<string>();
    state.remaining = 1_000;
    const built = progress.of(1_000, () => promise);
    expect([progress.progress, state.told]).toEqual([{ done: 0, total: 1_000 }, 1]);
    take(400);
    expect([progress.progress, state.told]).toEqual([{ done: 400, total: 1_000 }, 1]);
    state.now = 200;
    take(400);
    expect([progress.progress, state.told]).toEqual([{ done: 800, total: 1_000 }, 2]);
    resolve('done');
    expect(await built).toBe('done');
    expect([progress.progress, state.told]).toEqual([null, 3]);
  });

  it('ends with a building that fails', async () => {
    const { progress } = watch();
    await expect(progress.of(5, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(progress.progress).toBeNull();
  });

  it('is of the later of two, also when the earlier ends, and nothing is told of a building of nothing', async () => {
    const { state, progress } = watch();
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    const start = progress.of(3, () => first.promise);
    const rebuild = progress.of(7, () => second.promise);
    first.resolve();
    await start;
    expect(progress.progress).toEqual({ done: 7, total: 7 });
    second.resolve();
    await rebuild;
    const { told } = state;
    await progress.of(0, async () => undefined);
    expect([progress.progress, state.told]).toEqual([null, told]);
  });
});
