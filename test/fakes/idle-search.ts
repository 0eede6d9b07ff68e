import type { SearchIndex } from '../../server/search-ports.ts';

/** A search index that finds nothing, but for what a test puts in its place. */
export function createIdleSearch(parts: Partial<SearchIndex> = {}): SearchIndex {
  return {
    search: async () => ({ hits: [], total: 0, relaxed: false, partial: false }),
    similarDocuments: async () => [],
    closestTitles: async () => [],
    status: async () => ({
      state: 'ready',
      indexed: 0,
      documents: 0,
      progress: null,
      saved_bytes: null,
      saved_at: null,
      problem: null,
      semantic: { state: 'off', model: null, embedded: 0, documents: 0, problem: null, retry_at: null },
    }),
    check: async () => ({
      documents: 0,
      indexed: 0,
      missing: [],
      stale: [],
      surplus: [],
      file_is_whole: null,
    }),
    rebuild: async () => undefined,
    close: async () => undefined,
    ...parts,
  };
}
