import { systemClock, type Clock } from './clock.ts';

/** A clock with alarms; a test moves both. */
export interface Time extends Clock {
  /** Calls `work` once after so many milliseconds. Returns how to call that off. */
  after(milliseconds: number, work: () => void): () => void;
}

/** This computer's time. Its alarms keep no process alive: what waits for them has other reasons to live. */
export const systemTime: Time = {
  ...systemClock,
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** A moment on both clocks: the wall's, to tell people, and the steady one, to measure how long. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds that never go backwards. */
  readonly monotonic: number;
}

export function momentOf(clock: Clock): Moment {
  return { now: clock.now(), monotonic: clock.monotonic() };
}
