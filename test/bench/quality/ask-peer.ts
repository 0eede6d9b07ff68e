import { openPeer, type PeerName } from '../peers/search/open-peer.ts';
import type { SearchableDocument } from '../../../server/search/searchable-document.ts';
import type { Ask } from './metrics.ts';

const DEPTH = 100;

/** An engine over these documents; it is given the words of a text, none cut off. */
export function askPeer(name: PeerName, documents: readonly SearchableDocument[]): Ask {
  const peer = openPeer(name);
  peer.build(documents);
  return async (text) => {
    const answer = await peer.search({ kind: 'words', words: wordsOf(text) }, DEPTH, 'everything');
    return answer?.ids ?? [];
  };
}

export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter(Boolean);
