import { ownHosts, type Config } from './config.ts';
import { createDoctor } from './doctor/create-doctor.ts';
import type { Settings } from './domain/settings.ts';
import { createClientAddress } from './faces/http/client-address.ts';
import { createLastUsed } from './identity/last-used.ts';
import type { LaunchTickets } from './identity/launch-tickets.ts';
import { createDelays } from './identity/sign-in-throttle.ts';
import { createSittings, keepSittings } from './identity/sittings.ts';
import {
  createLazyFetcher,
  createLazyImageChecker,
  createLazyPasswordHasher,
  createLazySearch,
  type LazySearchIndex,
} from './lazy-services.ts';
import type { LocalApp } from './local-app.ts';
import { createLiveTopics } from './live-topics.ts';
import { createMirror } from './mirror/create-mirror.ts';
import type { Services } from './operations/define.ts';
import { createOwnAddresses } from './own-addresses.ts';
import { createPublicAccess, type RunningPublicAccess } from './public-access/create-public-access.ts';
import { followDoctor } from './public-access/follow-doctor.ts';
import { createLazyTunnel } from './public-access/lazy-tunnel.ts';
import { readSamplePages } from './sample-pages.ts';
import type { SearchIndex } from './search-ports.ts';
import { isOnNetwork } from './server-place.ts';
import type { Shutdown } from './shutdown.ts';
import type { StartOptions } from './start.ts';
import { createAttachmentFiles } from './storage/attachment-files.ts';
import { layoutOf } from './storage/layout.ts';
import { createSecretFiles } from './storage/secret-files.ts';
import type { DurableStore } from './storage/assembled-store.ts';
import { createViews } from './storage/views/create-views.ts';
import { createTransfers } from './transfer/create-transfers.ts';
import { systemTime } from './time.ts';
import type { Tunnel } from './tunnel-ports.ts';
import type { Probe } from './tunnel/probe.ts';
import { VERSION } from './version.ts';
import { createWorkspaceBackups } from './workspace-backups.ts';

/** What is known of the listeners once they are open. */
export interface Openings {
  local: LocalApp | null;
  /** `http://host:port` of the public listener, as bound. */
  listenerUrl: string | null;
  publicPort: number | null;
}

export interface ServiceSources {
  config: Config;
  settings: Settings;
  store: DurableStore;
  clock: Services['clock'];
  log: Services['log'];
  tickets: LaunchTickets;
  openings: Openings;
  /** What is closed at the end, in the reverse order. */
  shutdown: Shutdown;
}

export interface CreatedServices {
  services: Services;
  publicAccess: RunningPublicAccess;
  search: LazySearchIndex;
}

/** Builds what operations use. What the first answer does not need is loaded at its first use. */
export function createServices(
  { config, settings, store, clock, log, tickets, openings, shutdown }: ServiceSources,
  options: StartOptions,
): CreatedServices {
  const views = createViews(store);
  const secrets = createSecretFiles(config.dataFolder, { box: options.secretBox });
  const topics = createLiveTopics();
  const search = createLazySearch(() => loadSearch(config, { store, secrets, topics, clock, log }));
  shutdown.add('search', () => search.close());
  const lastUsed = createLastUsed({ store, log });
  shutdown.add('last-used times', () => lastUsed.close());
  const sittings = createSittings({ store, log });
  const upkeep = keepSittings(sittings);
  shutdown.add('times of sittings', () => upkeep.close());
  const passwords = createLazyPasswordHasher();
  const tunnel = options.tunnel ?? createLazyTunnel(() => loadTunnel(config, { store, log }));
  const publicAccess = createPublicAccess({
    baseUrl: config.baseUrl,
    store,
    secrets,
    tunnel,
    log,
    look: {
      probe: options.probe ?? loadedProbe,
      instanceId: store.instanceId,
      time: options.time ?? systemTime,
    },
  });
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
  const backups = createWorkspaceBackups({
    store,
    attachmentFiles,
    dataFolder: config.dataFolder,
    clock,
    log,
    onChange: () => topics.announce('backups'),
  });
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
    mirror: createMirror(() => services, { time: options.time, isServed: true }),
    lastUsed,
    sittings,
    clock,
    log,
    launchAddress: () => (openings.local?.url ? `${openings.local.url}/?ticket=${tickets.mint()}` : null),
    desktop: options.desktop ?? null,
    place: {
      dataFolder: config.dataFolder,
      given: config.given,
      startedWith: settings,
      get listening() {
        const { publicPort: port } = openings;
        return port === null ? null : { port, isOnNetwork: isOnNetwork(config.host) };
      },
    },
    samplePages: readSamplePages,
    version: VERSION,
    publicAccess,
    topics,
    doctor: createDoctor({
      clock,
      topics,
      listenerUrl: () => openings.listenerUrl,
      addressOf: createClientAddress({
        connectorId: () => publicAccess.tunnel.connectorId,
        trustedProxies: config.trustedProxies,
      }),
      ...options.doctor,
    }),
    isOwnAddress: createOwnAddresses({ reach, allowedHosts: config.allowedHosts }),
  };

  shutdown.add('what follows the doctor', followDoctor(publicAccess, services));
  shutdown.add('transfers', () => services.transfers.close());
  shutdown.add('Markdown mirror', () => services.mirror.close());
  return { services, publicAccess, search };
}

/** The supervisor and all that it needs, for whoever has public access on. */
async function loadTunnel(
  { dataFolder }: Config,
  { store, log }: Pick<Services, 'store' | 'log'>,
): Promise<Tunnel> {
  const { createTunnel } = await import('./tunnel/create-tunnel.ts');
  return createTunnel({ folder: layoutOf(dataFolder).tunnel, instanceId: store.instanceId, log });
}

/** Asks an address; what it takes is loaded by the first look. */
const loadedProbe: Probe = async (target, signal) =>
  (await import('./tunnel/probe.ts')).createProbe()(target, signal);

async function loadSearch(
  { search, dataFolder }: Config,
  { topics, ...services }: Pick<Services, 'store' | 'secrets' | 'topics' | 'clock' | 'log'>,
): Promise<SearchIndex> {
  if (search === 'off') return (await import('./search/disabled-search.ts')).createDisabledSearch();
  const { createSearchIndex } = await import('./search/create-search-index.ts');
  const { createSemanticSearch } = await import('./search/semantic/create-semantic-search.ts');
  const layout = layoutOf(dataFolder);
  const semantic = createSemanticSearch({ ...services, folder: layout.embeddings });
  const onProgress = () => topics.announce('search');
  return createSearchIndex({ ...services, folder: layout.index, semantic, onProgress });
}
