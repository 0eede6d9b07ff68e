import { MAX_DIMENSIONS, type EmbeddingsProvider } from '../../../domain/embeddings.ts';
import type { JsonPoster } from './post-json.ts';
import { ProviderError } from './provider-error.ts';

/** Turns texts into vectors of length 1. */
export interface EmbeddingsClient {
  /**
   * @param inputs at most `MAX_BATCH_INPUTS`, together at most `MAX_BATCH_BYTES`.
   * @returns one vector an input, in order, all of one dimension.
   * @throws {ProviderError}, or the signal's reason when it is aborted.
   */
  embed(inputs: readonly string[], limits: EmbedLimits): Promise<Float32Array[]>;
}

export interface EmbedLimits {
  timeoutMs: number;
  signal: AbortSignal;
}

export const MAX_BATCH_INPUTS = 64;
export const MAX_BATCH_BYTES = 200_000;

interface Protocol {
  path: string;
  body(provider: EmbeddingsProvider, inputs: readonly string[]): unknown;
  /** The rows of numbers in the order of the inputs, not yet looked at; undefined when there are none. */
  rows(answer: object): unknown;
}

const PROTOCOLS: Record<EmbeddingsProvider['kind'], Protocol> = {
  /** OpenAI API reference, "Create embeddings". */
  openai: {
    path: '/embeddings',
    body: ({ model, dimensions }, input) => ({
      model,
      input,
      encoding_format: 'float',
      ...(dimensions === null ? {} : { dimensions }),
    }),
    rows: (answer) => ('data' in answer ? inOrder(answer.data) : undefined),
  },
  /** Ollama API documentation, "Generate Embeddings". */
  ollama: {
    path: '/api/embed',
    body: ({ model, dimensions }, input) => ({
      model,
      input,
      truncate: true,
      ...(dimensions === null ? {} : { dimensions }),
    }),
    rows: (answer) => ('embeddings' in answer ? answer.embeddings : undefined),
  },
};

export function createEmbeddingsClient(
  provider: EmbeddingsProvider,
  key: string | null,
  poster: Pick<JsonPoster, 'post'>,
): EmbeddingsClient {
  const protocol = PROTOCOLS[provider.kind];
  return {
    async embed(inputs, limits) {
      const url = `${provider.url}${protocol.path}`;
      const answer = await poster.post({ url, body: protocol.body(provider, inputs), key, ...limits });
      const rows = typeof answer === 'object' && answer !== null ? protocol.rows(answer) : undefined;
      if (!Array.isArray(rows) || rows.length !== inputs.length) {
        throw malformed('does not answer with one vector for each text');
      }
      const vectors = rows.map(unitVector);
      const dimensions = provider.dimensions ?? vectors[0]?.length;
      for (const { length } of vectors) {
        if (length !== dimensions) throw wrongDimension(length, dimensions ?? 0);
      }
      return vectors;
    },
  };
}

export function wrongDimension(got: number, wanted: number): ProviderError {
  return malformed(`answers with vectors of ${got} numbers where ${wanted} are expected`);
}

function malformed(what: string): ProviderError {
  return new ProviderError('malformed', `The embeddings provider ${what}.`);
}

/** OpenAI numbers the vectors; they may come in any order. */
function inOrder(data: unknown): unknown[] | undefined {
  if (!Array.isArray(data)) return undefined;
  const rows: unknown[] = Array.from({ length: data.length });
  const seen = new Set<number>();
  for (const [place, item] of data.entries()) {
    if (typeof item !== 'object' || item === null || !('embedding' in item)) return undefined;
    const index = 'index' in item ? item.index : place;
    if (typeof index !== 'number' || !(index in rows) || seen.has(index)) return undefined;
    seen.add(index);
    rows[index] = item.embedding;
  }
  return rows;
}

function unitVector(row: unknown): Float32Array {
  if (!Array.isArray(row) || row.length === 0 || row.length > MAX_DIMENSIONS) {
    throw malformed('sends something that is no vector');
  }
  let squares = 0;
  const vector = new Float32Array(row.length);
  for (const [index, value] of row.entries()) {
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      throw malformed('sends something in a vector that is no number');
    }
    squares += value * value;
    vector[index] = value;
  }
  const norm = Math.sqrt(squares);
  if (!(norm > 0) || !Number.isFinite(norm)) throw malformed('sends a vector without direction');
  for (let index = 0; index < vector.length; index += 1) vector[index] = Number(row[index]) / norm;
  return vector;
}
