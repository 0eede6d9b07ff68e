import { systemClock, type Clock } from './clock.ts';
import { configWarnings, ownHosts, type Config } from './config.ts';
import { AppError } from './errors.ts';
import { createLiveEvents, type LiveEvents } from './faces/app/events.ts';
import type { LocalListener } from './faces/app/local-listener.ts';
import { listenLocalSocket } from './faces/cli/local-socket.ts';
import { prepareSocketPath } from './faces/cli/socket-path.ts';
import {
  createPublicListener,
  type PublicListener,
  type PublicListenerOptions,
} from './faces/http/listener.ts';
import { createLastUsed } from './identity/last-used.ts';
import { createLaunchTickets } from './identity/launch-tickets.ts';
import { createDelays } from './identity/sign-in-throttle.ts';
import { createSittings, keepSittings } from './identity/sittings.ts';
import {
  createLazyFetcher,
  createLazyImageChecker,
  createLazyPasswordHasher,
  createLazySearch,
} from './lazy-services.ts';
import { openLocalApp } from './local-app.ts';
import { createLogger, type Logger } from './log.ts';
import type { Services } from './operations/define.ts';
import { createOwnAddresses } from './own-addresses.ts';
import type { DamageReport } from './ports.ts';
import type { SearchIndex } from './search-ports.ts';
import type { OutboundFetcher } from './fetch-ports.ts';
import { createShutdown } from './shutdown.ts';
import { layoutOf } from './storage/layout.ts';
import { createAttachmentFiles } from './storage/attachment-files.ts';
import { createSecretFiles } from './storage/secret-files.ts';
import { createViews } from './storage/views/create-views.ts';
import { openStore } from './storage/store.ts';
import { startSweeps } from './sweeps.ts';
import { systemErrorCode } from './system-error.ts';
import { VERSION } from './version.ts';

export interface StartOptions {
  clock?: Clock;
  log?: Logger;
  /** Fetches addresses that somebody else has named; the public internet's when absent. */
  fetcher?: OutboundFetcher;
}

export interface RunningServer {
  /** `http://host:port`, as bound. */
  publicUrl: string;
  /** An address that opens the app at this machine, once and within ten minutes. */
  launchAddress(): string | null;
  pid: number;
  /** What was found wrong with the data at start. */
  damage: readonly DamageReport[];
  /** Why writes are refused at the moment, or null. */
  readOnlyReason(): string | null;
  /** Stops accepting, lets what runs finish, writes everything to its files, lets go of the folder. */
  close(): Promise<void>;
}

/**
 * Opens the workspace of `config.dataFolder` and serves it. It answers as soon as this resolves; the search index,
 * the connector and whatever else the first answer does not need are loaded behind it.
 *
 * @throws {AppError} when there is no workspace, somebody else has it open, it is newer than this program, or the
 *   port is taken. Nothing stays open then.
 */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const { clock = systemClock, log = createLogger(config.logLevel) } = options;
  for (const warning of configWarnings(config)) log.warn(warning);
  const shutdown = createShutdown(log);
  try {
    const store = await openStore({ folder: config.dataFolder, clock, log });
    shutdown.add('store', () => store.close());
    const views = createViews(store);
    const secrets = createSecretFiles(config.dataFolder);
    const search = createLazySearch(() => loadSearch(config, { store, secrets, clock, log }));
    shutdown.add('search', () => search.close());
    const lastUsed = createLastUsed({ store, log });
    shutdown.add('last-used times', () => lastUsed.close());
    const sittings = createSittings({ store, log });
    const upkeep = keepSittings(sittings);
    shutdown.add('times of sittings', () => upkeep.close());
    const passwords = createLazyPasswordHasher();
    const fetcher = options.fetcher ?? createLazyFetcher({ version: VERSION, ownHosts: ownHosts(config) });
    const images = createLazyImageChecker(log);
    shutdown.add('image checker', () => images.close());
    const attachmentFiles = createAttachmentFiles({ folder: config.dataFolder, clock, log });
    const tickets = createLaunchTickets(clock);
    let local: LocalListener | undefined;
    const services: Services = {
      store,
      views,
      search,
      passwords,
      passwordGuesses: createDelays(clock),
      secrets,
      fetcher,
      images,
      attachmentFiles,
      lastUsed,
      sittings,
      clock,
      log,
      launchAddress: () => (local === undefined ? null : `${local.url}/?ticket=${tickets.mint()}`),
      version: VERSION,
      isOwnAddress: createOwnAddresses(config),
    };

    const sweeps = startSweeps(services);
    shutdown.add('sweeps', () => sweeps.stop());
    const faces: { close(): Promise<void> }[] = [];
    shutdown.add('listeners', () => Promise.all(faces.map((face) => face.close())));

    const events = createLiveEvents(services);
    const listener = await openListener(services, config, events);
    faces.push(listener);
    local = await openLocalApp(services, {
      tickets,
      events,
      publicUrl: config.baseUrl ?? listener.url,
      port: config.localPort,
    });
    faces.push(local);
    const socketPath = await prepareSocketPath(config.dataFolder);
    faces.push(
      await listenLocalSocket({ path: socketPath, services, baseUrl: config.baseUrl ?? listener.url }),
    );
    await store.publishSocket(socketPath);
    warmUp(log, () => search.warmUp());
    log.info({ url: listener.url, folder: config.dataFolder, version: VERSION }, 'serving');
    return {
      publicUrl: listener.url,
      launchAddress: services.launchAddress,
      pid: process.pid,
      damage: store.damage,
      readOnlyReason: () => store.readOnlyReason,
      close: () => shutdown.close(),
    };
  } catch (error) {
    await shutdown.close();
    throw error;
  }
}

