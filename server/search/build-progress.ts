import type { Clock } from '../clock.ts';
import type { BuildProgress } from '../search-ports.ts';

/** Often enough for a bar that moves, and nothing beside the reading of documents. */
const TELL_MS = 200;

/** How far the building of an index is. One that begins while another is under way takes its place. */
export interface BuildWatch {
  readonly progress: BuildProgress | null;
  /** Runs `build`, which reads `total` documents. */
  of<T>(total: number, build: () => Promise<T>): Promise<T>;
  /** A document more was taken in. */
  advanced(): void;
}

/** @param remaining how many documents are still to be read */
export function createBuildProgress(
  remaining: () => number,
  { clock, onProgress = () => undefined }: { clock: Clock; onProgress?: (() => void) | undefined },
): BuildWatch {
  let current: { total: number } | null = null;
  let toldAt = -Infinity;

  function tell(): void {
    toldAt = clock.monotonic();
    onProgress();
  }

  return {
    get progress() {
      return current && { done: Math.max(0, current.total - remaining()), total: current.total };
    },
    async of(total, build) {
      if (total === 0) return build();
      const mine = { total };
      current = mine;
      try {
        const building = build();
        tell();
        return await building;
      } finally {
        if (current === mine) {
          current = null;
          tell();
        }
      }
    },
    advanced() {
      if (current && clock.monotonic() - toldAt >= TELL_MS) tell();
    },
  };
}
