import { systemClock, type Clock } from './clock.ts';
import { configWarnings, type Config } from './config.ts';
import { AppError } from './errors.ts';
import { listenLocalSocket } from './faces/cli/local-socket.ts';
import { prepareSocketPath } from './faces/cli/socket-path.ts';
import {
  createPublicListener,
  type PublicListener,
  type PublicListenerOptions,
} from './faces/http/listener.ts';
import { createLastUsed } from './identity/last-used.ts';
import { createLazyPasswordHasher, createLazySearch } from './lazy-services.ts';
import { createLogger, type Logger } from './log.ts';
import type { Services } from './operations/define.ts';
import type { DamageReport, SearchIndex } from './ports.ts';
import { createShutdown } from './shutdown.ts';
import { layoutOf } from './storage/layout.ts';
import { createSecretFiles } from './storage/secret-files.ts';
import { createViews } from './storage/views/create-views.ts';
import { openStore } from './storage/store.ts';
import { systemErrorCode } from './system-error.ts';
import { startTrashSweep } from './trash-sweep.ts';
import { VERSION } from './version.ts';

export interface StartOptions {
  clock?: Clock;
  log?: Logger;
}

export interface RunningServer {
  /** `http://host:port`, as bound. */
  publicUrl: string;
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
    const passwords = createLazyPasswordHasher();
    const services: Services = {
      store,
      views,
      search,
      passwords,
      secrets,
      lastUsed,
      clock,
      log,
      version: VERSION,
    };

    const sweep = startTrashSweep(services);
    shutdown.add('trash sweep', () => sweep.stop());
    const faces: { close(): Promise<void> }[] = [];
    shutdown.add('listeners', () => Promise.all(faces.map((face) => face.close())));

    const listener = await openListener(services, config);
    faces.push(listener);
    const socketPath = await prepareSocketPath(config.dataFolder);
    faces.push(
      await listenLocalSocket({ path: socketPath, services, baseUrl: config.baseUrl ?? listener.url }),
    );
    await store.publishSocket(socketPath);
    warmUp(log, () => search.warmUp());
    log.info({ url: listener.url, folder: config.dataFolder, version: VERSION }, 'serving');
    return {
      publicUrl: listener.url,
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

async function openListener(services: Services, config: Config): Promise<PublicListener> {
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
