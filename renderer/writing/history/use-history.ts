import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { useClient } from '../../client/client.tsx';

type Versions = OutputOf<'versions.list'>;

/** Most that one answer holds. */
const AT_A_TIME = 100;

/** The newest versions of a page, as many as are asked for. */
export function useHistory(id: string, count: number): UseQueryResult<Versions> {
  const client = useClient();
  return useQuery({
    queryKey: ['versions.list', { id, count }],
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      const offsets = Array.from({ length: Math.ceil(count / AT_A_TIME) }, (_, index) => index * AT_A_TIME);
      const pages = await Promise.all(
        offsets.map((offset) => client.call('versions.list', { id, limit: AT_A_TIME, offset }, signal)),
      );
      const [first] = pages;
      if (!first) throw new Error('No versions were asked for.');
      return { ...first, items: pages.flatMap(({ items }) => items) };
    },
  });
}
