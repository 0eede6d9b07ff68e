const DAY_MS = 86_400_000;
/** The longest that the server takes. */
const MOST_DAYS = 36_500;

/** How long a token is to be good. */
export interface Expiry {
  /** From now on; null: never, once that is meant. */
  days: number | null;
  isNeverMeant: boolean;
}

export const IN_A_YEAR: Expiry = { days: 365, isNeverMeant: false };

/**
 * The days from today until a day of the calendar, both where the person is.
 *
 * @param day as a date field gives it, e.g. `2026-12-24`
 * @param now milliseconds
 */
export function daysUntil(day: string, now: number): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  // Days of the calendar are counted, not hours: one of them may have 23 or 25.
  return Math.round((Date.UTC(year, month - 1, date) - startOfToday(now)) / DAY_MS);
}

/** The days that can be chosen: from tomorrow on. */
export function daysOnOffer(now: number): { first: string; last: string } {
  return { first: dayIn(1, now), last: dayIn(MOST_DAYS, now) };
}

/** The day of the calendar that is so many days from today, as a date field takes it. */
export function dayIn(days: number, now: number): string {
  return new Date(startOfToday(now) + days * DAY_MS).toISOString().slice(0, 10);
}

function startOfToday(now: number): number {
  const today = new Date(now);
  return Date.UTC(today.getFullYear(), today.getMonth(), today.getDate());
}
