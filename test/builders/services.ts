import { pino } from 'pino';
import { createIdleLastUsed } from '../../server/identity/last-used.ts';
import { createDelays } from '../../server/identity/sign-in-throttle.ts';
import { createSittings } from '../../server/identity/sittings.ts';
import type { Services } from '../../server/operations/define.ts';
import { readSamplePages } from '../../server/sample-pages.ts';
import { createIdleDoctor } from '../fakes/idle-doctor.ts';
import { createLiveTopics } from '../../server/live-topics.ts';
import { createOwnAddresses } from '../../server/own-addresses.ts';
import { createViews } from '../../server/storage/views/create-views.ts';
import { createNoPublicAccess } from '../fakes/no-public-access.ts';
import { createPlainPasswords } from '../fakes/plain-passwords.ts';
import { createMemorySecrets } from '../fakes/memory-secrets.ts';
import { createMemoryAttachments } from '../fakes/memory-attachments.ts';
import { noBackups } from '../fakes/no-backups.ts';
import { noMirror } from '../fakes/no-mirror.ts';
import { noTransfers } from '../fakes/no-transfers.ts';
import { noFetcher } from '../fakes/no-fetcher.ts';
import { plainImages } from '../fakes/plain-images.ts';
import { createMemoryStore, type MemoryStore } from '../fakes/memory-store.ts';
import { createPlainSearch } from '../mcp/plain-search.ts';
import { TEST_PLACE } from './place.ts';
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
    backups: noBackups,
    transfers: noTransfers,
    mirror: noMirror,
    lastUsed: createIdleLastUsed(store),
    sittings: createSittings({ store, log: pino({ level: 'silent' }) }),
    clock: createMovableClock(),
    log: pino({ level: 'silent' }),
    publicAccess: createNoPublicAccess(store),
    topics: createLiveTopics(),
    doctor: createIdleDoctor(),
    isOwnAddress: createOwnAddresses({
      reach: () => ({ fixedUrl: 'https://kb.example.com', trialUrl: null }),
      allowedHosts: [],
    }),
    launchAddress: () => null,
    desktop: null,
    place: TEST_PLACE,
    samplePages: readSamplePages,
    version: '0.0.0-test',
  };
}
