import { startBackupSchedule } from './backup-schedule.ts';
import { systemClock, type Clock } from './clock.ts';
import { configWarnings, ownHosts, type Config } from './config.ts';
import { AppError } from './errors.ts';
import type { Desktop, SecretBox } from './desktop-ports.ts';
import { createDeskFace, type DeskFace } from './faces/app/desk-face.ts';
import { freePort } from './free-port.ts';
import { createLiveEvents, type LiveEvents } from './faces/app/events.ts';
import type { OpenPort } from './faces/http/open-port.ts';
import { clientAddress } from './faces/http/client-address.ts';
import { listenLocalSocket } from './faces/cli/local-socket.ts';
import { prepareSocketPath } from './faces/cli/socket-path.ts';
import {
  createPublicListener,
  type PublicListener,
  type PublicListenerOptions,
} from './faces/http/listener.ts';
import { createLastUsed } from './identity/last-used.ts';
import { createLaunchTickets, type LaunchTickets } from './identity/launch-tickets.ts';
import { createDelays } from './identity/sign-in-throttle.ts';
import { createSittings, keepSittings } from './identity/sittings.ts';
import {
  createLazyFetcher,
  createLazyImageChecker,
  createLazyPasswordHasher,
  createLazySearch,
} from './lazy-services.ts';
import { createLocalApp, type LocalApp } from './local-app.ts';
import { createDoctor, type DoctorOptions } from './doctor/create-doctor.ts';
import { createLiveTopics } from './live-topics.ts';
import { createLogger, type Logger } from './log.ts';
import type { Services } from './operations/define.ts';
import { loadSettings } from './operations/perform.ts';
import { createOwnAddresses } from './own-addresses.ts';
import { createLazyTunnel } from './public-access/lazy-tunnel.ts';
import { createPublicAccess } from './public-access/create-public-access.ts';
import { keepAddressKnown } from './public-access/keep-address-known.ts';
import type { DamageReport } from './ports.ts';
import type { SearchIndex } from './search-ports.ts';
import type { OutboundFetcher } from './fetch-ports.ts';
import { readSamplePages } from './sample-pages.ts';
import { isOnLoopback, isOnNetwork, networkUrl, withSettings } from './server-place.ts';
import { createShutdown } from './shutdown.ts';
import { layoutOf } from './storage/layout.ts';
import { createTransfers } from './transfer/create-transfers.ts';
import { createBackups } from './storage/backup/create-backups.ts';
import { createAttachmentFiles } from './storage/attachment-files.ts';
import { createSecretFiles } from './storage/secret-files.ts';
import { createViews } from './storage/views/create-views.ts';
import { openStore } from './storage/store.ts';
import { startSweeps } from './sweeps.ts';
import type { PublicAccess, Tunnel } from './tunnel-ports.ts';
import { systemErrorCode } from './system-error.ts';
import { VERSION } from './version.ts';

export interface StartOptions {
  clock?: Clock;
  log?: Logger;
  /** Fetches addresses that somebody else has named; the public internet's when absent. */
  fetcher?: OutboundFetcher;
  /** Runs the tunnel's program; the real one, found on this computer, when absent. */
  tunnel?: Tunnel;
  /** The desktop app around the server, which then decides whether browsers at this machine may open the app. */
  desktop?: Desktop;
  /** Seals the keys that the owner gives; their files are readable by their owner only when absent. */
  secretBox?: SecretBox;
  /** Launch tickets that were handed out before the server ran, by the set-up. */
  tickets?: LaunchTickets;
  /** The local listener's port, when the set-up has it open already. */
  openPort?: OpenPort;
  /** How the doctor reaches the outside, and how long it waits. */
  doctor?: Pick<DoctorOptions, 'network' | 'patienceMs' | 'streamPatienceMs'>;
}

