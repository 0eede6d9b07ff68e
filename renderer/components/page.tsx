import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

/** The frame of every screen: its one first heading, a sentence, what can be done, and the content. */
export function Page({
  title,
  description,
  actions,
  width = 960,
  children,
}: {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** Widest that the content grows, in pixels. */
  width?: number;
  children: ReactNode;
}) {
  useDocumentTitle(`${title} · Commonplace`);
  return (
    // Below is room for what is said at the lower edge.
    <Box px={{ base: 'md', sm: 'xl' }} pt="lg" pb={96} maw={width + 64} mx="auto">
      <Group justify="space-between" align="flex-end" mb="lg" gap="sm">
        <Stack gap={2}>
          <Title order={1} size="h2">
            {title}
          </Title>
          {description !== undefined && <Text c="dimmed">{description}</Text>}
        </Stack>
        {actions}
      </Group>
      {children}
    </Box>
  );
}
