import { useOperation } from '../../../client/operations.ts';
import { OPEN_LINKS_ANEW_MS, UploadLinkRow } from '../../../components/upload-link-row.tsx';
import styles from './attached.module.css';
import { openLinksOf } from './queries.ts';

/** The open upload links of a page that the reader may end: their own, and everybody's for an admin. */
export function OpenLinks({ documentId }: { documentId: string }) {
  const links = useOperation('upload_links.list', openLinksOf(documentId), {
    refetchInterval: OPEN_LINKS_ANEW_MS,
  });
  return (
    <>
      <p className={styles['note']}>
        Whoever has an open upload link can send one picture to this page, without signing in.
      </p>
      <ul className={styles['rows']} aria-label="Open upload links">
        {links.data?.items.map((link) => (
          <UploadLinkRow key={link.id} link={link} />
        ))}
      </ul>
    </>
  );
}
