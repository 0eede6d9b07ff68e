import { Button, Text } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import styles from './click-to-load.module.css';

/**
 * What comes from elsewhere, loaded when the reader asks for it: until then nobody there learns that the page was
 * opened (security H5).
 */
export function ClickToLoad({
  icon: Icon,
  title,
  host,
  action,
  children,
}: {
  icon: LucideIcon;
  title: string;
  /** Whom the reader's browser is going to ask. */
  host: string;
  action: string;
  children: () => ReactNode;
}) {
  const [isAsked, setAsked] = useState(false);
  if (isAsked) return children();
  return (
    <div className={styles['offer']}>
      <Icon size={22} strokeWidth={1.6} aria-hidden />
      <div className={styles['words']}>
        <Text fw={550} lineClamp={2}>
          {title}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          From {host}
        </Text>
      </div>
      <Button
        variant="default"
        onClick={() => setAsked(true)}
        aria-label={`${action}: ${title}, from ${host}`}
      >
        {action}
      </Button>
    </div>
  );
}
