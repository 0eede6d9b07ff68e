import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSlidingWindow } from './sliding-window.ts';

function movable() {
  const time = { now: 1_000_000 };
  return { time, clock: { monotonic: () => time.now } };
}

describe('a sliding window', () => {
  test('"120 pass, 121st → 429", and another key is unaffected', () => {
    const { clock } = movable();
    const window = createSlidingWindow({ limit: 120, clock });
    for (let use = 0; use < 120; use += 1) {
      expect(window.take('ada')).toMatchObject({ isAllowed: true, remaining: 119 - use });
    }
    expect(window.take('ada')).toMatchObject({ isAllowed: false, remaining: 0, retryAfterSeconds: 60 });
    expect(window.take('bob').isAllowed).toBe(true);
  });

  test('whoever waits as long as it was told is let in, and a millisecond earlier is not', () => {
    const { clock, time } = movable();
    const window = createSlidingWindow({ limit: 2, clock });
    window.take('ada');
    time.now += 10_000;
    window.take('ada');
    expect(window.take('ada')).toMatchObject({ isAllowed: false, retryAfterSeconds: 50, resetSeconds: 60 });
    time.now += 49_999;
    expect(window.take('ada').isAllowed).toBe(false);
    time.now += 1;
    expect(window.take('ada').isAllowed).toBe(true);
    expect(window.take('ada').isAllowed).toBe(false);
  });

  test('all is free again after the window at the latest, whatever the clock reads', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e12, noNaN: true }), (reading) => {
        const window = createSlidingWindow({ limit: 1, clock: { monotonic: () => reading } });
        expect(window.take('ada').resetSeconds).toBe(60);
        expect(window.take('ada').retryAfterSeconds).toBe(60);
      }),
      { examples: [[1234567.1], [0.1]] },
    );
  });

  test('refused uses do not count: waiting always helps', () => {
    const { clock, time } = movable();
    const window = createSlidingWindow({ limit: 1, clock });
    window.take('ada');
    for (let use = 0; use < 59; use += 1) {
      time.now += 1000;
      expect(window.take('ada').isAllowed).toBe(false);
    }
    time.now += 1000;
    expect(window.take('ada').isAllowed).toBe(true);
  });

  test('no span of a minute ever holds more than the limit, however uses are spread, and none is refused early', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 80 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 6 }), (pauses, limit) => {
        const { clock, time } = movable();
        const window = createSlidingWindow({ limit, clock });
        const passed: number[] = [];
        for (const pause of pauses) {
          time.now += pause;
          const recent = passed.filter((at) => at > time.now - 60_000).length;
          const { isAllowed } = window.take('ada');
          expect(isAllowed).toBe(recent < limit);
          if (isAllowed) passed.push(time.now);
        }
      }),
    );
  });

  test('a use that is given back counts no more, whichever it was; the others leave when they would have', () => {
    const step = fc.record({ pause: fc.integer({ min: 1, max: 20_000 }), back: fc.option(fc.nat()) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), fc.integer({ min: 1, max: 6 }), (steps, limit) => {
        const { clock, time } = movable();
        const window = createSlidingWindow({ limit, clock });
        const uses: { at: number; withdraw: () => void }[] = [];
        for (const { pause, back } of steps) {
          time.now += pause;
          const [given] = back === null ? [] : uses.splice(back % Math.max(1, uses.length), 1);
          given?.withdraw();
          if (given) continue;
          const recent = uses.filter(({ at }) => at > time.now - 60_000).length;
          const { isAllowed, withdraw } = window.take('ada');
          expect(isAllowed).toBe(recent < limit);
          if (isAllowed) uses.push({ at: time.now, withdraw });
          else withdraw();
        }
      }),
    );
  });

  test('remembers a bounded number of keys: the one that was not used for longest is forgotten', () => {
    const { clock } = movable();
    const window = createSlidingWindow({ limit: 1, clock, maxKeys: 100 });
    for (let key = 0; key < 100; key += 1) window.take(`key ${key}`);
    window.take('key 0');
    for (let key = 100; key < 150; key += 1) window.take(`key ${key}`);
    expect(window.size).toBe(100);
    expect(window.take('key 0').isAllowed).toBe(false);
    expect(window.take('key 1').isAllowed).toBe(true);
  });
});
