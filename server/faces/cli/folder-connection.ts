import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { createIdleLastUsed } from '../../identity/last-used.ts';
import { createDelays } from '../../identity/sign-in-throttle.ts';
import { createSittings } from '../../identity/sittings.ts';
import {
  createLazyFetcher,
  createLazyImageChecker,
  createLazyPasswordHasher,
  createLazySearch,
} from '../../lazy-services.ts';
import { createDoctor } from '../../doctor/create-doctor.ts';
import { createLiveTopics } from '../../live-topics.ts';
import { createMirror } from '../../mirror/create-mirror.ts';
import { createLogger, type Logger } from '../../log.ts';
import type { Services } from '../../operations/define.ts';
import { AppError } from '../../errors.ts';
import { perform } from '../../operations/perform.ts';
import { createOwnAddresses } from '../../own-addresses.ts';
import type { Store } from '../../ports.ts';
import { createPublicAccess } from '../../public-access/create-public-access.ts';
import { idleTunnel } from '../../public-access/idle-tunnel.ts';
import { readSamplePages } from '../../sample-pages.ts';
import type { SearchIndex } from '../../search-ports.ts';
import { layoutOf } from '../../storage/layout.ts';
import { createTransfers } from '../../transfer/create-transfers.ts';
import { createAttachmentFiles } from '../../storage/attachment-files.ts';
import { createSecretFiles } from '../../storage/secret-files.ts';
import { FolderInUse, FolderIsNewer } from '../../storage/open-errors.ts';
import { openStore } from '../../storage/store.ts';
import { createViews } from '../../storage/views/create-views.ts';
import { VERSION } from '../../version.ts';
import { createWorkspaceBackups } from '../../workspace-backups.ts';
import type { Connection } from './connection.ts';
import { deskActor, systemActor } from '../../identity/desk-actor.ts';

/** A workspace that this process has open itself, without a listener and without a search that is kept up to date. */
export interface FolderConnection extends Connection {
  /** Runs operations as the program itself: for the first steps of a new workspace. */
  asSystem: Connection['run'];
  /** Why the folder may only be read, or null. */
  readonly readOnlyReason: string | null;
}

/**
 * Opens the folder, or makes a new workspace in it. With `acceptLoss` it can be written although something that was
 * saved cannot be recovered.
 *
 * @throws {AppError} when there is no workspace (or already one, with `create`), somebody has it open, or it is
 *   newer than this program.
 */
export async function openFolder(
  config: Config,
  { create = false, acceptLoss = false } = {},
): Promise<FolderConnection> {
  // A command says in words what its person should know; the log is for servers, or for whoever asks for it.
  const log = createLogger(config.logLevel === 'info' ? 'silent' : config.logLevel);
  const store = await openStore({ folder: config.dataFolder, clock: systemClock, log, create, acceptLoss });
  const search = createLazySearch(() => openIndexAsSaved(config, store, log));
  const images = createLazyImageChecker(log);
  const secrets = createSecretFiles(config.dataFolder);
  const publicAccess = createPublicAccess({
    baseUrl: config.baseUrl,
    store,
    secrets,
    tunnel: idleTunnel,
    log,
  });
  await publicAccess.apply();
  const attachmentFiles = createAttachmentFiles({ folder: config.dataFolder, clock: systemClock, log });
  const backups = createWorkspaceBackups({
    store,
    attachmentFiles,
    dataFolder: config.dataFolder,
    clock: systemClock,
    log,
  });
  const topics = createLiveTopics();
  const services: Services = {
    store,
    views: createViews(store),
    search,
    passwords: createLazyPasswordHasher(),
    passwordGuesses: createDelays(systemClock),
    fetcher: createLazyFetcher({ version: VERSION }),
    images,
    attachmentFiles,
    backups,
    transfers: createTransfers(() => services),
    mirror: createMirror(() => services),
    secrets,
    lastUsed: createIdleLastUsed(store),
    sittings: createSittings({ store, log }),
    clock: systemClock,
    log,
    launchAddress: () => null,
    place: { dataFolder: config.dataFolder, given: config.given, listening: null, startedWith: null },
    samplePages: readSamplePages,
    desktop: null,
    version: VERSION,
    publicAccess,
    topics,
    doctor: createDoctor({ clock: systemClock, topics, listenerUrl: () => null }),
    isOwnAddress: createOwnAddresses({ reach: () => publicAccess.reach, allowedHosts: config.allowedHosts }),
  };
  const baseUrl = publicAccess.reach.fixedUrl ?? `http://127.0.0.1:${config.port}`;
  return {
    run: async (operation, input, user) =>
      operation.output.parse(await perform(services, operation, deskActor(services, user, baseUrl), input)),
    asSystem: async (operation, input) =>
      operation.output.parse(await perform(services, operation, systemActor(baseUrl), input)),
    damage: store.damage,
    readOnlyReason: store.readOnlyReason,
    async close() {
      await services.mirror.close();
      await services.transfers.close();
      await backups.close();
      await images.close();
      await search.close();
      await store.close();
    },
  };
}

/** A folder without an owner is what an interrupted set-up leaves: it is finished, not refused. */
export async function openForSetup(config: Config): Promise<FolderConnection> {
  try {
    return await openFolder(config, { create: true });
  } catch (error) {
    const isTaken = error instanceof FolderInUse || error instanceof FolderIsNewer;
    if (isTaken || !(error instanceof AppError) || error.code !== 'conflict') throw error;
    return openFolder(config);
  }
}

/** Nobody searches here; the index can be looked at and built anew. */
async function openIndexAsSaved({ dataFolder }: Config, store: Store, log: Logger): Promise<SearchIndex> {
  const { createSearchIndex } = await import('../../search/create-search-index.ts');
  return createSearchIndex({ store, log, folder: layoutOf(dataFolder).index, fillsItself: false });
}
