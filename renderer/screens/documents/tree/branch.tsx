import { Button, Loader, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useClient } from '../../../client/client.tsx';
import { documentAddress } from '../../../routing/addresses.ts';
import { TreeRow } from './tree-row.tsx';
import styles from './tree.module.css';

const STEP = 100;

/** The pages at the top of a space, or below a page: read when they are opened, a hundred at a time. */
export function Branch({
  space,
  parent,
  current,
  path,
}: {
  space: string;
  parent: string | null;
  /** The page that is read, and those above it. */
  current: string | null;
  path: readonly string[];
}) {
  const client = useClient();
  const pages = useInfiniteQuery({
    queryKey: ['documents.tree', { space, parent }],
    queryFn: ({ pageParam, signal }) =>
      client.call(
        'documents.tree',
        { space, offset: pageParam, limit: STEP, ...(parent !== null && { parent }) },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: ({ offset, items, total }) =>
      offset + items.length < total ? offset + items.length : undefined,
  });
  if (!pages.data) return <Loader size="xs" mx="md" my={6} aria-label="Loading the pages" />;
  const items = pages.data.pages.flatMap((page) => page.items);
  if (items.length === 0)
    return (
      <Text size="sm" c="dimmed" px={30} py={4}>
        No pages yet
      </Text>
    );
  return (
    <ul className={styles['branch']}>
      {items.map(({ id, title, status, has_sub_pages: hasSubPages }) => (
        <TreeRow
          key={id}
          href={`~${documentAddress(id)}`}
          title={title}
          isDraft={status === 'draft'}
          isCurrent={id === current}
          isOpenAtFirst={path.includes(id) || id === current}
        >
          {hasSubPages && <Branch space={space} parent={id} current={current} path={path} />}
        </TreeRow>
      ))}
      {pages.hasNextPage && (
        <li>
          <Button
            variant="subtle"
            size="compact-sm"
            ml={24}
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            Show more
          </Button>
        </li>
      )}
    </ul>
  );
}
