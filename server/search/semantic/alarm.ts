/** Lets one loop sleep until something happens. */
export interface Alarm {
  ring(): void;
  /** Resolves at the next `ring`, or after so many milliseconds; null waits for the ring alone. */
  wait(ms: number | null): Promise<void>;
}

/** The longest time that a timer can be set to. */
const MOST_MS = 2 ** 31 - 1;

export function createAlarm(): Alarm {
  let next = Promise.withResolvers<void>();
  return {
    ring() {
      next.resolve();
      next = Promise.withResolvers<void>();
    },
    async wait(ms) {
      const { promise, resolve } = next;
      const timer = ms === null ? undefined : setTimeout(resolve, Math.min(Math.max(0, ms), MOST_MS));
      await promise;
      clearTimeout(timer);
    },
  };
}
