const SHORTEST_MS = 1_000;
const LONGEST_MS = 60_000;

/**
 * How long to wait before the program is started again: full jitter, 1 to 60 s (desktop-shell §2.5, security X10).
 * Random over the whole range, because all tunnels of a network come back at the same moment otherwise.
 *
 * @param attempt 1 for the first start after a failure
 * @param chance 0 ≤ chance < 1
 * @returns milliseconds
 */
export function backoffDelay(attempt: number, chance: number): number {
  const range = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** Math.min(attempt, 16));
  return Math.max(SHORTEST_MS, Math.round(range * chance));
}
