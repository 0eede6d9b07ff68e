import { Alert, Badge, Button, Collapse, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { RefreshCw } from 'lucide-react';
import { When } from '../../../components/when.tsx';
import { AppActivity } from './app-activity.tsx';
import { CallsToday } from './calls-today.tsx';
import type { ConnectedApp } from './connected-apps.tsx';
import { Disconnect } from './disconnect.tsx';
import { TrustChoice } from './trust-choice.tsx';

/** One connected app: what it is, how far it may go, what it did, and how to end it. */
export function AppCard({ app, showsOwner }: { app: ConnectedApp; showsOwner: boolean }) {
  const [showsActivity, { toggle }] = useDisclosure();
  return (
    <Paper withBorder p="md" component="article" aria-label={app.name}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={2} miw={0}>
            <Group gap="xs">
              <Text fw={600}>{app.name}</Text>
              <Badge variant="light" color={app.scopes.includes('write') ? 'orange' : 'gray'}>
                {app.scopes.includes('write') ? 'Reads and writes' : 'Reads only'}
              </Badge>
            </Group>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {showsOwner && `${app.user.name} · `}
              {placeOf(app)}
            </Text>
            <Text size="sm" c="dimmed">
              Connected <When at={app.created_at} /> · <LastUse app={app} />
              <CallsToday id={app.id} />
            </Text>
          </Stack>
          <Disconnect app={app} />
        </Group>
        {app.needs_reconnect && (
          <Alert
            variant="light"
            color="yellow"
            icon={<RefreshCw aria-hidden />}
            title="It has to be connected again"
          >
            It connected at {app.base_url}, and the workspace is no longer there. Disconnect it here and
            connect it once more in the app, at the new address.
          </Alert>
        )}
        <TrustChoice app={app} />
        <Stack gap="sm" align="flex-start">
          <Button size="xs" variant="default" onClick={toggle} aria-expanded={showsActivity}>
            {showsActivity ? 'Hide what it did' : 'Show what it did'}
          </Button>
          <Collapse expanded={showsActivity} w="100%">
            {showsActivity && <AppActivity id={app.id} />}
          </Collapse>
        </Stack>
      </Stack>
    </Paper>
  );
}

/** Names are the app's own words; the hosts are what can be relied on. */
function placeOf({ identity_host, redirect_host }: ConnectedApp): string {
  const answers = `answers to ${redirect_host}`;
  return identity_host === null
    ? `Its name is not verified · ${answers}`
    : `From ${identity_host} · ${answers}`;
}

function LastUse({ app: { last_used_at } }: { app: ConnectedApp }) {
  if (last_used_at === null) return <>never used</>;
  return (
    <>
      last used <When at={last_used_at} />
    </>
  );
}
