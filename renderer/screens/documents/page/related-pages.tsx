import { Badge, Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { documentAddress } from '../../../routing/addresses.ts';
import styles from './document-page.module.css';

const SHOWN_AT_FIRST = 12;

interface Reference {
  id: string;
  title: string;
  status: 'published' | 'draft';
}

/** Pages that belong to this one: those below it, those that link to it. Nothing when there are none. */
export function RelatedPages({ title, pages }: { title: string; pages: readonly Reference[] }) {
  const [isWhole, setWhole] = useState(false);
  if (pages.length === 0) return null;
  const shown = isWhole ? pages : pages.slice(0, SHOWN_AT_FIRST);
  return (
    <section className={styles['related']} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {shown.map(({ id, title: name, status }) => (
          <li key={id}>
            <Link href={`~${documentAddress(id)}`}>{name}</Link>
            {status === 'draft' && (
              <Badge variant="light" size="xs" ml={8}>
                Draft
              </Badge>
            )}
          </li>
        ))}
      </ul>
      {shown.length < pages.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          Show all {pages.length}
        </Button>
      )}
    </section>
  );
}
