import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentHead } from '../../server/domain/document.ts';
import { parseSearchQuery } from '../../server/domain/search-query.ts';
import { createLogger } from '../../server/log.ts';
import type { SearchIndex, SearchResult } from '../../server/search-ports.ts';
import { createSearchIndex, type SearchIndexOptions } from '../../server/search/create-search-index.ts';
import { documentHead } from '../builders/document-head.ts';
import { createMemoryStore, type MemoryStore } from '../fakes/memory-store.ts';
import { PATIENCE } from '../patience.ts';

export const VISIBLE = [
  { space_id: 'spc_a', drafts: true },
  { space_id: 'spc_b', drafts: true },
];

/** Documents, and a folder for their index that outlives the indexes which a test opens on it. */
export interface IndexWorld {
  store: MemoryStore;
  folder: string;
  /** Ids of the documents whose texts were read since the last look. */
  readTexts(): string[];
  /** Opens the index as a start does. */
  open(options?: Partial<SearchIndexOptions>): SearchIndex;
  put(head: Partial<DocumentHead> & { id: string }, content?: string): Promise<void>;
  delete(id: string): Promise<void>;
  /** Closes what was opened and removes the folder. */
  end(): Promise<void>;
}

export async function createIndexWorld(instanceId = 'ws_one'): Promise<IndexWorld> {
  const store = Object.assign(createMemoryStore(), { instanceId });
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-index-'));
  const read: string[] = [];
  const opened: SearchIndex[] = [];
  const watched: MemoryStore = {
    ...store,
    content(collection, id) {
      read.push(id);
      return store.content(collection, id);
    },
  };
  return {
    store,
    folder,
    readTexts: () => read.splice(0),
    open(options = {}) {
      const index = createSearchIndex({
        store: watched,
        log: createLogger('silent'),
        folder,
        answerWithinMs: PATIENCE.timeout,
        ...options,
      });
      opened.push(index);
      return index;
    },
    async put(head, content) {
      const tx = store.begin();
      const before = store.tables.documents.get(head.id);
      tx.documents.put(
        documentHead({ title: head.id, ...before, version: (before?.version ?? 0) + 1, ...head }),
        content,
      );
      await tx.commit();
    },
    async delete(id) {
      const tx = store.begin();
      tx.documents.delete(id);
      await tx.commit();
    },
    async end() {
      await Promise.all(opened.map((index) => index.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function search(index: SearchIndex, q: string, limit = 100): Promise<SearchResult> {
  const { query } = parseSearchQuery(q);
  return index.search({ query, visible: VISIBLE, filter: {}, limit, offset: 0 });
}

export async function found(index: SearchIndex, q: string): Promise<string[]> {
  return (await search(index, q)).hits.map(({ id }) => id).toSorted();
}

/** Waits until every document is in, by asking. */
export async function complete(index: SearchIndex): Promise<void> {
  while ((await search(index, 'warm up')).partial);
}

/** What an index that is built from nothing answers. */
export async function freshAnswers(world: IndexWorld, queries: readonly string[]): Promise<SearchResult[]> {
  const { store } = world;
  const fresh = createSearchIndex({ store, log: createLogger('silent'), answerWithinMs: PATIENCE.timeout });
  try {
    await complete(fresh);
    return await answers(fresh, queries);
  } finally {
    await fresh.close();
  }
}

export const answers = (index: SearchIndex, queries: readonly string[]): Promise<SearchResult[]> =>
  Promise.all(queries.map((q) => search(index, q)));
