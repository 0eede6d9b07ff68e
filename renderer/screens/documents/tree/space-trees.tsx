import { Loader } from '@mantine/core';
import { useIsLeaving } from '../../../client/leaving.ts';
import { useOperation } from '../../../client/operations.ts';
import { spaceAddress } from '../../../routing/addresses.ts';
import { Branch } from './branch.tsx';
import { TreeRow } from './tree-row.tsx';
import styles from './tree.module.css';

/** All spaces that the reader sees, each with its pages; the one that is read is opened. */
export function SpaceTrees({ documentId }: { documentId: string | null }) {
  const spaces = useOperation('spaces.list', {});
  const isRead = !useIsLeaving(documentId) && documentId !== null;
  const open = useOperation('documents.read', { id: documentId ?? '' }, { enabled: isRead });
  if (!spaces.data) return <Loader size="sm" m="md" aria-label="Loading the pages" />;
  const current = documentId === null ? undefined : open.data;
  const path = current?.path?.map(({ id }) => id) ?? [];
  return (
    <ul className={styles['tree']}>
      {spaces.data.items.map(({ id, slug, name }) => (
        <TreeRow
          key={id}
          href={`~${spaceAddress(slug)}`}
          title={name}
          isSpace
          isOpenAtFirst={spaces.data.total === 1 || current?.document.space === slug}
        >
          <Branch space={slug} parent={null} current={documentId} path={path} />
        </TreeRow>
      ))}
    </ul>
  );
}
