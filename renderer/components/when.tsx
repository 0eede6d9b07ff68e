import { useNow } from './now.ts';

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
const WEEK_MS = 7 * 86_400_000;

/** A moment as people say it; the exact one is its title. */
export function When({ at }: { at: string }) {
  const now = useNow();
  const date = new Date(at);
  return (
    <time dateTime={at} title={date.toLocaleString()}>
      {inWords(date, now)}
    </time>
  );
}

/** “5 minutes ago”, “yesterday”; from a week on the date. */
export function inWords(date: Date, now: number): string {
  const difference = date.getTime() - now;
  if (Math.abs(difference) >= WEEK_MS) return date.toLocaleDateString(undefined, { dateStyle: 'medium' });
  for (const [unit, length] of STEPS) {
    if (Math.abs(difference) >= length) return RELATIVE.format(Math.trunc(difference / length), unit);
  }
  return 'just now';
}
