import { Badge, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import { useAction } from '../../client/operations.ts';
import { When } from '../../components/when.tsx';
import { announceDone, announceFailure } from '../../feedback/announce.ts';
import { useReader } from '../../shell/reader.tsx';
import type { Person, Task } from './people.tsx';
import { PersonMenu } from './person-menu.tsx';
import { asRole, ROLE_CHOICES } from './role-words.ts';

/** One person: who they are, what they may do, and what can be done for them. */
export function PersonRow({ person, onTask }: { person: Person; onTask: (task: Task) => void }) {
  const { account } = useReader();
  const update = useAction('users.update');
  const { username, name } = person;
  const setRole = (value: string) => {
    const role = asRole(value);
    update.mutate(
      { username, role },
      { onSuccess: () => announceDone(`${name} is now ${role}.`), onError: announceFailure },
    );
  };
  return (
    <Paper withBorder px="md" py="sm" component="article" aria-label={name}>
      <Group justify="space-between" gap="sm">
        <Stack gap={2} miw={0} style={{ flex: '1 1 240px' }}>
          <Group gap="xs">
            <Text fw={550} c={person.disabled ? 'dimmed' : undefined}>
              {name}
            </Text>
            <Badges person={person} isYou={person.id === account.id} />
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {username}
            {person.email !== null && ` · ${person.email}`} · added <When at={person.created_at} />
          </Text>
        </Stack>
        <Group gap="xs" wrap="nowrap">
          <NativeSelect
            aria-label={`Role of ${name}`}
            value={update.isPending ? (update.variables.role ?? person.role) : person.role}
            onChange={(event) => setRole(event.currentTarget.value)}
            data={ROLE_CHOICES}
            disabled={person.disabled}
            w={140}
          />
          <PersonMenu person={person} onTask={onTask} />
        </Group>
      </Group>
    </Paper>
  );
}

function Badges({ person, isYou }: { person: Person; isYou: boolean }) {
  return (
    <>
      {isYou && <Badge variant="light">You</Badge>}
      {person.disabled && (
        <Badge variant="light" color="gray">
          Disabled
        </Badge>
      )}
      {!person.has_password && !person.disabled && !isYou && (
        <Badge variant="light" color="yellow">
          Not joined yet
        </Badge>
      )}
      {person.training_manager && (
        <Badge variant="light" color="blue">
          Training manager
        </Badge>
      )}
    </>
  );
}
