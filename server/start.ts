import { startBackupSchedule } from './backup-schedule.ts';
import { systemClock, type Clock } from './clock.ts';
import { configWarnings, type Config } from './config.ts';
import { createServices, type Openings } from './create-services.ts';
import type { Desktop, SecretBox } from './desktop-ports.ts';
import type { DoctorOptions } from './doctor/create-doctor.ts';
import { createDeskFace, type DeskFace } from './faces/app/desk-face.ts';
import { createLiveEvents } from './faces/app/events.ts';
import { listenLocalSocket } from './faces/cli/local-socket.ts';
import { prepareSocketPath } from './faces/cli/socket-path.ts';
import type { OpenPort } from './faces/http/open-port.ts';
import type { OutboundFetcher } from './fetch-ports.ts';
import { freePort } from './free-port.ts';
import { createLaunchTickets, type LaunchTickets } from './identity/launch-tickets.ts';
import { createLazyFollower } from './lazy-services.ts';
import { createLocalApp, type LocalApp } from './local-app.ts';
import { createLogger, type Logger } from './log.ts';
import { openPublicListener } from './open-public-listener.ts';
import { loadSettings } from './operations/perform.ts';
import type { DamageReport } from './ports.ts';
import { keepAddressKnown } from './public-access/keep-address-known.ts';
import { isOnLoopback, networkUrl, withSettings } from './server-place.ts';
import { createShutdown } from './shutdown.ts';
import { openStore } from './storage/store.ts';
import { startSweeps } from './sweeps.ts';
import { removeUnfinishedTransfers } from './transfer/unfinished-file.ts';
import type { Time } from './time.ts';
import type { PublicAccess, Tunnel } from './tunnel-ports.ts';
import type { Probe } from './tunnel/probe.ts';
import { VERSION } from './version.ts';

export interface StartOptions {
  clock?: Clock;
  log?: Logger;
  /** Fetches addresses that somebody else has named; the public internet's when absent. */
  fetcher?: OutboundFetcher;
  /** Asks an own domain who answers there; over the internet when absent. */
  probe?: Probe;
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
  /** Alarms of what looks into failed connections; this computer's when absent. */
  time?: Time;
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
    const tickets = options.tickets ?? createLaunchTickets(clock);
    const openings: Openings = { local: null, listenerUrl: null, publicPort: null };
    const { services, publicAccess, search } = createServices(
      { config, settings, store, clock, log, tickets, openings, shutdown },
      options,
    );
    await removeUnfinishedTransfers(config.dataFolder, log);
    const sweeps = startSweeps(services);
    shutdown.add('sweeps', () => sweeps.stop());
    const schedule = startBackupSchedule(services);
    shutdown.add('backup schedule', async () => {
      const stopped = schedule.stop();
      await services.backups.close();
      await stopped;
    });
    const faces: { close(): Promise<void> }[] = [];
    shutdown.add('listeners', () => Promise.all(faces.map((face) => face.close())));

    const events = createLiveEvents(services);
    const port = await freePort(config);
    if (port !== config.port)
      log.warn({ taken: config.port, port }, 'the port is taken; the next free one is used');
    const listener = await openPublicListener(services, { ...config, port }, events);
    faces.push(listener);
    const publicPort = Number(new URL(listener.url).port);
    Object.assign(openings, { publicPort, listenerUrl: listener.url });
    const ownUrl = networkUrl(config.host, publicPort) ?? listener.url;
    // Where people at this machine are told that the workspace is.
    const advertisedUrl = () => publicAccess.reach.fixedUrl ?? publicAccess.reach.trialUrl ?? ownUrl;
    const local = createLocalApp(services, {
      tickets,
      events,
      publicUrl: advertisedUrl,
      port: config.localPort,
      openPort: options.openPort,
    });
    openings.local = local;
    faces.push(local);
    if (options.desktop?.preferences.local_listener !== false) await local.open();
    const socketPath = await prepareSocketPath(config.dataFolder);
    faces.push(await listenLocalSocket({ path: socketPath, services, baseUrl: advertisedUrl }));
    await store.publishSocket(socketPath);
    const keeper = keepAddressKnown(services);
    const follower = createLazyFollower(services, options.time);
    shutdown.add('doctor', () => Promise.all([follower.close(), services.doctor.close()]));
    // Ends first: whoever is being answered through the tunnel still gets the answer.
    shutdown.add('public access', async () => {
      events.close();
      await publicAccess.close();
      await keeper.close();
    });
    const warmUp = afterAMoment(
      log,
      () => search.warmUp(),
      () => follower.start(),
      async () => services.mirror.start(),
      () =>
        publicAccess.start(publicPort, {
          isOnLoopback: isOnLoopback(config.host),
          isPortMoved: port !== config.port,
        }),
    );
    shutdown.add('warm-up', () => warmUp.cancel());
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

/** Within it whoever waited for the server gets the first answer, which then shares the processor with nothing. */
const MOMENT_MS = 50;

/** Loads what the first answer does not need, once the server has had a moment to give it. */
function afterAMoment(log: Logger, ...tasks: (() => Promise<unknown>)[]): { cancel(): void } {
  const timer = setTimeout(() => {
    Promise.all(tasks.map((task) => task())).catch((error: unknown) => {
      log.error({ err: error }, 'a part of the server could not be loaded');
    });
  }, MOMENT_MS);
  return { cancel: () => clearTimeout(timer) };
}
