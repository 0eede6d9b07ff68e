import { parseSearchQuery } from '../../../../server/domain/search-query.ts';
import { analyseDocument } from '../../../../server/search/analysis/analyse-document.ts';
import { buildSegment, createLiveIndex, type LiveIndex } from '../../../../server/search/index/live-index.ts';
import { decodeSegment, encodeSegment } from '../../../../server/search/index/segment-file.ts';
import { findDocuments } from '../../../../server/search/query/find-documents.ts';
import { queryAsLunr } from '../../../../server/search/query/lunr-mode.ts';
import type { SearchableDocument } from '../../../../server/search/searchable-document.ts';
import { EDITOR, VIEWER } from '../../search/collection.ts';
import type { BenchQuery } from '../../search/query-sets.ts';
import type { PeerAnswer, SearchPeer } from './search-peer.ts';

/** Our own index as the search worker holds it, asked in the product's own language. */
export function createCommonplacePeer(): SearchPeer {
  let index = createLiveIndex();
  return {
    build(documents) {
      index = createLiveIndex(buildSegment(analysed(documents)));
    },
    search(query, limit, audience) {
      if (query.kind === 'ending') return searchEndings(index, query, limit);
      const readable = index.visibleTo(audience === 'published' ? VIEWER : EDITOR);
      const wanted = index.matching(audience === 'filtered' ? NARROW : {}, readable);
      const request = { query: parseSearchQuery(asText(query)).query, readable, wanted, limit, offset: 0 };
      const { documents, total } = findDocuments(index, request);
      return { ids: documents.map(({ document }) => index.idOf(document)), total };
    },
    replace(document) {
      index.put(analyseDocument(document));
    },
    save: () => encodeSegment(index.base),
    load(saved) {
      if (typeof saved === 'string') throw new Error('Our index is saved as bytes.');
      const opened = decodeSegment(saved);
      if (!('segment' in opened)) throw new Error('The index that was just saved does not open.');
      index = createLiveIndex(opened.segment);
    },
  };
}

/** Our own language has no wildcard in front; the mode that answers as lunr does has. */
function searchEndings(index: LiveIndex, { words }: BenchQuery, limit: number): PeerAnswer {
  const clauses = words.map((term) => ({ term, wildcard: { leading: true } }));
  const { documents, total } = queryAsLunr(index, { clauses, limit, offset: 0 });
  return { ids: documents.map(({ document }) => index.idOf(document)), total };
}

/** Published pages of three of four types in three of five spaces: about two fifths of everything. */
const NARROW = {
  space_ids: ['spc_a', 'spc_b', 'spc_c'],
  statuses: ['published'] as const,
  types: ['technical', 'knowledge', 'sop'] as const,
};

function* analysed(documents: Iterable<SearchableDocument>) {
  for (const document of documents) yield analyseDocument(document);
}

/** Fuzziness needs no sign: a word that nothing holds is taken with one typo. */
export function asText({ kind, words }: BenchQuery): string {
  if (kind === 'phrase') return `"${words.join(' ')}"`;
  return kind === 'prefix' ? words.map((word) => `${word}*`).join(' ') : words.join(' ');
}
