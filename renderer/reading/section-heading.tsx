import { Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { documentAddress } from '../routing/addresses.ts';
import { useReading } from './reading-context.ts';
import styles from './reading.module.css';

type Level = 'h2' | 'h3' | 'h4' | 'h5' | 'h6';

/** A heading, with a link to its section beside it. */
export function SectionHeading({
  level: Heading,
  id,
  className,
  name,
  children,
}: {
  level: Level;
  id?: string;
  className?: string;
  /** The heading's words. */
  name: string;
  children?: ReactNode;
}) {
  const { documentId, idPrefix } = useReading();
  if (className === 'sr-only') return <Heading className={styles['unseen']}>{children}</Heading>;
  return (
    <div className={styles['section']} data-level={Heading}>
      <Heading id={id}>{children}</Heading>
      {documentId !== null && id !== undefined && (
        <a
          className={styles['anchor']}
          href={`#${documentAddress(documentId, id.slice(idPrefix.length))}`}
          aria-label={`Link to “${name}”`}
        >
          <Link2 size={16} aria-hidden />
        </a>
      )}
    </div>
  );
}
