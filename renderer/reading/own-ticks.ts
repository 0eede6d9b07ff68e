import { useMemo, useState } from 'react';
import type { Ticks } from './reading-context.ts';

/** Ticks that last as long as the page shows the text: for previews and other texts that are no document. */
export function useOwnTicks(): Ticks {
  const [ticked, setTicked] = useState<ReadonlyMap<string, boolean>>(new Map());
  return useMemo(
    () => ({
      isTicked: (item, initial) => ticked.get(item) ?? initial,
      tick: (item, isTicked) => setTicked((before) => new Map(before).set(item, isTicked)),
    }),
    [ticked],
  );
}
