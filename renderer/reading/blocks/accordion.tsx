import type { ReactNode } from 'react';
import styles from './accordion.module.css';

/** A passage that is folded away under its title. The browser's own, so that its search opens it. */
export function Accordion({
  title,
  open,
  children,
}: {
  title?: string;
  open?: boolean;
  children?: ReactNode;
}) {
  return (
    <details className={styles['accordion']} open={open}>
      <summary>{title ?? 'Details'}</summary>
      <div className={styles['content']}>{children}</div>
    </details>
  );
}
