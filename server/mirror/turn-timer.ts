import type { Time } from '../time.ts';

/** Calls back once, at the earliest time that was asked for. */
export interface TurnTimer {
  /** @param ms from now; later than what was asked for already changes nothing */
  within(ms: number): void;
  cancel(): void;
}

export function createTurnTimer(time: Time, call: () => void): TurnTimer {
  let callOff: (() => void) | undefined;
  let at = Infinity;

  function cancel(): void {
    callOff?.();
    at = Infinity;
  }

  return {
    within(ms) {
      const wanted = time.monotonic() + ms;
      if (wanted >= at) return;
      callOff?.();
      at = wanted;
      callOff = time.after(ms, () => {
        at = Infinity;
        call();
      });
    },
    cancel,
  };
}
