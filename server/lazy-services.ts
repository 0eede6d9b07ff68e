import type { AttemptFollower } from './doctor/follow-attempts.ts';
import type { ImageChecker } from './image-ports.ts';
import { loadCloseable, loadOnce } from './load-once.ts';
import type { Logger } from './log.ts';
import type { OutboundFetcherOptions } from './fetching/create-outbound-fetcher.ts';
import type { PasswordHasher } from './ports.ts';
import type { SearchIndex } from './search-ports.ts';
import type { OutboundFetcher } from './fetch-ports.ts';
import type { Services } from './operations/define.ts';
import type { Time } from './time.ts';

export interface LazySearchIndex extends SearchIndex {
  /** Opens the index, so that the first search does not have to. */
  warmUp(): Promise<void>;
}

/** A search index that is loaded and opened after the server answers, not before. */
export function createLazySearch(load: () => Promise<SearchIndex>): LazySearchIndex {
  const { use, close } = loadCloseable(load);
  return {
    search: async (request) => (await use()).search(request),
    similarDocuments: async (request) => (await use()).similarDocuments(request),
    closestTitles: async (request) => (await use()).closestTitles(request),
    status: async () => (await use()).status(),
    check: async () => (await use()).check(),
    rebuild: async (signal) => (await use()).rebuild(signal),
    warmUp: async () => void (await use()),
    close,
  };
}

/** A password hasher whose native part is loaded at the first password. */
export function createLazyPasswordHasher(): PasswordHasher {
  const hasher = loadOnce(async () => (await import('./identity/passwords.ts')).createPasswordHasher());
  return {
    hash: async (password) => (await hasher()).hash(password),
    verify: async (password, stored) => (await hasher()).verify(password, stored),
    isOutdated: async (stored) => (await hasher()).isOutdated(stored),
  };
}

/** A fetcher whose modules for names, connections and requests are loaded at the first address. */
export function createLazyFetcher(options: OutboundFetcherOptions): OutboundFetcher {
  const fetcher = loadOnce(async () =>
    (await import('./fetching/create-outbound-fetcher.ts')).createOutboundFetcher(options),
  );
  return { fetch: async (request) => (await fetcher()).fetch(request) };
}

/** An image checker whose thread and messages are loaded at the first picture. */
export function createLazyImageChecker(log: Logger): ImageChecker {
  const { use, close } = loadCloseable(async () =>
    (await import('./images/create-image-checker.ts')).createImageChecker({ log }),
  );
  return { check: async (bytes, options) => (await use()).check(bytes, options), close };
}

/** Follows attempts to connect from `start` on: those that came before it are known, too. */
export function createLazyFollower(
  services: Services,
  time: Time | undefined,
): AttemptFollower & { start(): Promise<void> } {
  const { use, close } = loadCloseable(async () =>
    (await import('./doctor/follow-attempts.ts')).followAttempts(services, time),
  );
  return { start: async () => void (await use()), close };
}
