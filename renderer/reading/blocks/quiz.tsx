import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A question of a training deck, as it stands in its document: scored where the deck is taken. */
export function Quiz({ title, children }: { title?: string; children?: ReactNode }) {
  return (
    <Paper withBorder p="md" my="md">
      <Text size="xs" c="dimmed">
        Question of a training
      </Text>
      {title !== undefined && <Text fw={600}>{title}</Text>}
      {children}
    </Paper>
  );
}
