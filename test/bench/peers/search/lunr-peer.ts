import lunr from 'lunr';
import type { SearchPeer } from './search-peer.ts';
import { tagLine } from './search-peer.ts';

/** Lunr 2.3.9 as its documentation sets it up; queries are built in code, as its parser refuses many texts. */
export function createLunrPeer({ titleBoost = 1 } = {}): SearchPeer {
  let index: lunr.Index;
  return {
    build(documents) {
      index = lunr(function define() {
        this.ref('id');
        this.field('title', { boost: titleBoost });
        this.field('tags');
        this.field('content');
        for (const document of documents) this.add({ ...document, tags: tagLine(document) });
      });
    },
    search({ kind, words }, limit) {
      if (kind === 'phrase' || kind === 'ending') return null;
      const found = index.query((query) => {
        for (const word of words) {
          if (kind === 'prefix')
            query.term(word, { wildcard: lunr.Query.wildcard.TRAILING, usePipeline: false });
          else if (kind === 'fuzzy') query.term(word, { editDistance: 1 });
          else query.term(word, {});
        }
      });
      return { ids: found.slice(0, limit).map(({ ref }) => ref), total: found.length };
    },
    save: () => JSON.stringify(index),
    load(saved) {
      index = lunr.Index.load(JSON.parse(String(saved)) as object);
    },
  };
}
