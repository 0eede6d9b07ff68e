import { Center, Stack, Text, Title } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** What a screen says while there is nothing on it: what it is for, and the first thing to do. */
export function EmptyState({
  icon: Icon,
  title,
  isWholePage = false,
  children,
  actions,
}: {
  icon: LucideIcon;
  title: string;
  /** With no other heading above it. */
  isWholePage?: boolean;
  children: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <Center py={64} px="md">
      <Stack align="center" gap="sm" maw={440}>
        <Icon size={40} strokeWidth={1.5} aria-hidden />
        <Title order={isWholePage ? 1 : 2} size="h3" ta="center">
          {title}
        </Title>
        <Text ta="center" c="dimmed">
          {children}
        </Text>
        {actions}
      </Stack>
    </Center>
  );
}
