import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How late the event loop of a process was, in milliseconds. */
export interface Lateness {
  p99: number;
  max: number;
  /** The most processor time that the main thread used between two turns: lateness without what other processes did. */
  work: number;
}

export interface LoopWatch {
  /** Since the last call, or since the start. */
  take(): Lateness;
  stop(): void;
}

export function watchLoop(): LoopWatch {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let before = threadTime();
  let work = 0;
  const timer = setInterval(() => {
    const now = threadTime();
    work = Math.max(work, now - before);
    before = now;
  }, 1);
  return {
    take() {
      // The histogram counts the time between ticks of a timer of 1 ms.
      const asLate = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - 1);
      const late = { p99: asLate(delay.percentile(99)), max: asLate(delay.max), work };
      delay.reset();
      work = 0;
      return late;
    },
    stop() {
      delay.disable();
      clearInterval(timer);
    },
  };
}

/** Milliseconds of processor time of this thread alone. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
