import { Button, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ListTree } from 'lucide-react';
import type { ReactNode } from 'react';
import { SpaceTrees } from './space-trees.tsx';
import styles from './tree.module.css';

/** The spaces and their pages beside what is read; on narrow screens behind a button. */
export function WithTree({ documentId, children }: { documentId: string | null; children: ReactNode }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <div className={styles['layout']}>
      <nav className={styles['pane']} aria-label="Pages">
        <SpaceTrees documentId={documentId} />
      </nav>
      <div className={styles['main']}>
        <div className={styles['browse']}>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<ListTree size={16} aria-hidden />}
            onClick={open}
          >
            Browse pages
          </Button>
        </div>
        {children}
      </div>
      <Drawer opened={isOpen} onClose={close} title="Pages" size="sm">
        <nav aria-label="Pages" onClickCapture={(event) => isLink(event.target) && close()}>
          <SpaceTrees documentId={documentId} />
        </nav>
      </Drawer>
    </div>
  );
}

function isLink(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a') !== null;
}
