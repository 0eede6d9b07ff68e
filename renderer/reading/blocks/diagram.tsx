import { Button, Text, useComputedColorScheme } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ToFrame } from '../../frames/messages.ts';
import { CodeBlock } from './code-block.tsx';
import { SandboxFrame } from './sandbox-frame.tsx';
import styles from './diagram.module.css';

const PATIENCE_MS = 2_000;
const MOST_CHARACTERS = 50_000;

/** A Mermaid diagram, drawn in a frame of its own; one that cannot be drawn is shown as it was written. */
export function Diagram({ source }: { source: string }) {
  const isDark = useComputedColorScheme('light') === 'dark';
  const [failure, setFailure] = useState<{ source: string; reason: string }>();
  const [isSourceShown, setSourceShown] = useState(false);
  const message = useMemo<ToFrame>(() => ({ kind: 'diagram', source, isDark }), [source, isDark]);
  const reason =
    source.length > MOST_CHARACTERS
      ? 'It has more than 50,000 characters.'
      : failure?.source === source
        ? failure.reason
        : undefined;
  if (reason !== undefined) {
    return (
      <div className={styles['diagram']} data-failed>
        <Text size="sm" c="dimmed" lineClamp={3}>
          This diagram could not be drawn. {firstLine(reason)}
        </Text>
        <Source text={source} />
      </div>
    );
  }
  return (
    <figure className={styles['diagram']}>
      <SandboxFrame
        page="diagram"
        title={`Diagram: ${firstLine(source)}`}
        message={message}
        patience={PATIENCE_MS}
        onFailure={(why) => setFailure({ source, reason: why })}
      />
      <Button
        className={styles['toggle'] ?? ''}
        size="compact-xs"
        variant="subtle"
        color="gray"
        aria-expanded={isSourceShown}
        onClick={() => setSourceShown(!isSourceShown)}
      >
        {isSourceShown ? 'Hide source' : 'Show source'}
      </Button>
      {isSourceShown && <Source text={source} />}
    </figure>
  );
}

function Source({ text }: { text: string }) {
  return (
    <CodeBlock text={text}>
      <code>{text}</code>
    </CodeBlock>
  );
}

function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
