import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { InputOf, OperationName, OutputOf } from '../../server/faces/app/contract.ts';
import { useClient } from './client.tsx';
import { readAgain } from './read-again.ts';

/** Reads through an operation and shows what was read before while it reads again. */
export function useOperation<Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
  options: { enabled?: boolean; refetchInterval?: number; gcTime?: number; refetchOnMount?: 'always' } = {},
): UseQueryResult<OutputOf<Name>> {
  const client = useClient();
  return useQuery({
    queryKey: [name, input],
    queryFn: ({ signal }) => client.call(name, input, signal),
    placeholderData: keepPreviousData,
    ...options,
  });
}

/**
 * Changes something through an operation. Whatever the page shows is read anew afterwards.
 *
 * @param options.onDone called before anything is read anew
 */
export function useAction<Name extends OperationName>(
  name: Name,
  options: { onDone?: (output: OutputOf<Name>) => void } = {},
): UseMutationResult<OutputOf<Name>, Error, InputOf<Name>> {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationKey: [name],
    mutationFn: (input: InputOf<Name>) => client.call(name, input),
    onSuccess(output) {
      options.onDone?.(output);
      return readAgain(queries);
    },
  });
}
