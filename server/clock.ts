/** The time, injectable so that tests can move it. */
export interface Clock {
  /** Milliseconds since 1970, from the wall clock. */
  now(): number;
  /** Milliseconds from an arbitrary start that never goes backwards. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};

/** RFC 3339, UTC, milliseconds, `Z`: how every timestamp is stored and answered. */
export function timestamp(clock: Pick<Clock, 'now'>): string {
  const at = clock.now();
  if (at !== latest.at) latest = { at, text: new Date(at).toISOString() };
  return latest.text;
}

/** Every request asks for the time more than once, and many requests come in one millisecond. */
let latest = { at: Number.NaN, text: '' };
