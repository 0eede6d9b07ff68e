import { useState } from 'react';
import { isAtLeast } from '../../../../server/domain/role.ts';
import { useOperation } from '../../../client/operations.ts';
import { Pager } from '../../../components/pager.tsx';
import { Loaded } from '../../../feedback/loaded.tsx';
import { useReader } from '../../../shell/reader.tsx';
import type { Document } from './attached.tsx';
import styles from './attached.module.css';
import { PictureRow } from './picture-row.tsx';
import { picturesOf, PICTURES_SHOWN } from './queries.ts';

/** The pictures of a page, oldest first, some at a time. */
export function PictureList({ document, total }: { document: Document; total: number }) {
  const [chosen, setChosen] = useState(1);
  const mayDelete = useMayDelete(document);
  // The last one of the last page may have been deleted.
  const page = Math.min(chosen, Math.ceil(total / PICTURES_SHOWN));
  const pictures = useOperation('attachments.list', picturesOf(document.id, page));
  return (
    <>
      <Loaded query={pictures}>
        {({ items }) => (
          <ul className={styles['rows']} aria-label="Pictures">
            {items.map((picture) => (
              <PictureRow
                key={picture.id}
                picture={picture}
                isInText={document.content.includes(`/attachments/${picture.id}`)}
                mayDelete={mayDelete}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <Pager total={total} size={PICTURES_SHOWN} page={page} onPage={setChosen} />
    </>
  );
}

/** Whether to offer it: what readers see is taken from them by those who publish (images, “Copies and ends”). */
function useMayDelete({ status }: Document): boolean {
  const { role, workspace } = useReader().account;
  return status === 'draft' || workspace.approval_mode === 'open' || isAtLeast(role, 'approver');
}
