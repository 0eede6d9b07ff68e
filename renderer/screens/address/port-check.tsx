import { Alert, Group, Text } from '@mantine/core';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { PublicAccess } from '../../components/access-words.ts';

/** Whether Cloudflare's dashboard leads to this server, as far as the tunnel has said so. */
export function PortCheck({ access: { port_check: check, tunnel } }: { access: PublicAccess }) {
  // What is wrong with it is then the tunnel's own state, and stands above.
  if (check === null || (!check.is_right && tunnel.state === 'degraded')) return null;
  if (check.is_right) {
    return (
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <CircleCheck size={16} aria-hidden style={{ flex: 'none', marginTop: 3 }} />
        <Text size="sm" c="dimmed">
          {check.sentence}
        </Text>
      </Group>
    );
  }
  return (
    <Alert variant="light" color="yellow" icon={<TriangleAlert aria-hidden />} title={check.sentence}>
      <Text size="sm">{check.hint}</Text>
    </Alert>
  );
}
