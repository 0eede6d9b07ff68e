import { Alert, Stack, Text } from '@mantine/core';
import { Terminal } from 'lucide-react';
import { AppsToRenew } from './apps-to-renew.tsx';
import type { PublicAccess } from '../../components/access-words.ts';
import { PortCheck } from './port-check.tsx';
import { Reachable } from './reachable.tsx';
import { StateCard } from './state-card.tsx';
import { TunnelLog } from './tunnel-log.tsx';
import { Ways } from './ways.tsx';

/** How public access stands, and what can be done about it. */
export function Overview({ access }: { access: PublicAccess }) {
  const isFixed = access.source === 'command_line';
  const isTunnel = access.mode === 'named_tunnel' || access.mode === 'quick_tunnel';
  return (
    <Stack gap="xl">
      <Stack gap="md">
        <StateCard access={access} />
        <PortCheck access={access} />
        <AppsToRenew apps={access.apps_to_renew} url={access.url} />
      </Stack>
      {access.mode === 'off' && <Reachable />}
      {isFixed ? (
        <Alert variant="light" color="gray" icon={<Terminal aria-hidden />} title="Set at the start">
          <Text size="sm">
            The address was given with --base-url or COMMONPLACE_BASE_URL. To choose it here, start
            Commonplace without.
          </Text>
        </Alert>
      ) : (
        <Ways mode={access.mode} isPaused={access.is_paused} />
      )}
      {isTunnel && !access.is_paused && <TunnelLog />}
    </Stack>
  );
}
