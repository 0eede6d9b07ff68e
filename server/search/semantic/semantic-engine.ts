import type { FileSystem } from '../../storage/file-system.ts';
import { createEmbeddingQueue } from './embedding-queue.ts';
import { createEmbeddingsClient } from './provider/embeddings-client.ts';
import { promptOf } from './provider/model-prompts.ts';
import { createJsonPoster } from './provider/post-json.ts';
import { createProviderHealth } from './provider/provider-health.ts';
import { createQueryVectors } from './query-vectors.ts';
import type {
  FromSemanticWorker,
  RankRequest,
  SemanticConfig,
  ToSemanticWorker,
} from './semantic-messages.ts';
import { createDocumentCatalog } from './vectors/document-catalog.ts';
import { rankDocuments, type SemanticHit } from './vectors/rank-documents.ts';

/** Everything about one provider: asks it, keeps the vectors, ranks by them. Runs in a worker of its own. */
export interface SemanticEngine {
  receive(message: ToSemanticWorker): void;
  close(): Promise<void>;
}

export interface SemanticEngineOptions {
  config: SemanticConfig;
  send: (message: FromSemanticWorker) => void;
  fileSystem: FileSystem;
  now?: () => number;
  random?: () => number;
}

export function createSemanticEngine(options: SemanticEngineOptions): SemanticEngine {
  const { config, send, fileSystem, now = Date.now, random = Math.random } = options;
  const { provider, key, instanceId, backOff } = config;
  const closing = new AbortController();
  const { signal } = closing;
  const poster = createJsonPoster(now);
  const client = createEmbeddingsClient(provider, key, poster);
  const prompt = promptOf(provider.model);
  const catalog = createDocumentCatalog();
  const health = createProviderHealth({ now, random, backOff, changed: () => queue.wake() });
  const queue = createEmbeddingQueue({
    client,
    prompt: prompt.passage,
    health,
    catalog,
    files: { fileSystem, folder: config.folder, instanceId, provider, catalog },
    now,
    random,
    backOff,
    signal,
    need: (ids) => send({ kind: 'need', ids }),
    changed: sendProgress,
    fault: (error) => send({ kind: 'fault', reason: reasonOf(error) }),
  });
  const queryVectors = createQueryVectors({
    client,
    health,
    prompt: prompt.query,
    dimensions: () => queue.store?.table.dimensions ?? 0,
    signal,
  });
  let received = 0;
  let isProgressDue = false;

  /** Once a turn at most, however much happens in it. */
  function sendProgress(): void {
    if (isProgressDue) return;
    isProgressDue = true;
    setImmediate(() => {
      isProgressDue = false;
      if (!signal.aborted) send({ kind: 'progress', progress: { received, ...queue.progress() } });
    });
  }

  async function rank({ text, visible, filter }: RankRequest): Promise<SemanticHit[] | null> {
    if (!queue.store?.isComplete) return null;
    const vector = await queryVectors.of(text);
    const { store } = queue;
    if (!vector || !store) return null;
    const marks = catalog.marks(visible, filter);
    return rankDocuments(store.table.closest(vector, marks), marks, catalog);
  }

  async function answerRank(number: number, request: RankRequest): Promise<void> {
    let hits: SemanticHit[] | null = null;
    try {
      hits = await rank(request);
    } catch (error) {
      send({ kind: 'fault', reason: reasonOf(error) });
    }
    if (!signal.aborted) send({ kind: 'ranked', number, hits });
  }

  return {
    receive(message) {
      switch (message.kind) {
        case 'documents':
          received += 1;
          return queue.put(message.documents);
        case 'all-known':
          return queue.start();
        case 'removed':
          received += 1;
          return queue.remove(message.id);
        case 'texts':
          return queue.take(message.texts);
        case 'rank':
          return void answerRank(message.number, message.request);
      }
    },
    async close() {
      closing.abort(new Error('Search by meaning is closed.'));
      poster.close();
      await queue.close();
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : 'unknown';
}
