import type { LiveIndex } from '../index/live-index.ts';
import type { Difference } from './messages.ts';

/** The worker's half of comparing the index with the documents (`index-comparison.ts`). */
export interface Comparison {
  /** @param stamps null where a change is on its way: the document is known, its state is not. */
  compare(ids: readonly string[], stamps: readonly (string | null)[]): Difference;
  /** A change has come: the document is as it should be. */
  noteChange(id: string): void;
  /** What was not named and has not changed since the beginning: it should not be in the index. */
  end(): Difference;
}

/** @param repairs takes what differs out at once, so that nothing out of date is found until it comes anew */
export function beginComparison(live: LiveIndex, repairs: boolean): Comparison {
  const unseen = new Set(live.ids());
  const remove = (id: string) => {
    if (repairs) live.remove(id);
  };
  return {
    compare(ids, stamps) {
      const missing: string[] = [];
      const stale: string[] = [];
      for (const [index, id] of ids.entries()) {
        unseen.delete(id);
        const wanted = stamps[index];
        if (wanted === null) continue;
        const number = live.documentNumber(id);
        if (number === undefined) missing.push(id);
        else if (live.stampOf(number) !== wanted) {
          stale.push(id);
          remove(id);
        }
      }
      return { missing, stale, surplus: [] };
    },
    noteChange: (id) => void unseen.delete(id),
    end() {
      const surplus = [...unseen];
      surplus.forEach(remove);
      return { missing: [], stale: [], surplus };
    },
  };
}
