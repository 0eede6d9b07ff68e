import { describe, expect, it } from 'vitest';
import { createProviderHealth } from './provider-health.ts';
import { ProviderError } from './provider-error.ts';

function startHealth(chance = 1) {
  let time = 1000;
  let changes = 0;
  const health = createProviderHealth({
    now: () => time,
    random: () => chance,
    backOff: { firstMs: 1000, mostMs: 300_000 },
    changed: () => (changes += 1),
  });
  return {
    health,
    changes: () => changes,
    /** Fails as soon as it may, and says how long the wait is. */
    fail: (retryAfterMs: number | null = null): number => {
      time = Math.max(time, health.retryAt ?? 0);
      health.failed(new ProviderError('unreachable', 'It is down.', { retryAfterMs }));
      return (health.retryAt ?? 0) - time;
    },
    moveTo: (at: number) => (time = at),
  };
}

describe('back-off', () => {
  it('doubles from 1 s to 5 minutes, and starts over when the provider is well', () => {
    const { health, fail } = startHealth();
    const waits = Array.from({ length: 11 }, () => fail() / 1000);
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
    health.succeeded();
    expect([health.problem, health.retryAt, health.isOpen()]).toEqual([null, null, true]);
    expect(fail()).toBe(1000);
  });

  it('leaves half of the wait to chance, but never less than a second', () => {
    const { fail } = startHealth(0);
    expect([fail(), fail(), fail(), fail()]).toEqual([1000, 1000, 2000, 4000]);
  });

  it('honours Retry-After up to an hour', () => {
    const { fail } = startHealth();
    expect(fail(90_000)).toBe(90_000);
    expect(fail(1e12)).toBe(3_600_000);
  });

  it('opens when the time has come, and counts failures that come together once', () => {
    const { health, fail, moveTo } = startHealth();
    fail();
    expect([health.problem, health.isOpen()]).toEqual(['It is down.', false]);
    health.failed(new ProviderError('unreachable', 'It is down.'));
    expect(health.retryAt).toBe(2000);
    moveTo(2000);
    expect(health.isOpen()).toBe(true);
    expect(fail()).toBe(2000);
  });

  it('tells whoever listens of every change, and of none when all stays well', () => {
    const { health, fail, changes } = startHealth();
    health.succeeded();
    expect(changes()).toBe(0);
    fail();
    health.succeeded();
    expect(changes()).toBe(2);
  });
});
