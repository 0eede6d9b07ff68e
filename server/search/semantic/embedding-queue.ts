import { systemErrorCode } from '../../system-error.ts';
import { createAlarm } from './alarm.ts';
import { embedDocuments } from './embed-documents.ts';
import { wrongDimension, type EmbeddingsClient } from './provider/embeddings-client.ts';
import { ProviderError } from './provider/provider-error.ts';
import { createProviderHealth, type BackOff, type ProviderHealth } from './provider/provider-health.ts';
import type { DocumentText, SemanticProgress } from './semantic-messages.ts';
import type { DocumentCatalog, DocumentFacts } from './vectors/document-catalog.ts';
import {
  createVectorStore,
  openVectorStore,
  type VectorStore,
  type VectorStoreOptions,
} from './vectors/vector-store.ts';
import type { EmbeddedDocument } from './vectors/vector-table.ts';

/** Documents that wait for vectors, by id only, and the loop that works them off one batch after the other. */
export interface EmbeddingQueue {
  /** Undefined until there are vectors of this model. */
  readonly store: VectorStore | undefined;
  put(documents: readonly DocumentFacts[]): void;
  remove(id: string): void;
  /** Every document was put once: opens the vectors that are there and begins. */
  start(): void;
  /** The texts that were needed. */
  take(texts: readonly DocumentText[]): void;
  progress(): Omit<SemanticProgress, 'received'>;
  wake(): void;
  close(): Promise<void>;
}

export interface EmbeddingQueueOptions {
  client: EmbeddingsClient;
  prompt: string;
  health: ProviderHealth;
  catalog: DocumentCatalog;
  files: VectorStoreOptions;
  now: () => number;
  random: () => number;
  backOff: BackOff;
  signal: AbortSignal;
  need: (ids: readonly string[]) => void;
  changed: () => void;
  fault: (error: unknown) => void;
}

/** Documents whose texts are in memory at a time. */
const DOCUMENTS_AT_ONCE = 16;

