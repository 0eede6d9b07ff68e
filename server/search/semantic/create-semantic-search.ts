import { systemClock, type Clock } from '../../clock.ts';
import { originOf, type EmbeddingsProvider, type EmbeddingsSetting } from '../../domain/embeddings.ts';
import { DEFAULT_SETTINGS } from '../../domain/settings.ts';
import type { Logger } from '../../log.ts';
import type { SecretStore, Store } from '../../ports.ts';
import type { SemanticStatus } from '../../search-ports.ts';
import type { BackOff } from './provider/provider-health.ts';
import { BACK_OFF } from './provider/provider-health.ts';
import { startProviderRun, type ProviderRun } from './provider-run.ts';
import type { RankRequest } from './semantic-messages.ts';
import { startSemanticThread } from './semantic-thread.ts';
import type { SemanticHit } from './vectors/rank-documents.ts';
import { SEMANTIC_OFF } from './semantic-off.ts';

export type { SemanticHit };

/** Search by meaning. Off, and without a thread, until the owner has set a provider. */
export interface SemanticSearch {
  /**
   * The documents closest in meaning among those that the reader may see and asked for: at most 100, best first, in
   * at most 1.5 s. Null when there is nothing to rank by: it is off, still building, or the provider does not answer.
   * Rejects only with the reason of `signal`.
   */
  rank(
    text: string,
    among: Pick<RankRequest, 'visible' | 'filter'>,
    signal?: AbortSignal,
  ): Promise<readonly SemanticHit[] | null>;
  status(): SemanticStatus;
  close(): Promise<void>;
}

export interface SemanticSearchOptions {
  store: Pick<Store, 'tables' | 'content' | 'onApplied' | 'instanceId'>;
  secrets: SecretStore;
  /** Where vectors are kept: `embeddings/` of the data folder. */
  folder: string;
  log: Logger;
  clock?: Clock;
  backOff?: BackOff;
  startThread?: typeof startSemanticThread;
}

/**
 * Follows the setting `embeddings`: each provider has a worker for its life, and none when it is off. Changing the
 * setting, the key or switching off ends the worker at once, requests that are under way included.
 */
export function createSemanticSearch(options: SemanticSearchOptions): SemanticSearch {
  const { store, secrets, folder, log, clock = systemClock, backOff = BACK_OFF } = options;
  const startThread = options.startThread ?? startSemanticThread;
  let setting: EmbeddingsSetting = 'off';
  let run: ProviderRun | null = null;
  /** Counts changes of the setting: what was begun for an earlier one is given up. */
  let generation = 0;
  let changing = Promise.resolve();
  let isClosed = false;

  /** Ends what runs at once; what comes next starts when that is over, so that two never write to one folder. */
  function follow(next: EmbeddingsSetting): void {
    setting = next;
    generation += 1;
    const ended = Promise.all([changing, run?.close()]);
    run = null;
    changing = start(next, generation, ended).catch((error: unknown) =>
      log.error({ err: error }, 'search by meaning could not be started'),
    );
  }

  async function start(provider: EmbeddingsSetting, own: number, ended: Promise<unknown>): Promise<void> {
    await ended;
    if (provider === 'off') return;
    const key = await keyFor(provider);
    if (own !== generation || isClosed) return;
    const config = { provider, key, folder, instanceId: store.instanceId, backOff };
    run = startProviderRun({ config, store, log, clock, startThread });
  }

  /** Only the place that a key was given for gets it. */
  async function keyFor(provider: EmbeddingsProvider): Promise<string | null> {
    try {
      const stored = await secrets.read('embeddings');
      return stored?.origin === originOf(provider) ? stored.key : null;
    } catch (error) {
      log.error({ err: error }, 'the key of the embeddings provider could not be read');
      return null;
    }
  }

  store.onApplied((changes) => {
    run?.applied(changes);
    if (changes.some(({ collection }) => collection === 'settings') && !isClosed) {
      const next = currentSetting(store);
      if (JSON.stringify(next) !== JSON.stringify(setting)) follow(next);
    }
  });
  const stopWatching = secrets.onChange((name) => {
    if (name === 'embeddings' && !isClosed) follow(setting);
  });
  follow(currentSetting(store));

  return {
    async rank(text, among, signal) {
      signal?.throwIfAborted();
      if (text.trim() === '' || !run) return null;
      return run.rank({ text, visible: among.visible, filter: among.filter }, signal);
    },
    status: () => (setting === 'off' ? SEMANTIC_OFF : (run?.status() ?? starting(setting, store))),
    async close() {
      isClosed = true;
      generation += 1;
      stopWatching();
      await run?.close();
      run = null;
      await changing;
    },
  };
}

function starting({ model }: EmbeddingsProvider, store: Pick<Store, 'tables'>): SemanticStatus {
  return { ...SEMANTIC_OFF, state: 'building', model, documents: store.tables.documents.size };
}

function currentSetting(store: Pick<Store, 'tables'>): EmbeddingsSetting {
  return store.tables.settings.get('workspace')?.values.embeddings ?? DEFAULT_SETTINGS.embeddings;
}
