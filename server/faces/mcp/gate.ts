/** Lets a few calls of one person run at once; the others wait for their turn, first come first served. */
export interface Gate {
  /** Runs `work` when there is room. Rejects with the signal's reason when the caller leaves before that. */
  run<Result>(key: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
}

interface Lane {
  running: number;
  waiting: Set<() => void>;
}

/** "4 concurrent" calls for each user (security R2). A key takes memory only while it has calls. */
export function createGate(concurrent: number): Gate {
  const lanes = new Map<string, Lane>();

  function leave(key: string, lane: Lane): void {
    const [next] = lane.waiting;
    if (next) {
      lane.waiting.delete(next);
      next();
      return;
    }
    lane.running -= 1;
    if (lane.running === 0) lanes.delete(key);
  }

  return {
    async run(key, signal, work) {
      signal.throwIfAborted();
      const lane = lanes.get(key) ?? { running: 0, waiting: new Set() };
      lanes.set(key, lane);
      if (lane.running < concurrent) lane.running += 1;
      else await turn(lane, signal);
      try {
        return await work();
      } finally {
        leave(key, lane);
      }
    },
  };
}

/** Resolves when a running call hands over its place. */
function turn(lane: Lane, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abandon = () => {
      lane.waiting.delete(enter);
      reject(signal.reason instanceof Error ? signal.reason : new Error('The caller left.'));
    };
    const enter = () => {
      signal.removeEventListener('abort', abandon);
      resolve();
    };
    lane.waiting.add(enter);
    signal.addEventListener('abort', abandon, { once: true });
  });
}
