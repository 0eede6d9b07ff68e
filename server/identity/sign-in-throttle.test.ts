import { describe, expect, test } from 'vitest';
import { createMovableClock } from '../../test/builders/workspace.ts';
import { AppError } from '../errors.ts';
import { createDelays, tooManyTries } from './sign-in-throttle.ts';

const MINUTE = 60_000;

/** Minutes that a key has to wait now; 0 when it may try, which then counts as a failure. */
function given(maxKeys?: number) {
  const clock = createMovableClock();
  const delays = createDelays(clock, maxKeys);
  const waitOf = (key: string): number => {
    try {
      delays.begin(key);
      return 0;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return Number(error.details?.['retry_after']) / 60;
    }
  };
  return { clock, delays, waitOf };
}

describe('"per account: 5 failures then 1, 2, 4 … 15 min delay"', () => {
  test('five failures are free, then each further one doubles the wait up to 15 minutes, and never more', () => {
    const { clock, waitOf } = given();
    for (let failure = 1; failure <= 5; failure += 1) expect(waitOf('ada')).toBe(0);
    for (const minutes of [1, 2, 4, 8, 15, 15, 15]) {
      expect(waitOf('ada')).toBe(minutes);
      clock.advance(minutes * MINUTE - 1);
      expect(waitOf('ada')).toBeGreaterThan(0);
      clock.advance(1);
      expect(waitOf('ada')).toBe(0);
    }
  });

  test('"10,000 guesses → ≤ 60 evaluated per hour per account": it is 11 in the first hour, and 4 from then on', () => {
    const { clock, waitOf } = given();
    const evaluated = [0, 0, 0];
    for (let second = 0; second < 3 * 3600; second += 1) {
      for (let guess = 0; guess < 3; guess += 1)
        if (waitOf('ada') === 0) evaluated[Math.floor(second / 3600)]! += 1;
      clock.advance(1000);
    }
    expect(evaluated).toEqual([11, 4, 4]);
  });

  test('waiting refusals do not make it longer', () => {
    const { clock, waitOf } = given();
    for (let failure = 1; failure <= 5; failure += 1) waitOf('ada');
    for (let refusal = 0; refusal < 1000; refusal += 1) expect(waitOf('ada')).toBe(1);
    clock.advance(MINUTE);
    expect(waitOf('ada')).toBe(0);
  });

  test('tries that are under way count, so that many at once are no way around it', () => {
    const { delays } = given();
    const begun = Array.from({ length: 500 }, () => {
      try {
        return delays.begin('ada');
      } catch {
        return undefined;
      }
    });
    expect(begun.filter((attempt) => attempt !== undefined)).toHaveLength(5);
  });

  test('a success forgets the failures', () => {
    const { delays, waitOf } = given();
    for (let failure = 1; failure <= 4; failure += 1) waitOf('ada');
    delays.begin('ada').succeeded();
    for (let failure = 1; failure <= 5; failure += 1) expect(waitOf('ada')).toBe(0);
    expect(waitOf('ada')).toBe(1);
  });

  test('a try that was never checked does not count', () => {
    const { delays, waitOf } = given();
    const attempts = Array.from({ length: 5 }, () => delays.begin('ada'));
    expect(waitOf('ada')).toBe(1);
    for (const attempt of attempts) attempt.withdrawn();
    for (let failure = 1; failure <= 5; failure += 1) expect(waitOf('ada')).toBe(0);
  });

  test('one name waits alone', () => {
    const { waitOf } = given();
    for (let failure = 1; failure <= 5; failure += 1) waitOf('ada');
    expect(waitOf('ada')).toBe(1);
    expect(waitOf('bob')).toBe(0);
  });

  test('a day without a failure forgets those before', () => {
    const { clock, waitOf } = given();
    for (let failure = 1; failure <= 5; failure += 1) waitOf('ada');
    clock.advance(24 * 60 * MINUTE);
    for (let failure = 1; failure <= 5; failure += 1) expect(waitOf('ada')).toBe(0);
  });

  test('however many names are tried, a bounded number is remembered', () => {
    const { delays, waitOf } = given(100);
    for (let name = 0; name < 10_000; name += 1) waitOf(`name ${name}`);
    expect(delays.size).toBe(100);
  });
});

test('the refusal says how long to wait, and nothing about the account', () => {
  expect(tooManyTries(90_001)).toMatchObject({
    status: 429,
    message: 'There were too many tries to sign in.',
    hint: expect.stringContaining('Wait 2 minutes'),
    details: { retry_after: 91 },
  });
  expect(tooManyTries(1)).toMatchObject({
    hint: expect.stringContaining('Wait 1 s'),
    details: { retry_after: 1 },
  });
});
