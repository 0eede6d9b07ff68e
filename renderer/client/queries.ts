import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isWorthAnotherTry } from './retry.ts';
import { CallFailed } from './transport.ts';

const ACCOUNT = 'account.read';

/**
 * What was read and is being changed. A session can end while nothing is heard of it, e.g. overnight: the first call
 * that is refused for it has the reader's own account read anew, so that the app says what to do.
 */
export function createQueries(): QueryClient {
  const noteRefusal = (error: Error): void => {
    if (error instanceof CallFailed && error.error.code === 'unauthorized')
      void queries.invalidateQueries({ queryKey: [ACCOUNT] });
  };
  const queries = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey: [name] }) => {
        if (name !== ACCOUNT) noteRefusal(error);
      },
    }),
    mutationCache: new MutationCache({ onError: noteRefusal }),
    defaultOptions: { queries: { staleTime: 10_000, retry: isWorthAnotherTry, refetchOnWindowFocus: true } },
  });
  return queries;
}
