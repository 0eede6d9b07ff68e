import { Badge, Button, Code, Group, Paper, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useAction } from '../../../client/operations.ts';
import { When } from '../../../components/when.tsx';
import { announceDone, announceFailure } from '../../../feedback/announce.ts';
import type { Token } from './tokens.tsx';

/** One token: what it is for, what it may do, when it was used, and how to end it. */
export function TokenRow({
  token,
  isEnded,
  showsOwner,
}: {
  token: Token;
  isEnded: boolean;
  showsOwner: boolean;
}) {
  const revoke = useAction('tokens.revoke', {
    // The button goes with what is done.
    onDone: () => announceDone(`“${token.name}” is revoked.`),
  });
  const ask = () =>
    modals.openConfirmModal({
      title: `Revoke “${token.name}”?`,
      children: 'Whatever uses it is refused from its next call on. A revoked token never works again.',
      labels: { confirm: 'Revoke', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => revoke.mutate({ id: token.id }, { onError: announceFailure }),
    });
  return (
    <Paper withBorder px="md" py="sm">
      <Group justify="space-between" gap="sm">
        <Stack gap={2} miw={0}>
          <Group gap="xs">
            <Text fw={550}>{token.name}</Text>
            <Code>{token.shown_as}</Code>
            <Badge variant="light" color={token.scopes.includes('write') ? 'orange' : 'gray'}>
              {token.scopes.includes('write') ? 'Reads and writes' : 'Reads only'}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {showsOwner && `${token.user.name} · `}
            created <When at={token.created_at} /> · <LastUse token={token} /> · <Expiry token={token} />
          </Text>
        </Stack>
        {!isEnded && (
          <Button
            size="xs"
            variant="default"
            onClick={ask}
            loading={revoke.isPending}
            aria-label={`Revoke ${token.name}`}
          >
            Revoke
          </Button>
        )}
      </Group>
    </Paper>
  );
}

function LastUse({ token: { last_used_at } }: { token: Token }) {
  if (last_used_at === null) return <>never used</>;
  return (
    <>
      last used <When at={last_used_at} />
    </>
  );
}

function Expiry({ token: { expires_at, revoked_at } }: { token: Token }) {
  if (revoked_at !== null)
    return (
      <>
        revoked <When at={revoked_at} />
      </>
    );
  if (expires_at === null) return <>never expires</>;
  return (
    <>
      expires <When at={expires_at} />
    </>
  );
}
