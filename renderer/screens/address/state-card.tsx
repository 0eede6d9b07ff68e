import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useAction } from '../../client/operations.ts';
import { StatusLight } from '../../components/status-light.tsx';
import { When } from '../../components/when.tsx';
import { announceDone, announceFailure } from '../../feedback/announce.ts';
import { DIAGNOSTICS_ADDRESS } from '../../routing/addresses.ts';
import { isOffered } from '../../routing/offered-screens.ts';
import { useReader } from '../../shell/reader.tsx';
import { standingOf, WAY_NAMES, type PublicAccess } from '../../components/access-words.ts';
import { AddressLine } from './address-line.tsx';

/** Whether others reach the workspace, where, and the switches for that. */
export function StateCard({ access }: { access: PublicAccess }) {
  const { light, title, detail, moment } = standingOf(access);
  const isOn = access.mode !== 'off';
  return (
    <Card withBorder padding="md">
      <Stack gap="md">
        <Group component="output" gap="md" wrap="nowrap" align="flex-start">
          <Stack h={26} justify="center" flex="none">
            <StatusLight light={light} />
          </Stack>
          <Stack gap={2} miw={0} flex={1}>
            <Group gap="xs">
              <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                {title}
              </Text>
              {isOn && (
                <Badge variant="light" color={access.mode === 'quick_tunnel' ? 'yellow' : 'gray'} size="sm">
                  {WAY_NAMES[access.mode]}
                </Badge>
              )}
            </Group>
            <Text size="sm" c="dimmed">
              {detail}
              {moment && (
                <>
                  {' '}
                  {moment.words} <When at={moment.at} />.
                </>
              )}
            </Text>
          </Stack>
        </Group>
        {access.url !== null && <AddressLine url={access.url} />}
        {access.mode === 'quick_tunnel' && access.url !== null && <TrialWarning />}
        {isOn && <Switches access={access} />}
      </Stack>
    </Card>
  );
}

function TrialWarning() {
  return (
    <Text size="sm">
      This address is for trying things out: it changes whenever Commonplace starts again, and whatever was
      connected to it has to be connected anew. A stable address does not change.
    </Text>
  );
}

/** Where what the way needs can be changed; a trial needs nothing. */
const SET_UP_AT: Partial<Record<PublicAccess['mode'], string>> = {
  named_tunnel: '/stable',
  own_domain: '/domain',
};

function Switches({ access }: { access: PublicAccess }) {
  const pause = useAction('public_access.pause');
  const resume = useAction('public_access.resume');
  const update = useAction('public_access.update');
  const reader = useReader();
  const canCheck = isOffered(reader, DIAGNOSTICS_ADDRESS) && !access.is_paused;
  const setUpAt = SET_UP_AT[access.mode];
  const turnOff = () =>
    update.mutate(
      { mode: 'off' },
      { onSuccess: () => announceDone('Public access is off.'), onError: announceFailure },
    );
  return (
    <Group gap="xs">
      {access.is_paused ? (
        <Button
          size="xs"
          loading={resume.isPending}
          onClick={() => resume.mutate({}, { onError: announceFailure })}
        >
          Resume
        </Button>
      ) : (
        <Button
          size="xs"
          variant="default"
          loading={pause.isPending}
          onClick={() => pause.mutate({}, { onError: announceFailure })}
        >
          Pause
        </Button>
      )}
      {access.source === 'settings' && (
        <Button size="xs" variant="default" loading={update.isPending} onClick={turnOff}>
          Turn off
        </Button>
      )}
      {access.source === 'settings' && setUpAt !== undefined && (
        <Button size="xs" variant="default" component={Link} href={setUpAt}>
          Change
        </Button>
      )}
      {canCheck && (
        <Button size="xs" variant="subtle" px="xs" component={Link} href={`~${DIAGNOSTICS_ADDRESS}`}>
          Check the connection
        </Button>
      )}
    </Group>
  );
}
