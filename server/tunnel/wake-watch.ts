import type { Time } from '../time.ts';

const LOOK_EVERY_MS = 2_000;
/** An alarm that is so late was held up by sleep, or by a stop of the whole process. */
const LATE_MS = 5_000;

/**
 * Notices that the computer slept, where nobody says so: an alarm comes far too late by the wall's clock, or the steady
 * one (which stands still during sleep on some systems, and goes on on others). Returns how to stop.
 */
export function watchForWaking(time: Time, onWake: () => void): () => void {
  let last = { now: time.now(), monotonic: time.monotonic() };
  let cancel = time.after(LOOK_EVERY_MS, look);

  function look(): void {
    const before = last;
    last = { now: time.now(), monotonic: time.monotonic() };
    const passed = Math.max(last.now - before.now, last.monotonic - before.monotonic);
    cancel = time.after(LOOK_EVERY_MS, look);
    if (passed > LOOK_EVERY_MS + LATE_MS) onWake();
  }

  return () => cancel();
}
