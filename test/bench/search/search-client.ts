import { setTimeout as pause } from 'node:timers/promises';
import { createHttpClient } from '../http-client.ts';

/** Whoever is not complete by then never will be. */
const COMPLETE_WITHIN_MS = 120_000;

export interface Answer {
  status: number;
  /** Milliseconds from sending to the last byte. */
  took: number;
  total: number;
  partial: boolean;
  ids: string[];
}

export interface SearchClient {
  search(q: string, limit?: number): Promise<Answer>;
  edit(id: string, content: string): Promise<number>;
  /** Waits until searches are no longer partial; how long that took, in milliseconds. */
  untilComplete(): Promise<number>;
  close(): void;
}

/** Searches and edits over HTTP with a bearer, as a reader app does. */
export function createSearchClient(url: string, secret: string, connections = 1): SearchClient {
  const client = createHttpClient(url, secret, connections);
  const search: SearchClient['search'] = async (q, limit = 20) => {
    const start = performance.now();
    const { status, body } = await client.send(
      'GET',
      `/api/v1/search?limit=${limit}&q=${encodeURIComponent(q)}`,
    );
    const took = performance.now() - start;
    if (status !== 200) return { status, took, total: 0, partial: false, ids: [] };
    const { items, total, partial } = JSON.parse(body) as {
      items: { id: string }[];
      total: number;
      partial: boolean;
    };
    return { status, took, total, partial, ids: items.map(({ id }) => id) };
  };
  return {
    search,
    async edit(id, content) {
      const { status } = await client.send('PATCH', `/api/v1/documents/${id}`, JSON.stringify({ content }));
      return status;
    },
    async untilComplete() {
      const start = performance.now();
      for (;;) {
        const { status, partial } = await search('astro');
        const took = performance.now() - start;
        if (status === 200 && !partial) return took;
        if (took > COMPLETE_WITHIN_MS)
          throw new Error(`The index is not complete; the last answer was ${status}.`);
        await pause(25);
      }
    },
    close: () => client.close(),
  };
}
