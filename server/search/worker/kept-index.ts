import { nodeFileSystem } from '../../storage/node-file-system.ts';
import { analyseDocument } from '../analysis/analyse-document.ts';
import type { LiveIndex } from '../index/live-index.ts';
import { mergeSegments } from '../index/merge-segments.ts';
import type { Segment } from '../index/segment.ts';
import type { SearchableDocument } from '../searchable-document.ts';
import { createIndexSaver } from './index-saver.ts';
import type { SavedPlace } from './merge-messages.ts';
import { createMergeThread } from './merge-thread.ts';
import { createMergingIndex, type MergingIndex } from './merging-index.ts';
import type { PutTarget, SavedState } from './messages.ts';
import { saveIndex } from './saved-index.ts';

/** What would take longer than there is time is not begun at the end: so much a document. */
const MERGE_AND_SAVE_MS = 0.04;
const SAVE_MS = 0.01;

export interface KeptIndexOptions {
  /** The saved index that was opened. */
  opened: { segment: Segment | null; saved: SavedState | null };
  /** Where the index is saved; null when it has no folder. */
  place: SavedPlace | null;
  /** Whether it may be saved there. */
  saves: boolean;
  onSaved: (saved: SavedState) => void;
  onNotSaved: (error: unknown) => void;
  /** Something that costs time only has failed. */
  onFailure: (what: string, error: unknown) => void;
}

/** The index with all that keeps it small and safe: merges, saves, and the new one while it is rebuilt. */
export interface KeptIndex {
  /** The one that answers. */
  readonly live: LiveIndex;
  put(document: SearchableDocument, target: PutTarget): void;
  remove(id: string): void;
  /** All documents have been in: what a start had to build is saved, so that the next one need not. */
  complete(): Promise<void>;
  beginRebuild(): void;
  cancelRebuild(): void;
  /** The rebuilt index takes the place of the current one. Resolves when it is saved, or has failed to be. */
  takeOver(): Promise<void>;
  /** Whether the saved file is whole; null when there is none. */
  checkFile(): Promise<boolean | null>;
  /** Ends everything, and saves what is not saved when the budget, in milliseconds, allows it. */
  close(budgetMs: number): Promise<void>;
}

export function createKeptIndex(options: KeptIndexOptions): KeptIndex {
  const { opened, place, saves, onFailure } = options;
  const merger = createMergeThread();
  const saver =
    place && saves ? createIndexSaver({ place, merger, now, onSaved, onFailure: notSaved }) : null;
  let isSaved = opened.saved !== null;
  let current = mergingIndex(opened.segment ?? undefined);
  let rebuilt: MergingIndex | null = null;

  function mergingIndex(segment?: Segment): MergingIndex {
    const index = createMergingIndex({
      merger,
      segment,
      now,
      // What is being rebuilt is saved when it is whole.
      onMerged: (base) => index === current && saver?.offer(base),
      onFailure: (error) => onFailure('the search index could not be merged; it is tried again later', error),
    });
    return index;
  }

  function onSaved(saved: SavedState): void {
    isSaved = true;
    options.onSaved(saved);
  }

  function notSaved(error: unknown): void {
    onFailure('the search index could not be saved; the next start reads more documents', error);
    options.onNotSaved(error);
  }

  async function settleAndSave(): Promise<void> {
    const index = current;
    await index.settle();
    if (index === current) await saver?.saveNow(index.live.base);
  }

  function cancelRebuild(): void {
    rebuilt?.stop().catch(notSaved);
    rebuilt = null;
  }

  return {
    get live() {
      return current.live;
    },
    put(document, target) {
      const analysed = analyseDocument(document);
      if (target === 'both') current.put(analysed);
      rebuilt?.put(analysed);
    },
    remove(id) {
      current.remove(id);
      rebuilt?.remove(id);
    },
    async complete() {
      const isNew = !isSaved && current.live.documentCount > 0;
      if (saver && (isNew || saver.isBehind)) await settleAndSave();
    },
    beginRebuild() {
      cancelRebuild();
      rebuilt = mergingIndex();
    },
    cancelRebuild,
    async takeOver() {
      if (!rebuilt) throw new Error('There is no rebuilt index.');
      const old = current;
      current = rebuilt;
      rebuilt = null;
      await old.stop();
      await settleAndSave();
    },
    checkFile: async () => place && merger.check(place),
    async close(budgetMs) {
      const wasBehind = saver?.isBehind ?? false;
      const stopped = Promise.all([current.stop(), rebuilt?.stop(), saver?.stop()]);
      await merger.end();
      await stopped;
      if (!saver || !place) return;
      const { live, hasChanges } = current;
      const isInTime = (msPerDocument: number) => live.documentCount * msPerDocument < budgetMs;
      if (hasChanges && isInTime(MERGE_AND_SAVE_MS)) {
        await saveIndex(nodeFileSystem, place, mergeSegments(live.exportForMerge()));
      } else if (wasBehind && isInTime(SAVE_MS)) {
        await saveIndex(nodeFileSystem, place, live.base);
      }
    },
  };
}

const now = (): number => performance.now();
