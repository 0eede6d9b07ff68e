import { useMemo } from 'react';
import { documentAddress } from '../../../routing/addresses.ts';
import type { OutlineEntry } from '../../../reading/parse/read-text.ts';
import { useActiveHeading } from './use-active-heading.ts';
import styles from './document-page.module.css';

const LEAST_ENTRIES = 3;
const DEEPEST_LEVEL = 4;
const NONE: readonly OutlineEntry[] = [];

/** The headings of a page, the one that is read marked: beside the text, or folded above it where there is no room. */
export function DocumentOutline({
  entries,
  documentId,
  idPrefix,
  place,
}: {
  entries: readonly OutlineEntry[];
  documentId: string;
  idPrefix: string;
  place: 'top' | 'aside';
}) {
  const shown = useMemo(() => entries.filter(({ level }) => level <= DEEPEST_LEVEL), [entries]);
  const active = useActiveHeading(place === 'aside' ? shown : NONE, idPrefix);
  if (shown.length < LEAST_ENTRIES) return null;
  const list = (
    <ul className={styles['outline']}>
      {shown.map(({ anchor, title, level }) => (
        <li key={anchor} data-level={level}>
          <a
            href={`#${documentAddress(documentId, anchor)}`}
            aria-current={anchor === active ? 'location' : undefined}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
  return place === 'aside' ? (
    <nav className={styles['aside']} aria-label="On this page">
      <p>On this page</p>
      {list}
    </nav>
  ) : (
    <details className={styles['fold']}>
      <summary>On this page</summary>
      {list}
    </details>
  );
}
