import { Box, Card, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import './home.css';

/** A list of links in one card, a hairline between them. */
export function RowList({ children }: { children: ReactNode }) {
  return (
    <Card withBorder padding={0} component="ul" className="home-rows">
      {children}
    </Card>
  );
}

/** What it is, and below who, where and when. */
export function LinkRow({
  href,
  title,
  badge,
  children,
}: {
  href: string;
  title: string;
  badge?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Box component="li">
      <Link href={href} className="home-row">
        <Stack gap={0} miw={0}>
          <Group gap="xs" wrap="nowrap">
            <Text fw={550} truncate>
              {title}
            </Text>
            {badge}
          </Group>
          <Text size="sm" c="dimmed" truncate>
            {children}
          </Text>
        </Stack>
      </Link>
    </Box>
  );
}
