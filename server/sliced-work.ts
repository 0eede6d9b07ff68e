/**
 * Work on hostile or very long input, cut into slices: at each `yield` somebody else may go first. How far a slice
 * goes is counted in characters or lines, never in time, so that the same input is always cut at the same places.
 */
export type SlicedWork<Result> = Generator<void, Result, void>;

/** Does work without a pause, for work that is known to be short. */
export function finish<Result>(work: SlicedWork<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Does work with a pause after each slice; work of one slice is done at once. */
export async function finishInSlices<Result>(work: SlicedWork<Result>): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await pause();
  }
}

/**
 * A line in which work waits for its turn. Each pause lets the event loop turn once; of all who wait in the line one
 * goes on a turn, so that many requests together hold up the others no longer than one of them does.
 */
export function createLine(): () => Promise<void> {
  const waiting: (() => void)[] = [];

  function resumeNext(): void {
    const resume = waiting.shift();
    if (waiting.length > 0) setImmediate(resumeNext);
    resume?.();
  }
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(resumeNext);
    });
}

/** The line of everybody who does long work in slices. */
export const pause: () => Promise<void> = createLine();
