import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { EmbeddingsProvider } from '../../../domain/embeddings.ts';
import { isTemporaryName } from '../../../storage/durable-file.ts';
import { listIfPresent, unlessMissing, type FileSystem } from '../../../storage/file-system.ts';
import { removeTree } from '../../../storage/folder-backup.ts';
import type { DocumentCatalog } from './document-catalog.ts';
import { createVectorFile, openVectorFile, type VectorFile } from './vector-file.ts';
import type { VectorIdentity, VectorRecord } from './vector-records.ts';
import { createVectorTable, type EmbeddedDocument, type VectorTable } from './vector-table.ts';

/** The vectors of one model: in memory, and in a folder of their own. */
export interface VectorStore {
  readonly table: VectorTable;
  /** Whether every document had its turn once: only then is a ranking fair to all of them. */
  readonly isComplete: boolean;
  put(document: number, embedded: EmbeddedDocument): Promise<void>;
  /** The file loses it when it is next written anew, at the latest when it is next opened. */
  remove(document: number): void;
  /** Puts on record that every document had its turn, and removes what other models left. */
  complete(): Promise<void>;
  /** Makes everything durable, and the file small again when much of it is out of date. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

export interface VectorStoreOptions {
  fileSystem: FileSystem;
  /** The folder of all models, `embeddings/` of the data folder. */
  folder: string;
  instanceId: string;
  provider: EmbeddingsProvider;
  catalog: DocumentCatalog;
}

const FORMAT = 1;
const FILE = 'vectors.bin';
/** `<model>-<dimensions>-<identity>`; nothing else in the folder is ours to remove. */
const MODEL_FOLDER = /^[a-z0-9._-]{1,64}-\d{1,5}-[0-9a-f]{8}$/;
/** Less than this out of date is left in the file. */
const MIN_WASTE_BYTES = 1024 * 1024;

/** The vectors that are there already; undefined when there are none of this model, or not in a readable file. */
export async function openVectorStore(options: VectorStoreOptions): Promise<VectorStore | undefined> {
  const { fileSystem, folder, catalog } = options;
  const wanted = identityOf(options, 0);
  for (const { name } of await listIfPresent(fileSystem, folder)) {
    if (!name.endsWith(suffixOf(wanted)) || !MODEL_FOLDER.test(name)) continue;
    const loading: Loading = { table: undefined, identity: wanted, isComplete: false, hasGone: false };
    const opened = await openVectorFile(
      fileSystem,
      join(folder, name, FILE),
      (identity) => accept(loading, identity),
      (record) => take(loading, catalog, record),
    );
    if (!opened || !loading.table) continue;
    await removeTemporaries(fileSystem, join(folder, name));
    const { file, isDamaged } = opened;
    const { table, identity, isComplete, hasGone } = loading;
    const store = vectorStore({ ...options, identity, file, table, isComplete, name });
    if (isDamaged || hasGone) await store.compact();
    return store;
  }
  return undefined;
}

/** An empty store for a model that is new. */
export async function createVectorStore(
  options: VectorStoreOptions,
  dimensions: number,
): Promise<VectorStore> {
  const identity = identityOf(options, dimensions);
  const name = `${slugOf(identity.model)}-${dimensions}${suffixOf(identity)}`;
  const file = await createVectorFile(options.fileSystem, join(options.folder, name, FILE), identity);
  const table = createVectorTable(dimensions);
  return vectorStore({ ...options, identity, file, table, isComplete: false, name });
}

/** What a file held: a table of the documents that are still there. */
interface Loading {
  table: VectorTable | undefined;
  identity: VectorIdentity;
  isComplete: boolean;
  /** Whether the file holds documents that are gone: these must not stay in it. */
  hasGone: boolean;
}

function accept(loading: Loading, identity: VectorIdentity): boolean {
  const isOurs = JSON.stringify({ ...identity, dimensions: 0 }) === JSON.stringify(loading.identity);
  if (!isOurs) return false;
  loading.identity = identity;
  loading.table = createVectorTable(identity.dimensions);
  return true;
}

function take(loading: Loading, catalog: DocumentCatalog, record: VectorRecord): void {
  if (record.kind === 'complete') loading.isComplete = true;
  if (record.kind !== 'document') return;
  if (catalog.facts(record.id)) loading.table?.set(catalog.numberOf(record.id), record.embedded);
  else loading.hasGone = true;
}

interface OpenParts extends VectorStoreOptions {
  identity: VectorIdentity;
  file: VectorFile;
  table: VectorTable;
  isComplete: boolean;
  name: string;
}

function vectorStore(parts: OpenParts): VectorStore & { compact(): Promise<void> } {
  const { fileSystem, folder, catalog, identity, file, table, name } = parts;
  let isComplete = parts.isComplete;

  function* records(): Generator<VectorRecord> {
    yield { kind: 'identity', identity };
    for (const document of table.documents()) {
      const embedded = table.get(document);
      if (embedded) yield { kind: 'document', id: catalog.idOf(document), embedded };
    }
    if (isComplete) yield { kind: 'complete' };
  }

  async function compact(): Promise<void> {
    await file.rewrite(records);
  }

  return {
    table,
    get isComplete() {
      return isComplete;
    },
    async put(document, embedded) {
      table.set(document, embedded);
      await file.append({ kind: 'document', id: catalog.idOf(document), embedded });
    },
    remove: (document) => table.delete(document),
    async complete() {
      if (!isComplete) {
        isComplete = true;
        await file.append({ kind: 'complete' });
      }
      await file.flush();
      for (const other of await listIfPresent(fileSystem, folder)) {
        if (other.name !== name && other.kind === 'folder' && MODEL_FOLDER.test(other.name)) {
          await removeTree(fileSystem, join(folder, other.name));
        }
      }
    },
    compact,
    async tidy() {
      const liveBytes = table.vectorCount * table.dimensions * Float32Array.BYTES_PER_ELEMENT;
      const allowance = Math.max(MIN_WASTE_BYTES, liveBytes / 2);
      if (file.bytes - liveBytes > allowance) await compact();
      else await file.flush();
    },
    close: () => file.close(),
  };
}

function identityOf({ instanceId, provider }: VectorStoreOptions, dimensions: number): VectorIdentity {
  const { kind, url, model, dimensions: requested } = provider;
  return { format: FORMAT, instance: instanceId, kind, url, model, requested, dimensions };
}

function suffixOf(identity: VectorIdentity): string {
  const text = JSON.stringify({ ...identity, dimensions: 0 });
  return `-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
}

/** A name that every file system takes. */
function slugOf(model: string): string {
  const plain = model.toLowerCase().replaceAll(/[^a-z0-9._]+/g, '-');
  return plain.replaceAll(/^[-.]+|[-.]+$/g, '').slice(0, 64) || 'model';
}

/** What a crash left half written. */
async function removeTemporaries(fileSystem: FileSystem, folder: string): Promise<void> {
  for (const { name } of await listIfPresent(fileSystem, folder)) {
    if (isTemporaryName(name)) await unlessMissing(fileSystem.unlink(join(folder, name)));
  }
}
