import type { SearchQuery } from '../../domain/search-query.ts';

/** What of a search is asked of the provider: its words and phrases. Exclusions and operators never leave. */
export function textForMeaning({ words, phrases }: SearchQuery): string {
  return [...words.map(({ text }) => text), ...phrases].join(' ');
}
