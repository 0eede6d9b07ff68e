import { parseSearchQuery } from '../../../server/domain/search-query.ts';
import { analyseDocument } from '../../../server/search/analysis/analyse-document.ts';
import { buildSegment, createLiveIndex } from '../../../server/search/index/live-index.ts';
import { findDocuments } from '../../../server/search/query/find-documents.ts';
import type { SearchableDocument } from '../../../server/search/searchable-document.ts';
import { wordsOf } from './ask-peer.ts';
import type { Ask } from './metrics.ts';

const DEPTH = 100;

/**
 * Our search over these documents. It is given the words of a text, as its peers are, or the text as it was typed,
 * where quotes and a leading hyphen are operators.
 */
export function askCommonplace(
  documents: readonly SearchableDocument[],
  as: 'words' | 'typed' = 'words',
): Ask {
  const index = createLiveIndex(buildSegment(documents.map(analyseDocument)));
  const everything = index.everything();
  return (text) => {
    const { query } = parseSearchQuery(as === 'typed' ? text : wordsOf(text).join(' '));
    const request = { query, readable: everything, wanted: everything, limit: DEPTH, offset: 0 };
    return findDocuments(index, request).documents.map(({ document }) => index.idOf(document));
  };
}
