import { create, insert, load, remove, save, search, type RawData } from '@orama/orama';
import type { SearchableDocument } from '../../../../server/search/searchable-document.ts';
import type { SearchPeer } from './search-peer.ts';

/** Orama with its defaults: any of the words suffices, and each is completed. */
export function createOramaPeer({ titleBoost = 1, stem = false } = {}): SearchPeer {
  const open = () =>
    create({
      schema: { title: 'string', tags: 'string', content: 'string' },
      components: { tokenizer: { stemming: stem } },
    });
  let database = open();
  const add = ({ id, title, content, ...rest }: SearchableDocument) =>
    void insert(database, { id, title, content, tags: rest.tags.join(' ') });
  return {
    build(documents) {
      for (const document of documents) add(document);
    },
    search({ kind, words }, limit) {
      if (kind === 'phrase' || kind === 'ending') return null;
      const found = search(database, {
        term: words.join(' '),
        limit,
        boost: { title: titleBoost },
        ...(kind === 'fuzzy' ? { tolerance: 1 } : {}),
      });
      return Promise.resolve(found).then((result) => ({
        ids: result.hits.map(({ id }) => id),
        total: result.count,
      }));
    },
    replace(document) {
      void remove(database, document.id);
      add(document);
    },
    save: () => JSON.stringify(save(database)),
    load(saved) {
      database = open();
      load(database, JSON.parse(String(saved)) as RawData);
    },
  };
}
