import { LRUCache } from 'lru-cache';
import type { EmbeddingsClient } from './provider/embeddings-client.ts';
import { ProviderError } from './provider/provider-error.ts';
import type { ProviderHealth } from './provider/provider-health.ts';
import { withinTime } from '../../within-time.ts';

/** A search does not wait longer for its vector. */
export const QUERY_WITHIN_MS = 1500;
/** The provider may take longer, e.g. to load its model: the next search of these words has its vector then. */
const ANSWER_WITHIN_MS = 15_000;
const MAX_CACHED = 500;
/** More questions at once are answered by words only. */
const MAX_UNDER_WAY = 8;

/** Vectors of questions. */
export interface QueryVectors {
  /** Null when there is none in time. Never rejects. */
  of(text: string): Promise<Float32Array | null>;
}

export function createQueryVectors(options: {
  client: EmbeddingsClient;
  health: ProviderHealth;
  prompt: string;
  dimensions: () => number;
  signal: AbortSignal;
}): QueryVectors {
  const { client, health, prompt, dimensions, signal } = options;
  const cached = new LRUCache<string, Float32Array>({ max: MAX_CACHED });
  const underWay = new Map<string, Promise<Float32Array | null>>();

  async function ask(text: string): Promise<Float32Array | null> {
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      health.failed(new ProviderError('unreachable', 'The embeddings provider is too slow for searches.'));
    }, QUERY_WITHIN_MS);
    try {
      const limits = { timeoutMs: ANSWER_WITHIN_MS, signal };
      const [vector] = await client.embed([`${prompt}${text}`], limits);
      if (vector?.length !== dimensions()) return null;
      cached.set(text, vector);
      if (!isLate) health.succeeded();
      return vector;
    } catch (error) {
      if (error instanceof ProviderError && error.fault !== 'refused') health.failed(error);
      return null;
    } finally {
      clearTimeout(late);
      underWay.delete(text);
    }
  }

  return {
    async of(text) {
      const known = cached.get(text) ?? underWay.get(text);
      if (known instanceof Float32Array) return known;
      if (known) return withinTime(known, QUERY_WITHIN_MS);
      if (!health.isOpen() || underWay.size >= MAX_UNDER_WAY) return null;
      const answer = ask(text);
      underWay.set(text, answer);
      return withinTime(answer, QUERY_WITHIN_MS);
    },
  };
}
