import { systemActor } from './faces/cli/desk-actor.ts';
import type { Services } from './operations/define.ts';
import { perform } from './operations/perform.ts';
import { sweepTrash } from './operations/trash/sweep.ts';

const FIRST_MS = 60_000;
const EVERY_MS = 3_600_000;

export interface TrashSweep {
  /** Ends the sweep; waits for a commit that runs. */
  stop(): Promise<void>;
}

/** Deletes for ever what the Trash has kept long enough: a minute after the start, then every hour. */
export function startTrashSweep(services: Services): TrashSweep {
  let running = Promise.resolve();
  const stopping = new AbortController();

  async function sweep(): Promise<void> {
    if (services.store.readOnlyReason !== null) return;
    try {
      let more = true;
      while (more && !stopping.signal.aborted) {
        ({ more } = await perform(services, sweepTrash, systemActor(''), {}));
      }
    } catch (error) {
      services.log.warn({ err: error }, 'the Trash could not be swept; the next round tries again');
    }
  }

  const start = () => void (running = running.then(sweep));
  const first = setTimeout(start, FIRST_MS).unref();
  const timer = setInterval(start, EVERY_MS).unref();
  return {
    stop() {
      stopping.abort();
      clearTimeout(first);
      clearInterval(timer);
      return running;
    },
  };
}
