import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useClient } from '../client/client.tsx';
import { useOperation } from '../client/operations.ts';
import { announceFailure } from '../feedback/announce.ts';
import type { Ticks } from './reading-context.ts';

interface Tick {
  item: string;
  ticked: boolean;
}

/**
 * The reader's own ticks in a document: shown at once, kept by the server, the same on all their devices.
 *
 * @param isRead whether the server is asked for them
 */
export function useDocumentTicks(documentId: string, { isRead }: { isRead: boolean }): Ticks {
  const client = useClient();
  const queries = useQueryClient();
  const kept = useOperation('checklists.read', { id: documentId }, { enabled: isRead });
  /** What was ticked and is not yet in what was read, the latest of each item. */
  const [latest, setLatest] = useState<ReadonlyMap<string, Tick>>(new Map());
  const { mutate } = useMutation({
    scope: { id: `ticks ${documentId}` },
    mutationFn: (tick: Tick) => client.call('checklists.tick', { id: documentId, ...tick }),
    // Read again rather than put together: an answer that is under way knows nothing of this tick.
    onSuccess: () => queries.invalidateQueries({ queryKey: ['checklists.read', { id: documentId }] }),
    onError: announceFailure,
    onSettled: (_answer, _error, tick) => setLatest((before) => without(before, tick)),
  });
  const ticks = kept.data?.ticks;
  return useMemo(
    () => ({
      isTicked: (item, initial) => latest.get(item)?.ticked ?? ticks?.[item] ?? initial,
      tick(item, ticked) {
        const tick = { item, ticked };
        setLatest((before) => new Map(before).set(item, tick));
        mutate(tick);
      },
    }),
    [ticks, latest, mutate],
  );
}

function without(ticks: ReadonlyMap<string, Tick>, settled: Tick): ReadonlyMap<string, Tick> {
  return new Map([...ticks].filter(([, tick]) => tick !== settled));
}
