import { pino } from 'pino';
import { createIdleLastUsed } from '../../server/identity/last-used.ts';
import type { Services } from '../../server/operations/define.ts';
import { createViews } from '../../server/storage/views/create-views.ts';
import { createMemorySecrets } from '../fakes/memory-secrets.ts';
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
    passwords: { hash: async (password) => `hash of ${password}`, verify: async () => false },
    secrets: createMemorySecrets(),
    lastUsed: createIdleLastUsed(store),
    clock: createMovableClock(),
    log: pino({ level: 'silent' }),
    version: '0.0.0-test',
  };
}
