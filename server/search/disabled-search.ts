import { AppError } from '../errors.ts';
import type { SearchIndex } from '../search-ports.ts';
import { SEMANTIC_OFF } from './semantic/semantic-off.ts';

async function refuse(): Promise<never> {
  throw new AppError('unavailable', 'Search is switched off here.', {
    hint: 'Start the server without COMMONPLACE_SEARCH=off; lists of documents work meanwhile.',
  });
}

/** Stands in where search is switched off (`search: off`): everything asked of it is refused, nothing else suffers. */
export function createDisabledSearch(): SearchIndex {
  return {
    search: refuse,
    similarDocuments: refuse,
    closestTitles: refuse,
    check: refuse,
    rebuild: refuse,
    status: async () => ({
      state: 'off',
      indexed: 0,
      documents: 0,
      progress: null,
      saved_bytes: null,
      saved_at: null,
      problem: null,
      semantic: SEMANTIC_OFF,
    }),
    close: async () => undefined,
  };
}
