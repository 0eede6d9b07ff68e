export interface TimeLimit {
  /** Aborted when the time is over, or when the signal that it was made from is. */
  signal: AbortSignal;
  /** Lets go of the timer. */
  end(): void;
}

export function startTimeLimit(milliseconds: number, outer?: AbortSignal): TimeLimit {
  const controller = new AbortController();
  const abort = () => controller.abort(outer?.reason);
  const timer = setTimeout(abort, milliseconds);
  if (outer?.aborted) abort();
  outer?.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', abort);
    },
  };
}

/** Resolves when a signal is aborted. */
export function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
