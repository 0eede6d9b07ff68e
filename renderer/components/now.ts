import { useSyncExternalStore } from 'react';

const STEP_MS = 30_000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    // Nobody watched since the last one left: what is kept may be hours old.
    now = Date.now();
    timer = setInterval(step, STEP_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function step(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

/** The time in milliseconds, to the half minute, and again as it goes on: for words such as “5 minutes ago”. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
