import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ToFrame } from '../../frames/messages.ts';
import { CodeBlock } from './code-block.tsx';
import styles from './diagram.module.css';
import { ChooseRenderServer } from './choose-render-server.tsx';
import { drawingAddress, useRenderServer } from './plantuml-server.ts';
import { SandboxFrame } from './sandbox-frame.tsx';

const PATIENCE_MS = 20_000;

/** A PlantUML diagram: its source, and drawn where the reader has chosen who draws it. */
export function PlantUml({ source, problem }: { source: string; problem?: string }) {
  const [server, setServer] = useRenderServer();
  const [isChoosing, { open, close }] = useDisclosure();
  const isDrawn = server !== null && problem === undefined;
  return (
    <figure className={styles['diagram']}>
      {isDrawn && <Drawing server={server} source={source} />}
      {!isDrawn && (
        <CodeBlock text={source}>
          <code>{source}</code>
        </CodeBlock>
      )}
      <Group gap="xs" justify="space-between" className={styles['note'] ?? ''}>
        <Text size="xs" c="dimmed">
          {problem ??
            (server === null
              ? 'PlantUML source. Nothing is sent anywhere until you choose who draws it.'
              : `Drawn by ${new URL(server).host}`)}
        </Text>
        {problem === undefined && (
          <Button size="compact-xs" variant="subtle" onClick={server === null ? open : () => setServer(null)}>
            {server === null ? 'Choose a render server' : 'Show source only'}
          </Button>
        )}
      </Group>
      <ChooseRenderServer
        opened={isChoosing}
        onClose={close}
        onChoose={(chosen) => {
          setServer(chosen);
          close();
        }}
      />
    </figure>
  );
}

function Drawing({ server, source }: { server: string; source: string }) {
  const [failed, setFailed] = useState<string>();
  const address = useQuery({
    queryKey: ['plantuml', server, source],
    queryFn: () => drawingAddress(server, source),
    staleTime: Infinity,
  });
  const message = useMemo<ToFrame | undefined>(
    () =>
      address.data === undefined
        ? undefined
        : { kind: 'picture', src: address.data, alt: 'PlantUML diagram' },
    [address.data],
  );
  if (failed !== undefined && failed === address.data)
    return (
      <>
        <Text size="sm" c="dimmed">
          {new URL(server).host} did not draw this diagram.
        </Text>
        <CodeBlock text={source}>
          <code>{source}</code>
        </CodeBlock>
      </>
    );
  if (!message) return null;
  return (
    <SandboxFrame
      page="picture"
      title="PlantUML diagram"
      message={message}
      patience={PATIENCE_MS}
      onFailure={() => setFailed(address.data)}
    />
  );
}
