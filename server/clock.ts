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
export function timestamp(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}
