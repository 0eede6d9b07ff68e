import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { Monitor } from 'lucide-react';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { useAction, useOperation } from '../../client/operations.ts';
import { Section } from '../../components/section.tsx';
import { When } from '../../components/when.tsx';
import { announceDone, announceFailure } from '../../feedback/announce.ts';
import { Loaded } from '../../feedback/loaded.tsx';
import { useReader } from '../../shell/reader.tsx';
import { SignOutEverywhere } from './sign-out-everywhere.tsx';

type Session = OutputOf<'sessions.list'>['items'][number];

/** Where somebody is signed in, and how to end it. */
export function Sessions() {
  const { account } = useReader();
  const sessions = useOperation('sessions.list', { username: account.username });
  return (
    <Section
      title="Where you are signed in"
      description="End what you do not know, then change your password."
      actions={<SignOutEverywhere />}
    >
      <Loaded query={sessions}>
        {({ items }) =>
          items.length === 0 ? (
            <Text c="dimmed">No browser is signed in with your account.</Text>
          ) : (
            <Stack component="ul" gap="sm" m={0} p={0}>
              {items.map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Section>
  );
}

function SessionRow({ session }: { session: Session }) {
  const end = useAction('sessions.end', {
    // The button goes with what is done.
    onDone: () => announceDone(`${session.device} is signed out.`),
  });
  const signOut = () => end.mutate({ id: session.id }, { onError: announceFailure });
  return (
    <Group component="li" justify="space-between" wrap="nowrap" style={{ listStyle: 'none' }}>
      <Group gap="sm" wrap="nowrap" miw={0}>
        <Monitor size={20} strokeWidth={1.75} aria-hidden style={{ flex: 'none' }} />
        <Stack gap={0} miw={0}>
          <Group gap="xs">
            <Text fw={550}>{session.device}</Text>
            {session.is_current && <Badge variant="light">This browser</Badge>}
          </Group>
          <Text size="sm" c="dimmed">
            {session.ip !== null && `${session.ip} · `}
            last seen <When at={session.last_seen_at} /> · signed in <When at={session.created_at} />
          </Text>
        </Stack>
      </Group>
      {!session.is_current && (
        <Button
          size="xs"
          variant="default"
          loading={end.isPending}
          onClick={signOut}
          aria-label={`Sign out ${session.device}`}
        >
          Sign out
        </Button>
      )}
    </Group>
  );
}
