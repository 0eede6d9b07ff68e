import { pino } from 'pino';
import { createIdleLastUsed } from '../../server/identity/last-used.ts';
import { createDelays } from '../../server/identity/sign-in-throttle.ts';
import { createSittings } from '../../server/identity/sittings.ts';
import type { Services } from '../../server/operations/define.ts';
import { createOwnAddresses } from '../../server/own-addresses.ts';
import { createViews } from '../../server/storage/views/create-views.ts';
import { createPlainPasswords } from '../fakes/plain-passwords.ts';
import { createMemorySecrets } from '../fakes/memory-secrets.ts';
import { createMemoryAttachments } from '../fakes/memory-attachments.ts';
import { noFetcher } from '../fakes/no-fetcher.ts';
import { plainImages } from '../fakes/plain-images.ts';
import { createMemoryStore, type MemoryStore } from '../fakes/memory-store.ts';
import { createPlainSearch } from '../mcp/plain-search.ts';
import { createMovableClock, type MovableClock } from './workspace.ts';

export interface TestServices extends Services {
  store: MemoryStore;
  clock: MovableClock;
}

/** Services over an empty store in memory: a folder that no workspace was set up in. */
export function buildServices(): TestServices {
  const store = createMemoryStore();
  return {
    store,
    views: createViews(store),
    search: createPlainSearch(store),
    passwords: createPlainPasswords(),
    passwordGuesses: createDelays(createMovableClock()),
    secrets: createMemorySecrets(),
    fetcher: noFetcher,
    images: plainImages,
    attachmentFiles: createMemoryAttachments(),
    lastUsed: createIdleLastUsed(store),
    sittings: createSittings({ store, log: pino({ level: 'silent' }) }),
    clock: createMovableClock(),
    log: pino({ level: 'silent' }),
    isOwnAddress: createOwnAddresses({ baseUrl: 'https://kb.example.com', allowedHosts: [] }),
    launchAddress: () => null,
    version: '0.0.0-test',
  };
}