export function createEmbeddingQueue(options: EmbeddingQueueOptions): EmbeddingQueue {
  const { prompt, health, catalog, files, signal, changed } = options;
  const alarm = createAlarm();
  const waiting = new Set<string>();
  /** Taken from `waiting`, and neither done nor given back. */
  const inHand = new Set<string>();
  const refused = new Set<string>();
  const disk = createProviderHealth({ ...options, changed });
  let store: VectorStore | undefined;
  let hasStarted = false;
  /** Whether it is known which documents need vectors. */
  let isCounted = false;
  /** Whether all is done and on disk. */
  let isAtRest = false;
  let loop = Promise.resolve();
  let texts = Promise.withResolvers<readonly DocumentText[]>();

  const client: EmbeddingsClient = {
    async embed(inputs, limits) {
      const vectors = await options.client.embed(inputs, limits);
      health.succeeded();
      return vectors;
    },
  };

  const isCurrent = ({ id, stamp }: { id: string; stamp: string }) =>
    store?.table.stampOf(catalog.numberOf(id)) === stamp;

  async function run(): Promise<void> {
    store = await openedStore();
    for (const id of catalog.ids()) enqueue(id);
    isCounted = true;
    while (!signal.aborted) {
      changed();
      if (waiting.size === 0) await finishAndRest();
      else if (!health.isOpen() || !disk.isOpen()) await alarm.wait(nextTry() - options.now());
      else await embedSome();
    }
  }

  /** Vectors that cannot be read are embedded again. */
  async function openedStore(): Promise<VectorStore | undefined> {
    try {
      return await openVectorStore(files);
    } catch (error) {
      options.fault(error);
      return undefined;
    }
  }

  function enqueue(id: string): void {
    const facts = catalog.facts(id);
    if (facts && !isCurrent(facts)) waiting.add(id);
  }

  const nextTry = () => Math.max(health.retryAt ?? 0, disk.retryAt ?? 0);

  async function finishAndRest(): Promise<void> {
    try {
      await store?.complete();
      await store?.tidy();
      disk.succeeded();
    } catch (error) {
      options.fault(error);
      disk.failed(diskProblem(error));
    }
    if (waiting.size > 0 || signal.aborted) return;
    isAtRest = true;
    changed();
    await alarm.wait(disk.retryAt === null ? null : disk.retryAt - options.now());
    isAtRest = false;
  }

  async function embedSome(): Promise<void> {
    for (const id of waiting) {
      if (inHand.size === DOCUMENTS_AT_ONCE) break;
      waiting.delete(id);
      inHand.add(id);
    }
    try {
      texts = Promise.withResolvers();
      options.need([...inHand]);
      const documents = await texts.promise;
      await embedDocuments(documents, { client, prompt, signal, known, isWanted, done, refused: refuse });
      inHand.clear();
      disk.succeeded();
    } catch (error) {
      for (const id of inHand) if (catalog.facts(id)) waiting.add(id);
      inHand.clear();
      if (!signal.aborted) explain(error);
    }
  }

  function explain(error: unknown): void {
    if (error instanceof ProviderError) return health.failed(error);
    options.fault(error);
    disk.failed(diskProblem(error));
  }

  function known(id: string): Map<string, Float32Array> {
    const before = store?.table.get(catalog.numberOf(id));
    const dimensions = store?.table.dimensions ?? 0;
    return new Map(
      before?.passages.map(({ hash }, place) => [
        hash,
        before.vectors.subarray(place * dimensions, (place + 1) * dimensions),
      ]),
    );
  }

  const isWanted = ({ id, stamp }: DocumentText) => !signal.aborted && catalog.facts(id)?.stamp === stamp;

  async function done({ id }: DocumentText, embedded: EmbeddedDocument): Promise<void> {
    const dimensions = embedded.vectors.length / embedded.passages.length;
    store ??= await createVectorStore(files, Math.trunc(dimensions));
    if (dimensions !== store.table.dimensions) throw wrongDimension(dimensions, store.table.dimensions);
    await store.put(catalog.numberOf(id), embedded);
    // It may have gone while the disk wrote.
    if (catalog.facts(id) === undefined) store.remove(catalog.numberOf(id));
    inHand.delete(id);
    changed();
  }

  function refuse({ id }: DocumentText): void {
    refused.add(id);
    inHand.delete(id);
  }

  const refusedProblem = () =>
    refused.size === 0
      ? null
      : `The embeddings provider refuses texts of documents: ${refused.size} of them.`;

  return {
    get store() {
      return store;
    },
    put(documents) {
      for (const facts of documents) {
        catalog.put(facts);
        refused.delete(facts.id);
        if (isCounted) enqueue(facts.id);
      }
      changed();
      alarm.ring();
    },
    remove(id) {
      catalog.remove(id);
      for (const set of [waiting, inHand, refused]) set.delete(id);
      store?.remove(catalog.numberOf(id));
      changed();
      alarm.ring();
    },
    start() {
      if (hasStarted) return;
      hasStarted = true;
      loop = run().catch(options.fault);
    },
    take: (given) => texts.resolve(given),
    progress: () => ({
      isReady: store?.isComplete ?? false,
      embedded: isCounted ? catalog.size - new Set([...waiting, ...inHand, ...refused]).size : 0,
      documents: catalog.size,
      isBusy: !isAtRest || waiting.size > 0,
      problem: health.problem ?? disk.problem ?? refusedProblem(),
      retryAt: health.retryAt ?? disk.retryAt,
    }),
    wake() {
      changed();
      alarm.ring();
    },
    async close() {
      alarm.ring();
      texts.resolve([]);
      await loop;
      await store?.close();
    },
  };
}

function diskProblem(error: unknown): ProviderError {
  const code = systemErrorCode(error);
  const message =
    code === 'ENOSPC' || code === 'EDQUOT'
      ? 'Vectors cannot be saved: the disk is full.'
      : 'Vectors cannot be saved; the log says why.';
  return new ProviderError('unreachable', message, { cause: error });
}
