import { Badge } from '@mantine/core';
import { Link } from 'wouter';
import type { OutputOf } from '../../../../server/faces/app/contract.ts';
import { When } from '../../../components/when.tsx';
import { Who } from '../../../components/who.tsx';
import { documentAddress } from '../../../routing/addresses.ts';
import styles from './document-rows.module.css';

/** Documents one below the other: title, then where it is, who changed it last and through what. */
export function DocumentRows({
  documents,
  isSpaceShown,
}: {
  documents: OutputOf<'documents.list'>['items'];
  isSpaceShown: boolean;
}) {
  return (
    <ul className={styles['rows']}>
      {documents.map(({ id, title, summary, space, status, tags, updated_by: by, updated_at: at }) => (
        <li key={id} className={styles['row']}>
          <div className={styles['head']}>
            <Link href={`~${documentAddress(id)}`} className={styles['title'] ?? ''}>
              {title}
            </Link>
            {status === 'draft' && (
              <Badge variant="light" size="sm">
                Draft
              </Badge>
            )}
          </div>
          {summary !== '' && <p className={styles['summary']}>{summary}</p>}
          <p className={styles['facts']}>
            {isSpaceShown && `${space} · `}
            <Who by={by} /> · <When at={at} />
            {tags.slice(0, 4).map((tag) => (
              <span key={tag} className={styles['tag']}>
                {tag}
              </span>
            ))}
          </p>
        </li>
      ))}
    </ul>
  );
}
