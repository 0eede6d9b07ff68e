import { matchesFilter } from '../../server/domain/document-filter.ts';
import type { SearchHit, SearchIndex } from '../../server/search-ports.ts';
import { createIdleSearch } from '../fakes/idle-search.ts';
import type { MemoryStore } from '../fakes/memory-store.ts';

/** Finds documents that hold every word. Ranking is tested where it lives; here only the connector is. */
export function createPlainSearch(store: MemoryStore): SearchIndex {
  return createIdleSearch({
    async search({ query, visible, filter, limit, offset }) {
      const hits: SearchHit[] = [];
      for (const document of store.tables.documents.all()) {
        const seen = visible.find(({ space_id }) => space_id === document.space_id);
        if (!seen || document.trashed || (document.status === 'draft' && !seen.drafts)) continue;
        if (!matchesFilter(document, filter)) continue;
        const text = `${document.title}\n${await store.content('documents', document.id)}`;
        if (!query.words.every((word) => text.toLowerCase().includes(word.text.toLowerCase()))) continue;
        hits.push({
          id: document.id,
          score: 1,
          match: 'keyword',
          reasons: ['words'],
          snippet: text.slice(0, 100),
          section: null,
          anchor: null,
        });
      }
      return { hits: hits.slice(offset, offset + limit), total: hits.length, relaxed: false, partial: false };
    },
  });
}
