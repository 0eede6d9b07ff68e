import { Document } from 'flexsearch';
import type { SearchableDocument } from '../../../../server/search/searchable-document.ts';
import type { SearchPeer } from './search-peer.ts';

/** FlexSearch with whole words; `suggest` lets any of the words suffice. It stops at the limit and has no total. */
export function createFlexSearchPeer(): SearchPeer {
  const index = new Document({
    tokenize: 'strict',
    fastupdate: true,
    document: { id: 'id', index: ['title', 'tags', 'content'] },
  });
  const asStored = ({ id, title, content, tags }: SearchableDocument) => ({
    id,
    title,
    content,
    tags: tags.join(' '),
  });
  return {
    build(documents) {
      for (const document of documents) index.add(asStored(document));
    },
    search({ kind, words }, limit) {
      if (kind !== 'words') return null;
      const found = index.search(words.join(' '), { limit, suggest: true, merge: true });
      return { ids: found.map(({ id }) => String(id)), total: null };
    },
    replace(document) {
      index.update(asStored(document));
    },
  };
}
