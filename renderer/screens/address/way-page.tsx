import { Anchor, Stack, Text, Title } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

/** The frame of one way's page: where one came from, what the way is, how it is set up. */
export function WayPage({
  title,
  about,
  children,
}: {
  title: string;
  about: ReactNode;
  children: ReactNode;
}) {
  return (
    <Stack gap="lg">
      <Anchor component={Link} href="/" size="sm" style={{ alignSelf: 'flex-start' }}>
        <ArrowLeft size={14} aria-hidden style={{ verticalAlign: -2, marginRight: 4 }} />
        All ways
      </Anchor>
      <Stack gap={4}>
        <Title order={2} size="h3">
          {title}
        </Title>
        <Text>{about}</Text>
      </Stack>
      {children}
    </Stack>
  );
}
