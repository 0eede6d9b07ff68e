import { setImmediate as turn } from 'node:timers/promises';
import type { Time } from '../../server/time.ts';

/** A clock whose alarms ring when a test moves it there, each at its own moment. */
export interface MovableTime extends Time {
  /** Moves on step by step; everything that an alarm starts, and that waits for no time, is done before the next. */
  advance(milliseconds: number): Promise<void>;
  /** The computer sleeps: no alarm rings, and when it wakes all that are due do. */
  sleep(milliseconds: number): Promise<void>;
}

/** A promise chain of the supervisor is shorter than that. */
const TURNS = 12;

async function settle(): Promise<void> {
  for (let count = 0; count < TURNS; count += 1) await turn();
}

export function createMovableTime(start = Date.parse('2026-03-01T09:00:00.000Z')): MovableTime {
  const alarms = new Map<number, { due: number; work: () => void }>();
  let elapsed = 0;
  let made = 0;

  async function ringUntil(end: number): Promise<void> {
    for (;;) {
      const [id, alarm] = [...alarms].toSorted(([, one], [, other]) => one.due - other.due)[0] ?? [];
      if (id === undefined || alarm === undefined || alarm.due > end) return;
      alarms.delete(id);
      elapsed = Math.max(elapsed, alarm.due);
      alarm.work();
      await settle();
    }
  }

  return {
    now: () => start + elapsed,
    monotonic: () => elapsed,
    after(milliseconds, work) {
      made += 1;
      const id = made;
      alarms.set(id, { due: elapsed + milliseconds, work });
      return () => void alarms.delete(id);
    },
    async advance(milliseconds) {
      await settle();
      const end = elapsed + milliseconds;
      await ringUntil(end);
      elapsed = end;
    },
    async sleep(milliseconds) {
      await settle();
      elapsed += milliseconds;
      await ringUntil(elapsed);
    },
  };
}
