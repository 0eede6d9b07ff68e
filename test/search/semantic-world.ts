import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { DocumentHead } from '../../server/domain/document.ts';
import type { EmbeddingsProvider, EmbeddingsSetting } from '../../server/domain/embeddings.ts';
import type { SecretStore } from '../../server/ports.ts';
import type { SemanticStatus } from '../../server/search-ports.ts';
import {
  createSemanticSearch,
  type SemanticSearch,
} from '../../server/search/semantic/create-semantic-search.ts';
import { documentHead } from '../builders/document-head.ts';
import { startEmbeddingsProvider, type EmbeddingsProviderFake } from '../fakes/embeddings-provider.ts';
import { createMemorySecrets } from '../fakes/memory-secrets.ts';
import { createMemoryStore, type MemoryStore } from '../fakes/memory-store.ts';
import { PATIENCE } from '../patience.ts';

/** A workspace in memory, a provider on a real port, and search by meaning with its real worker and real files. */
export interface SemanticWorld {
  store: MemoryStore;
  secrets: SecretStore;
  provider: EmbeddingsProviderFake;
  folder: string;
  /** What the worker logged as faults. */
  log: string[];
  search: SemanticSearch;
  /** Ends search and starts it anew, as a restart of the program does. */
  restart(): Promise<void>;
  /** The setting of the provider that runs, with changes. */
  setting(over?: Partial<EmbeddingsProvider>): EmbeddingsProvider;
  configure(setting: EmbeddingsSetting): Promise<void>;
  write(id: string, content: string, over?: Partial<DocumentHead>): Promise<void>;
  trash(id: string): Promise<void>;
  /** Resolves when the status is as wanted; fails where it never is. */
  until(isReached: (status: SemanticStatus) => boolean): Promise<SemanticStatus>;
  /** Ids found by meaning, best first; null without a ranking. */
  find(text: string, among?: Parameters<SemanticSearch['rank']>[1]): Promise<string[] | null>;
  end(): Promise<void>;
}

export const EVERYTHING = { visible: [{ space_id: 'spc_a', drafts: true }], filter: {} };
export const isReady = ({ state }: SemanticStatus) => state === 'ready';

export async function buildSemanticWorld(): Promise<SemanticWorld> {
  const store = createMemoryStore();
  const secrets = createMemorySecrets();
  const provider = await startEmbeddingsProvider();
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-semantic-'));
  const log: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void log.push(line) });
  const start = () =>
    createSemanticSearch({
      store,
      secrets,
      folder: join(folder, 'embeddings'),
      log: logger,
      backOff: { firstMs: 10, mostMs: 40 },
    });
  let version = 0;

  async function commit(change: (tx: ReturnType<MemoryStore['begin']>) => void): Promise<void> {
    const tx = store.begin();
    change(tx);
    await tx.commit();
  }

  const world: SemanticWorld = {
    store,
    secrets,
    provider,
    folder,
    log,
    search: start(),
    async restart() {
      await world.search.close();
      world.search = start();
    },
    setting: (over = {}) => ({
      kind: 'openai',
      url: provider.url,
      model: 'small',
      dimensions: null,
      ...over,
    }),
    configure: (embeddings) => commit((tx) => tx.settings.put({ id: 'workspace', values: { embeddings } })),
    write(id, content, over = {}) {
      version += 1;
      return commit((tx) => {
        tx.documents.put({ ...documentHead({ id, title: id, version }), ...over }, content);
      });
    },
    trash: (id) =>
      commit((tx) => {
        const head = tx.documents.get(id);
        if (head) tx.documents.put({ ...head, trashed: { at: '', by: head.updated_by } });
      }),
    async until(isReached) {
      const giveUp = performance.now() + PATIENCE.timeout;
      for (;;) {
        const status = world.search.status();
        if (isReached(status)) return status;
        if (performance.now() > giveUp) throw new Error(`Never reached: ${JSON.stringify({ status, log })}`);
        await new Promise((resolve) => void setTimeout(resolve, 5));
      }
    },
    async find(text, among = EVERYTHING) {
      const hits = await world.search.rank(text, among);
      return hits?.map(({ id }) => id) ?? null;
    },
    async end() {
      await world.search.close();
      await provider.die();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return world;
}
