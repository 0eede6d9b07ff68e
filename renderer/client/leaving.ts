import { useIsMutating } from '@tanstack/react-query';

/** Whether a page is on its way to the Trash: whatever is read of it now may no longer be there. */
export function useIsLeaving(id: string | null | undefined): boolean {
  const moves = useIsMutating({
    mutationKey: ['documents.trash'],
    predicate: ({ state: { variables } }) => isAbout(variables, id),
  });
  return moves > 0;
}

function isAbout(input: unknown, id: string | null | undefined): boolean {
  return typeof input === 'object' && input !== null && 'id' in input && input.id === id;
}
