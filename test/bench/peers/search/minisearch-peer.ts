import lunr from 'lunr';
import MiniSearch, { type Options } from 'minisearch';
import type { SearchPeer } from './search-peer.ts';
import { tagLine } from './search-peer.ts';

/** MiniSearch with its defaults, or with a heavier title and lunr's stemmer and stop words. */
export function createMiniSearchPeer({ titleBoost = 1, stem = false } = {}): SearchPeer {
  const options: Options = {
    fields: ['title', 'tags', 'content'],
    searchOptions: { boost: { title: titleBoost } },
    ...(stem ? { processTerm: createStemming() } : {}),
  };
  let index = new MiniSearch(options);
  return {
    build(documents) {
      for (const document of documents) index.add({ ...document, tags: tagLine(document) });
    },
    search({ kind, words }, limit) {
      if (kind === 'phrase' || kind === 'ending') return null;
      const found = index.search(words.join(' '), {
        prefix: kind === 'prefix',
        fuzzy: kind === 'fuzzy' ? 1 : false,
      });
      return { ids: found.slice(0, limit).map(({ id }) => String(id)), total: found.length };
    },
    replace(document) {
      index.replace({ ...document, tags: tagLine(document) });
    },
    save: () => JSON.stringify(index),
    load(saved) {
      index = MiniSearch.loadJSON(String(saved), options);
    },
  };
}

function createStemming(): (word: string) => string | null {
  const known = new Map<string, string | null>();
  return (word) => {
    const lower = word.toLowerCase();
    let stemmed = known.get(lower);
    if (stemmed === undefined) {
      const token = new lunr.Token(lower, {});
      stemmed = lunr.stopWordFilter(token) ? String(lunr.stemmer(token)) : null;
      known.set(lower, stemmed);
    }
    return stemmed;
  };
}
