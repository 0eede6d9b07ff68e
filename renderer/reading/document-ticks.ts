import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useClient } from '../client/client.tsx';
import { useOperation } from '../client/operations.ts';
import { announceFailure } from '../feedback/announce.ts';
import type { Ticks } from './reading-context.ts';

interface Tick {
  item: string;
  ticked: boolean;
}

/** The reader's own ticks in a document: shown at once, kept by the server, the same on all their devices. */
export function useDocumentTicks(documentId: string): Ticks {
  const client = useClient();
  const queries = useQueryClient();
  const kept = useOperation('checklists.read', { id: documentId });
  const { mutate, variables, isPending } = useMutation({
    scope: { id: `ticks ${documentId}` },
    mutationFn: (tick: Tick) => client.call('checklists.tick', { id: documentId, ...tick }),
    onMutate: ({ item, ticked }) => {
      const key = ['checklists.read', { id: documentId }];
      queries.setQueryData(key, (before: typeof kept.data) => ({
        ticks: { ...before?.ticks, [item]: ticked },
      }));
    },
    onError: (error) => {
      announceFailure(error);
      void queries.invalidateQueries({ queryKey: ['checklists.read'] });
    },
  });
  const ticks = kept.data?.ticks;
  return useMemo(
    () => ({
      isTicked: (item, initial) =>
        isPending && variables.item === item ? variables.ticked : (ticks?.[item] ?? initial),
      tick: (item, ticked) => mutate({ item, ticked }),
    }),
    [ticks, mutate, isPending, variables],
  );
}
