import { Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a page with a heading of its own. */
export function Section({
  title,
  isTitleShown = true,
  description,
  actions,
  children,
}: {
  title: string;
  /** False where the tab above says the same. */
  isTitleShown?: boolean;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Stack component="section" gap="md" aria-label={title}>
      <Group justify="space-between" align="center" gap="sm">
        <Stack gap={2} flex="1 1 260px" maw={520}>
          {isTitleShown ? (
            <Title order={2} size="h4">
              {title}
            </Title>
          ) : (
            <VisuallyHidden component="h2">{title}</VisuallyHidden>
          )}
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
