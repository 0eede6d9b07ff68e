import { createCommonplacePeer } from './commonplace-peer.ts';
import { createFlexSearchPeer } from './flexsearch-peer.ts';
import { createFts5Peer } from './fts5-peer.ts';
import { createLunrPeer } from './lunr-peer.ts';
import { createMiniSearchPeer } from './minisearch-peer.ts';
import { createOramaPeer } from './orama-peer.ts';
import type { SearchPeer } from './search-peer.ts';

/** The engines as they are set up for speed and for quality. */
const PEERS = {
  Commonplace: () => createCommonplacePeer(),
  lunr: () => createLunrPeer(),
  'lunr, title x4': () => createLunrPeer({ titleBoost: 4 }),
  MiniSearch: () => createMiniSearchPeer(),
  'MiniSearch, title x4': () => createMiniSearchPeer({ titleBoost: 4 }),
  'MiniSearch, stemmed, title x4': () => createMiniSearchPeer({ titleBoost: 4, stem: true }),
  Orama: () => createOramaPeer(),
  'Orama, stemmed, title x4': () => createOramaPeer({ titleBoost: 4, stem: true }),
  FlexSearch: () => createFlexSearchPeer(),
  'FTS5 unicode61': () => createFts5Peer({ tokenizer: 'unicode61', titleWeight: 1 }),
  'FTS5 porter': () => createFts5Peer({ titleWeight: 1 }),
  'FTS5 porter, title x4': () => createFts5Peer(),
  'FTS5 porter, all words': () => createFts5Peer({ operator: 'AND' }),
} satisfies Record<string, () => SearchPeer>;

export type PeerName = keyof typeof PEERS;

export const openPeer = (name: PeerName): SearchPeer => PEERS[name]();
