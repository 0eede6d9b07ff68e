import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * Reads anew what is on screen, because it may have changed. A first answer that is still under way may be from
 * before the change, and the library asks nothing twice at once: when it has come, it is asked for again.
 */
export async function readAgain(
  queries: QueryClient,
  isMeant: (query: Query) => boolean = () => true,
): Promise<void> {
  const underWay = new Set(
    queries.getQueryCache().findAll({
      fetchStatus: 'fetching',
      predicate: (query) => query.state.data === undefined && isMeant(query),
    }),
  );
  await queries.invalidateQueries({ predicate: isMeant });
  if (underWay.size > 0) await queries.invalidateQueries({ predicate: (query) => underWay.has(query) });
}
