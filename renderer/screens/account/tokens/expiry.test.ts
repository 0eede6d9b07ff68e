import { describe, expect, it } from 'vitest';
import { dayIn, daysOnOffer, daysUntil } from './expiry.ts';

/** Noon, where the person is. */
const at = (year: number, month: number, date: number, hour = 12) =>
  new Date(year, month - 1, date, hour).getTime();

describe('a token that expires on a day', () => {
  it.each([
    ['2026-11-22', 1],
    ['2026-12-21', 30],
    ['2027-11-21', 365],
    ['2028-11-21', 731],
  ])('%s is %i days from 21 November 2026, at any time of that day', (day, days) => {
    for (const hour of [0, 12, 23]) expect(daysUntil(day, at(2026, 11, 21, hour))).toBe(days);
    expect(dayIn(days, at(2026, 11, 21))).toBe(day);
  });

  it('counts days of the calendar across the change of the clocks', () => {
    expect(daysUntil('2026-04-01', at(2026, 3, 1, 23))).toBe(31);
    expect(daysUntil('2026-11-15', at(2026, 10, 15, 0))).toBe(31);
  });

  it('is chosen from tomorrow on, for a hundred years', () => {
    const now = at(2026, 12, 31);
    const { first, last } = daysOnOffer(now);
    expect(first).toBe('2027-01-01');
    expect(daysUntil(last, now)).toBe(36_500);
  });
});
