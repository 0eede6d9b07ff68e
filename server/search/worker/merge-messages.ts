import type { MergeInput } from '../index/merge-segments.ts';
import type { Segment } from '../index/segment.ts';
import type { SavedState } from './messages.ts';

/** Where an index is saved, and the workspace that it belongs to. */
export interface SavedPlace {
  folder: string;
  instanceId: string;
}

/** What the merge worker is asked to do; it does one after the other. */
export type MergeJob =
  | { work: 'merge'; input: MergeInput }
  | { work: 'save'; place: SavedPlace; segment: Segment }
  | { work: 'check'; place: SavedPlace };

export type MergeResult =
  | { work: 'merge'; segment: Segment }
  | { work: 'save'; saved: SavedState }
  | { work: 'check'; isWhole: boolean | null };

export type ToMergeWorker = { number: number; job: MergeJob };
export type FromMergeWorker = { number: number; result: MergeResult } | { number: number; failure: string };
