import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a page with a heading of its own. */
export function Section({
  title,
  description,
  actions,
  children,
}: {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Stack component="section" gap="md" aria-label={title}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <Stack gap={2} maw={520}>
          <Title order={2} size="h4">
            {title}
          </Title>
          {description !== undefined && (
            <Text size="sm" c="dimmed">
              {description}
            </Text>
          )}
        </Stack>
        {actions}
      </Group>
      {children}
    </Stack>
  );
}
