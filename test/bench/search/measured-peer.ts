import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SearchableDocument } from '../../../server/search/searchable-document.ts';
import { answerParent } from '../child-process.ts';
import { openPeer, type PeerName } from '../peers/search/open-peer.ts';
import type { Audience } from '../peers/search/search-peer.ts';
import { edited, generateCollection } from './collection.ts';
import { collectGarbage, megabytesHeld } from './memory.ts';
import type { BenchQuery } from './query-sets.ts';

/** The program of one engine over the generated collection, told by its parent what to measure. */
const [, , name = '', size = '0'] = process.argv;
const HITS = 20;
const WARM_UP = 20;

const peer = openPeer(name as PeerName);
let documents: SearchableDocument[] = [];

const methods = {
  /** Builds the index; milliseconds, and how much memory it holds afterwards. */
  async build(): Promise<{ took: number; megabytes: number }> {
    documents = generateCollection(Number(size));
    collectGarbage();
    const before = megabytesHeld();
    const start = performance.now();
    peer.build(documents);
    const took = performance.now() - start;
    await nextTurn();
    collectGarbage();
    return { took, megabytes: megabytesHeld() - before };
  },

  /** Milliseconds of each query, once through; null where the engine has no such query. */
  async round(queries: readonly BenchQuery[], audience: Audience = 'everything'): Promise<number[] | null> {
    for (const query of queries.slice(0, WARM_UP)) await peer.search(query, HITS, audience);
    const times: number[] = [];
    for (const query of queries) {
      const start = performance.now();
      const answer = await peer.search(query, HITS, audience);
      times.push(performance.now() - start);
      if (!answer) return null;
    }
    return times;
  },

  /** Milliseconds of each of so many edits of documents of about the mean length. */
  replace(count: number): number[] {
    if (!peer.replace) throw new Error(`${name} can't replace a document.`);
    const times: number[] = [];
    for (let number = 0; number < count; number += 1) {
      const document = documents[(number * 7919) % documents.length];
      if (!document) break;
      const next = edited(document, `zyzzyva${number}`);
      const start = performance.now();
      peer.replace(next);
      times.push(performance.now() - start);
    }
    return times;
  },

  /** Milliseconds to make what is written to disk and to open it again, and its size. */
  saved(): { saving: number; opening: number; megabytes: number } {
    if (!peer.save || !peer.load) throw new Error(`${name} is not saved.`);
    const start = performance.now();
    const saved = peer.save();
    const between = performance.now();
    peer.load(saved);
    return {
      saving: between - start,
      opening: performance.now() - between,
      megabytes: saved.length / 1e6,
    };
  },
};

export type MeasuredPeer = typeof methods;
answerParent(methods);
