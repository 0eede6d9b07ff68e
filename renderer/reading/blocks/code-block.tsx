import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './code-block.module.css';

/** Code as it is written, with what copies it. */
export function CodeBlock({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={styles['block']}>
      {/* It may be wider than the page: the keyboard scrolls what it can reach. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
      <pre tabIndex={0}>{children}</pre>
      <CopyButton value={text.replace(/\n$/, '')} timeout={1_500}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy'} position="left">
            <ActionIcon
              className={styles['copy'] ?? ''}
              variant="default"
              size="md"
              onClick={copy}
              aria-label={copied ? 'Copied' : 'Copy code'}
            >
              {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </div>
  );
}
