import type { AnalysedDocument } from '../analysis/analysed-document.ts';
import { createLiveIndex, type LiveIndex } from '../index/live-index.ts';
import type { Segment } from '../index/segment.ts';
import type { MergeThread } from './merge-thread.ts';

/** Documents beside the base before they are merged into it: at least so many, or this share of the base. */
const MERGE_AFTER = 256;
const DELTA_SHARE = 0.1;
/** Deleted documents that the base still carries, as a share of it. */
const MAX_TOMBSTONE_SHARE = 0.05;
/** A merge that failed is tried again after this at the earliest, and after twice as long each time. */
const FIRST_RETRY_MS = 10_000;
const LAST_RETRY_MS = 3_600_000;

export interface MergingIndexOptions {
  merger: Pick<MergeThread, 'merge'>;
  /** Begin with this; empty without. */
  segment?: Segment | undefined;
  /** A merge has made a new base. */
  onMerged(base: Segment): void;
  onFailure(error: unknown): void;
  /** Documents beside the base, at least, before they are merged into it; by default 256. */
  mergeAfter?: number;
  /** Milliseconds that never go backwards. */
  now: () => number;
}

/** A live index that is merged in another thread, again and again, while it goes on answering and taking edits. */
export interface MergingIndex {
  readonly live: LiveIndex;
  put(document: AnalysedDocument): void;
  remove(id: string): void;
  /** Whether there is anything that is not in the base. */
  readonly hasChanges: boolean;
  /** Waits for the merge that runs, then merges what is left; what comes meanwhile stays for the next one. */
  settle(): Promise<void>;
  /** No merge is begun any more, and the one that runs changes nothing. Resolves when it has come to its end. */
  stop(): Promise<void>;
}

export function createMergingIndex(options: MergingIndexOptions): MergingIndex {
  const { merger, now, mergeAfter = MERGE_AFTER } = options;
  const live = createLiveIndex(options.segment);
  let merging: Promise<void> | undefined;
  let failures = 0;
  let notBefore = 0;
  let isStopped = false;

  const isDue = () =>
    live.deltaDocuments >= Math.max(mergeAfter, live.baseDocuments * DELTA_SHARE) ||
    live.tombstones > Math.max(mergeAfter, live.baseDocuments * MAX_TOMBSTONE_SHARE);

  function mergeWhenDue(): void {
    if (merging || isStopped || now() < notBefore || !isDue()) return;
    startMerge();
  }

  function startMerge(): void {
    merging = merge().finally(() => {
      merging = undefined;
      mergeWhenDue();
    });
  }

  async function merge(): Promise<void> {
    try {
      const input = live.exportForMerge();
      const segment = await merger.merge(input);
      if (isStopped) return;
      live.adopt(segment);
      failures = 0;
      options.onMerged(segment);
    } catch (error) {
      live.abandonMerge();
      notBefore = now() + Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS);
      failures += 1;
      if (!isStopped) options.onFailure(error);
    }
  }

  const index: MergingIndex = {
    live,
    get hasChanges() {
      return live.deltaDocuments > 0 || live.tombstones > 0;
    },
    put(document) {
      live.put(document);
      mergeWhenDue();
    },
    remove(id) {
      live.remove(id);
      mergeWhenDue();
    },
    async settle() {
      await merging;
      if (!index.hasChanges) return;
      if (!merging && !isStopped) startMerge();
      await merging;
    },
    async stop() {
      isStopped = true;
      await merging;
    },
  };
  return index;
}
