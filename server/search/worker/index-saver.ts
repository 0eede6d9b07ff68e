import type { Segment } from '../index/segment.ts';
import type { SavedPlace } from './merge-messages.ts';
import type { MergeThread } from './merge-thread.ts';
import type { SavedState } from './messages.ts';

/** An index that changes all the time is written so often at most. */
const EVERY_MS = 60_000;

export interface IndexSaverOptions {
  place: SavedPlace;
  merger: Pick<MergeThread, 'save'>;
  onSaved: (saved: SavedState) => void;
  onFailure: (error: unknown) => void;
  /** Milliseconds that never go backwards. */
  now: () => number;
}

/** Writes the index to its folder in the merge worker, now and then. A failure costs only the time of a next start. */
export interface IndexSaver {
  /** The base is another one now: it is saved soon. */
  offer(base: Segment): void;
  /** Saves at once; resolves when it is saved, or has failed. */
  saveNow(base: Segment): Promise<void>;
  /** Whether something was offered that is not saved. */
  readonly isBehind: boolean;
  /** Nothing is saved any more. Resolves when the save that runs has come to its end. */
  stop(): Promise<void>;
}

export function createIndexSaver({ place, merger, onSaved, onFailure, now }: IndexSaverOptions): IndexSaver {
  let unsaved: Segment | null = null;
  let saving: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let last = Number.NEGATIVE_INFINITY;
  let isStopped = false;

  function schedule(): void {
    if (saving || !unsaved || isStopped) return;
    clearTimeout(timer);
    const wait = last + EVERY_MS - now();
    if (wait <= 0) start();
    else timer = setTimeout(schedule, wait).unref();
  }

  function start(): void {
    const segment = unsaved;
    if (!segment) return;
    unsaved = null;
    last = now();
    saving = save(segment).finally(() => {
      saving = undefined;
      schedule();
    });
  }

  async function save(segment: Segment): Promise<void> {
    try {
      onSaved(await merger.save(place, segment));
    } catch (error) {
      // Tried again in a minute, or at the end; what is on disk until then is only older.
      unsaved ??= segment;
      if (!isStopped) onFailure(error);
    }
  }

  return {
    offer(base) {
      unsaved = base;
      schedule();
    },
    async saveNow(base) {
      await saving;
      unsaved = base;
      if (!isStopped) start();
      await saving;
    },
    get isBehind() {
      return unsaved !== null || saving !== undefined;
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await saving;
    },
  };
}
