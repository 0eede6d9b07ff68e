import { Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** One part of Home under its heading. */
export function Section({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h5">
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Stack>
  );
}
