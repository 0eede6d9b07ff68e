import { ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './tree.module.css';

/** A page or a space, and what is below it once that is opened. */
export function TreeRow({
  href,
  title,
  isSpace = false,
  isDraft = false,
  isCurrent = false,
  isOpenAtFirst,
  children,
}: {
  /** From the app's root: with `~`. */
  href: string;
  title: string;
  isSpace?: boolean;
  isDraft?: boolean;
  isCurrent?: boolean;
  isOpenAtFirst: boolean;
  /** Nothing when nothing is below it. */
  children: ReactNode;
}) {
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? isOpenAtFirst;
  const hasMore = children !== false && children !== null;
  return (
    <li>
      <div className={styles['row']} data-space={isSpace || undefined} data-current={isCurrent || undefined}>
        {hasMore ? (
          <button
            type="button"
            className={styles['toggle']}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Close' : 'Open'} ${title}`}
            onClick={() => setChosen(!isOpen)}
          >
            <ChevronRight size={14} aria-hidden />
          </button>
        ) : (
          <span className={styles['toggle']} />
        )}
        <Link
          href={href}
          className={styles['link'] ?? ''}
          aria-current={isCurrent ? 'page' : undefined}
          title={title}
        >
          {title}
        </Link>
        {isDraft && <span className={styles['draft']}>Draft</span>}
      </div>
      {hasMore && isOpen && children}
    </li>
  );
}