export interface RunningServer {
  /** `http://host:port`: as bound, or how others of the network reach what is bound to every address. */
  publicUrl: string;
  /** The port of the settings, when another program had it and the next free one is used; null otherwise. */
  takenPort: number | null;
  /** An address that opens the app at this machine, once and within ten minutes. */
  launchAddress(): string | null;
  /** The window's way in. */
  desk: DeskFace;
  /** The app in browsers at this machine: open from the start, but in the desktop app. */
  localApp: LocalApp;
  pid: number;
  publicAccess: PublicAccess;
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
export async function startServer(given: Config, options: StartOptions = {}): Promise<RunningServer> {
  const { clock = systemClock, log = createLogger(given.logLevel) } = options;
  const shutdown = createShutdown(log);
  try {
    const store = await openStore({ folder: given.dataFolder, clock, log });
    shutdown.add('store', () => store.close());
    const settings = loadSettings(store.tables);
    const config = withSettings(given, settings);
    for (const warning of configWarnings(config)) log.warn(warning);
    const views = createViews(store);
    const secrets = createSecretFiles(config.dataFolder, { box: options.secretBox });
    const search = createLazySearch(() => loadSearch(config, { store, secrets, clock, log }));
    shutdown.add('search', () => search.close());
    const lastUsed = createLastUsed({ store, log });
    shutdown.add('last-used times', () => lastUsed.close());
    const sittings = createSittings({ store, log });
    const upkeep = keepSittings(sittings);
    shutdown.add('times of sittings', () => upkeep.close());
    const passwords = createLazyPasswordHasher();
    const topics = createLiveTopics();
    const tunnel = options.tunnel ?? createLazyTunnel(() => loadTunnel(config, { store, log }));
    const publicAccess = createPublicAccess({ baseUrl: config.baseUrl, store, secrets, tunnel, log });
    publicAccess.onChange(() => topics.announce('public_access'));
    const reach = () => publicAccess.reach;
    const fetcher =
      options.fetcher ??
      createLazyFetcher({
        version: VERSION,
        ownHosts: () => ownHosts(config, [reach().fixedUrl, reach().trialUrl]),
      });
    const images = createLazyImageChecker(log);
    shutdown.add('image checker', () => images.close());
    const attachmentFiles = createAttachmentFiles({ folder: config.dataFolder, clock, log });
    const backups = createBackups({
      store,
      attachmentFiles,
      dataFolder: config.dataFolder,
      chosenFolder: () => loadSettings(store.tables).backup_folder,
      programVersion: VERSION,
      clock,
      log,
      onChange: () => topics.announce('backups'),
    });
    const tickets = options.tickets ?? createLaunchTickets(clock);
    let local: LocalApp | undefined;
    let publicPort: number | null = null;
    let listenerUrl: string | null = null;
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
      backups,
      transfers: createTransfers(() => services),
      lastUsed,
      sittings,
      clock,
      log,
      launchAddress: () => (local?.url ? `${local.url}/?ticket=${tickets.mint()}` : null),
      desktop: options.desktop ?? null,
      place: {
        dataFolder: config.dataFolder,
        given: config.given,
        startedWith: settings,
        get listening() {
          return publicPort === null ? null : { port: publicPort, isOnNetwork: isOnNetwork(config.host) };
        },
      },
      samplePages: readSamplePages,
      version: VERSION,
      publicAccess,
      topics,
      doctor: createDoctor({
        clock,
        topics,
        listenerUrl: () => listenerUrl,
        addressOf: (request) => clientAddress(request, publicAccess.tunnel.connectorId),
        ...options.doctor,
      }),
      isOwnAddress: createOwnAddresses({ reach, allowedHosts: config.allowedHosts }),
    };

    const sweeps = startSweeps(services);
    shutdown.add('sweeps', () => sweeps.stop());
    const schedule = startBackupSchedule(services);
    shutdown.add('backup schedule', async () => {
      const stopped = schedule.stop();
      await backups.close();
      await stopped;
    });
    const faces: { close(): Promise<void> }[] = [];
    shutdown.add('listeners', () => Promise.all(faces.map((face) => face.close())));

    const events = createLiveEvents(services);
    const port = await freePort(config);
    if (port !== config.port)
      log.warn({ taken: config.port, port }, 'the port is taken; the next free one is used');
    const listener = await openListener(services, { ...config, port }, events);
    faces.push(listener);
    publicPort = Number(new URL(listener.url).port);
    const ownUrl = networkUrl(config.host, publicPort) ?? listener.url;
    listenerUrl = listener.url;
    // Where people at this machine are told that the workspace is.
    const advertisedUrl = () => reach().fixedUrl ?? reach().trialUrl ?? ownUrl;
    local = createLocalApp(services, {
      tickets,
      events,
      publicUrl: advertisedUrl,
      port: config.localPort,
      openPort: options.openPort,
    });
    faces.push(local);
    if (options.desktop?.preferences.local_listener !== false) await local.open();
    const socketPath = await prepareSocketPath(config.dataFolder);
    faces.push(await listenLocalSocket({ path: socketPath, services, baseUrl: advertisedUrl }));
    await store.publishSocket(socketPath);
    const keeper = keepAddressKnown(services);
    shutdown.add('doctor', () => services.doctor.close());
    // Ends first: whoever is being answered through the tunnel still gets the answer.
    shutdown.add('public access', async () => {
      events.close();
      await publicAccess.close();
      await keeper.close();
    });
    warmUp(
      log,
      () => search.warmUp(),
      () =>
        publicAccess.start(Number(new URL(listener.url).port), {
          isOnLoopback: isOnLoopback(config.host),
          isPortMoved: port !== config.port,
        }),
    );
    log.info({ url: listener.url, folder: config.dataFolder, version: VERSION }, 'serving');
    return {
      publicUrl: ownUrl,
      takenPort: port === config.port ? null : config.port,
      launchAddress: services.launchAddress,
      desk: createDeskFace({ services, events, publicUrl: advertisedUrl }),
      localApp: local,
      pid: process.pid,
      damage: store.damage,
      readOnlyReason: () => store.readOnlyReason,
      publicAccess,
      close: () => shutdown.close(),
    };
  } catch (error) {
    await shutdown.close();
    throw error;
  }
}

/** The supervisor and all that it needs, for whoever has public access on. */
async function loadTunnel(
  { dataFolder }: Config,
  { store, log }: Pick<Services, 'store' | 'log'>,
): Promise<Tunnel> {
  const { createTunnel } = await import('./tunnel/create-tunnel.ts');
  return createTunnel({ folder: layoutOf(dataFolder).tunnel, instanceId: store.instanceId, log });
}

async function openListener(services: Services, config: Config, events: LiveEvents): Promise<PublicListener> {
  const { host, port, allowedHosts, trustedProxies, limits } = config;
  try {
    return await createPublicListener({
      services,
      config: {
        host,
        port,
        allowedHosts,
        trustedProxies,
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
