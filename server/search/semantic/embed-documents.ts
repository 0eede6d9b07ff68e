import { chunksOf, type Chunk } from './chunks.ts';
import { MAX_BATCH_BYTES, MAX_BATCH_INPUTS, type EmbeddingsClient } from './provider/embeddings-client.ts';
import { ProviderError } from './provider/provider-error.ts';
import type { DocumentText } from './semantic-messages.ts';
import type { EmbeddedDocument } from './vectors/vector-table.ts';

/** A document whose vectors are being put together, by the hashes of its passages. */
interface Draft {
  document: DocumentText;
  chunks: readonly Chunk[];
  vectors: Map<string, Float32Array>;
  isRefused: boolean;
}

/** A passage that has no vector yet. */
interface Missing {
  draft: Draft;
  chunk: Chunk;
}

export interface EmbeddingJob {
  client: EmbeddingsClient;
  /** What the model wants before a passage. */
  prompt: string;
  signal: AbortSignal;
  /** The vectors that a document has already, by the hashes of their passages. */
  known(id: string): ReadonlyMap<string, Float32Array>;
  /** Whether this state of the document is still wanted: asked before each request, so that revoking acts at once. */
  isWanted(document: DocumentText): boolean;
  done(document: DocumentText, embedded: EmbeddedDocument): Promise<void>;
  /** The provider does not take one of the document's passages. */
  refused(document: DocumentText): void;
}

const ANSWER_WITHIN_MS = 120_000;
const PROBE = 'Commonplace';

/**
 * Embeds what is new in some documents, in as few requests as possible, and hands over each document as soon as it is
 * whole.
 *
 * @throws {ProviderError} when the provider does not work; documents that were not handed over have to come again.
 */
export async function embedDocuments(documents: readonly DocumentText[], job: EmbeddingJob): Promise<void> {
  const drafts = documents.map((document) => ({
    document,
    chunks: chunksOf(document),
    vectors: new Map(job.known(document.id)),
    isRefused: false,
  }));
  let open = await handOver(drafts, job);
  const missing = open.flatMap((draft) =>
    draft.chunks.filter(({ hash }) => !draft.vectors.has(hash)).map((chunk) => ({ draft, chunk })),
  );
  for (const batch of batchesOf(missing)) {
    const wanted = batch.filter(({ draft }) => !draft.isRefused && job.isWanted(draft.document));
    const answers = await embedOrRefuse(wanted, job);
    for (const [place, { draft, chunk }] of wanted.entries()) {
      const vector = answers[place];
      if (vector) draft.vectors.set(chunk.hash, vector);
      else draft.isRefused = true;
    }
    open = await handOver(open, job);
  }
}

/** Hands over what is whole or refused, and leaves out what is not wanted any more. Returns the others. */
async function handOver(drafts: readonly Draft[], job: EmbeddingJob): Promise<Draft[]> {
  const open: Draft[] = [];
  for (const draft of drafts) {
    if (!job.isWanted(draft.document)) continue;
    if (draft.isRefused) job.refused(draft.document);
    else if (draft.chunks.every(({ hash }) => draft.vectors.has(hash)))
      await job.done(draft.document, assemble(draft));
    else open.push(draft);
  }
  return open;
}

function assemble({ document, chunks, vectors }: Draft): EmbeddedDocument {
  const rows = chunks.map(({ hash }) => vectors.get(hash) ?? new Float32Array());
  const all = new Float32Array(rows.reduce((sum, row) => sum + row.length, 0));
  let at = 0;
  for (const row of rows) {
    all.set(row, at);
    at += row.length;
  }
  const passages = chunks.map(({ hash, section, anchor }) => ({ hash, section, anchor }));
  return { stamp: document.stamp, passages, vectors: all };
}

function* batchesOf(missing: readonly Missing[]): Generator<Missing[]> {
  let batch: Missing[] = [];
  let bytes = 0;
  for (const item of missing) {
    const size = Buffer.byteLength(item.chunk.text);
    if (batch.length === MAX_BATCH_INPUTS || (batch.length > 0 && bytes + size > MAX_BATCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(item);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/**
 * A batch that is refused as a whole may have one bad passage. When a harmless word is taken and the batch is refused
 * once more, it is about the texts: then halves are tried, and halves of these.
 *
 * @returns a vector or, where the provider does not take the text, undefined.
 */
async function embedOrRefuse(
  batch: readonly Missing[],
  job: EmbeddingJob,
  isProbed = false,
): Promise<(Float32Array | undefined)[]> {
  if (batch.length === 0) return [];
  const limits = { timeoutMs: ANSWER_WITHIN_MS, signal: job.signal };
  try {
    const inputs = batch.map(({ chunk }) => `${job.prompt}${chunk.text}`);
    return await job.client.embed(inputs, limits);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.fault !== 'refused') throw error;
    if (batch.length === 1 && isProbed) return [undefined];
  }
  if (!isProbed) {
    await job.client.embed([PROBE], limits);
    return embedOrRefuse(batch, job, true);
  }
  const half = Math.ceil(batch.length / 2);
  const first = await embedOrRefuse(batch.slice(0, half), job, true);
  return [...first, ...(await embedOrRefuse(batch.slice(half), job, true))];
}