async function openListener(services: Services, config: Config, events: LiveEvents): Promise<PublicListener> {
  const { host, port, baseUrl, allowedHosts, trustedProxies, limits } = config;
  try {
    return await createPublicListener({
      services,
      config: {
        host,
        port,
        allowedHosts,
        trustedProxies,
        ...(baseUrl === null ? {} : { baseUrl }),
        ...(limits?.http === undefined ? {} : { limits: limits.http }),
      },
      events,
      mcp: lazyConnector(services, config),
    });
  } catch (error) {
    throw asPortError(error, config);
  }
}

/** The connector's protocol library is large: the first call to it loads it, so that a start need not. */
function lazyConnector(services: Services, { limits }: Config): PublicListenerOptions['mcp'] {
  return (door) => {
    const load = async () => {
      const { createMcpFace } = await import('./faces/mcp/face.ts');
      const mcpLimits = limits?.mcp === undefined ? {} : { limits: limits.mcp };
      return createMcpFace({ services, authenticate: (ctx) => door.authenticate(ctx), ...mcpLimits });
    };
    let face: ReturnType<typeof load> | undefined;
    return async (ctx) => {
      face ??= load();
      await (
        await face
      )(ctx);
    };
  };
}

async function loadSearch(
  { search, dataFolder }: Config,
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'log'>,
): Promise<SearchIndex> {
  if (search === 'off') return (await import('./search/disabled-search.ts')).createDisabledSearch();
  const { createSearchIndex } = await import('./search/create-search-index.ts');
  const { createSemanticSearch } = await import('./search/semantic/create-semantic-search.ts');
  const layout = layoutOf(dataFolder);
  const semantic = createSemanticSearch({ ...services, folder: layout.embeddings });
  return createSearchIndex({ ...services, folder: layout.index, semantic });
}

/** Loads what the first answer does not need, once the server has had a moment to give it. */
function warmUp(log: Logger, ...tasks: (() => Promise<unknown>)[]): void {
  setImmediate(() => {
    Promise.all(tasks.map((task) => task())).catch((error: unknown) => {
      log.error({ err: error }, 'a part of the server could not be loaded');
    });
  });
}

/** A taken port is the most usual reason why a start fails: it gets its own words. */
function asPortError(error: unknown, { host, port }: Config): unknown {
  const code = systemErrorCode(error);
  if (code === 'EADDRINUSE') {
    return new AppError('conflict', `Port ${port} is taken by another program.`, {
      hint: 'Stop that program, or choose another port with --port; 0 picks a free one.',
      cause: error,
    });
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
    return new AppError('conflict', `Cannot listen on ${host}, port ${port}.`, {
      hint: 'Choose an address of this computer with --host and a port above 1023 with --port.',
      cause: error,
    });
  }
  return error;
}
