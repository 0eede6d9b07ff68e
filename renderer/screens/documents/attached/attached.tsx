import type { OutputOf } from '../../../../server/faces/app/contract.ts';
import { useIsLeaving } from '../../../client/leaving.ts';
import { useOperation } from '../../../client/operations.ts';
import { counted } from '../../../components/amounts.ts';
import { useMayEdit } from '../page/use-may-edit.ts';
import styles from './attached.module.css';
import { OpenLinks } from './open-links.tsx';
import { PictureList } from './picture-list.tsx';
import { firstPictures, openLinksOf } from './queries.ts';

export type Document = OutputOf<'documents.read'>['document'];

/**
 * What belongs to a page beside its text, for those who may edit it: its pictures, and the links on which somebody can
 * still send one without signing in. Folded, and nothing at all when there is neither.
 */
export function Attached({ document }: { document: Document }) {
  const { id, space } = document;
  const mayEdit = useMayEdit(space);
  const isLeaving = useIsLeaving(id);
  const enabled = mayEdit && !isLeaving;
  const pictures = useOperation('attachments.list', firstPictures(id), { enabled }).data?.total ?? 0;
  const links = useOperation('upload_links.list', openLinksOf(id), { enabled }).data?.total ?? 0;
  if (!mayEdit || pictures + links === 0) return null;
  const amounts = [
    ...(pictures > 0 ? [counted(pictures, 'picture')] : []),
    ...(links > 0 ? [counted(links, 'open upload link')] : []),
  ];
  return (
    <section className={styles['attached']} aria-label="Pictures and upload links">
      <details>
        <summary>
          <h2>Pictures and upload links</h2> <span>{amounts.join(' · ')}</span>
        </summary>
        {links > 0 && <OpenLinks documentId={id} />}
        {pictures > 0 && <PictureList document={document} total={pictures} />}
      </details>
    </section>
  );
}
