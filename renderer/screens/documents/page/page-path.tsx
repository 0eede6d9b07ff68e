import { Link } from 'wouter';
import { useOperation } from '../../../client/operations.ts';
import { documentAddress, spaceAddress } from '../../../routing/addresses.ts';
import styles from './document-page.module.css';

/** Where a page stands: its space and the pages above it. */
export function PagePath({ space, path }: { space: string; path: readonly { id: string; title: string }[] }) {
  const spaces = useOperation('spaces.list', {});
  const name = spaces.data?.items.find(({ slug }) => slug === space)?.name ?? space;
  return (
    <nav aria-label="Path" className={styles['path']}>
      <ol>
        <li>
          <Link href={`~${spaceAddress(space)}`}>{name}</Link>
        </li>
        {path.map(({ id, title }) => (
          <li key={id}>
            <Link href={`~${documentAddress(id)}`}>{title}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
