import { systemActor } from '../identity/desk-actor.ts';
import type { Services } from '../operations/define.ts';
import { perform } from '../operations/perform.ts';

export interface AddressKeeper {
  /** Resolves when what is known by now is on record. */
  settled(): Promise<void>;
  /** Waits for a commit that runs. */
  close(): Promise<void>;
}

/**
 * Whenever others reach the workspace at another address than before, puts on record which connections have to be
 * renewed and tells their people. At the start too: the command line may name another address than the last time.
 */
export function keepAddressKnown(services: Services): AddressKeeper {
  const { publicAccess, log, store } = services;
  let noted: string | null = null;
  let noting = Promise.resolve();
  let isClosed = false;

  async function note(url: string): Promise<void> {
    if (isClosed || store.readOnlyReason !== null) return;
    try {
      const { noteAddress } = await import('../operations/public-access/note-address.ts');
      await perform(services, noteAddress, systemActor(url), {});
    } catch (error) {
      log.warn({ err: error }, 'the people of connected apps could not be told of the new address');
    }
  }

  function look(): void {
    const url = publicAccess.publicUrl;
    if (url === null || url === noted) return;
    noted = url;
    noting = noting.then(() => note(url));
  }

  const stop = publicAccess.onChange(look);
  look();
  return {
    settled: () => noting,
    close() {
      isClosed = true;
      stop();
      return noting;
    },
  };
}
