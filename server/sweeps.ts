import { systemActor } from './identity/desk-actor.ts';
import type { Services } from './operations/define.ts';
import { perform } from './operations/perform.ts';

const FIRST_MS = 60_000;
const EVERY_MS = 3_600_000;

export interface Sweeps {
  /** Ends them; waits for a commit that runs. */
  stop(): Promise<void>;
}

/**
 * What is deleted for ever, by what it is called in the log; each answers whether there is more to do. Loaded when it
 * runs: a start has no use for it.
 */
const SWEEPS: Readonly<Record<string, (services: Services) => Promise<boolean>>> = {
  'the Trash': async (services) => {
    const { sweepTrash } = await import('./operations/trash/sweep.ts');
    return (await perform(services, sweepTrash, systemActor(''), {})).more;
  },
  'expired sign-ins of apps': async (services) => {
    const { sweepOAuth } = await import('./identity/oauth/sweep.ts');
    return sweepOAuth(services, systemActor(''));
  },
  'the files of deleted images': async ({ attachmentFiles, views }) => {
    await attachmentFiles.sweep((sha256) => views.attachmentsWithHash(sha256).length > 0);
    return false;
  },
  'what restores left that were cut off': async ({ place, log }) => {
    const { removeStagingsOf } = await import('./storage/backup/restore-staging.ts');
    const { nodeFileSystem } = await import('./storage/node-file-system.ts');
    const removed = await removeStagingsOf({ fileSystem: nodeFileSystem, log }, place.dataFolder);
    if (removed.length > 0) log.info({ removed }, 'What restores that were cut off had left is removed');
    return false;
  },
};

/** Deletes what was kept long enough: a minute after the start, then every hour, and when images were deleted. */
export function startSweeps(services: Services): Sweeps {
  let running = Promise.resolve();
  const stopping = new AbortController();
  let isAsked = false;

  async function sweep(): Promise<void> {
    isAsked = false;
    for (const [what, once] of Object.entries(SWEEPS)) {
      if (services.store.readOnlyReason !== null) return;
      try {
        let isUnfinished = true;
        while (isUnfinished && !stopping.signal.aborted) isUnfinished = await once(services);
      } catch (error) {
        services.log.warn({ err: error }, `${what} could not be swept; the next round tries again`);
      }
    }
  }

  /** Those who ask while a round waits to start share it. */
  function start(): void {
    if (isAsked || stopping.signal.aborted) return;
    isAsked = true;
    running = running.then(sweep);
  }

  services.store.onApplied((changes) => {
    if (changes.some(({ collection, after }) => collection === 'attachments' && after === undefined)) start();
  });
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
