import { Badge, Drawer, Group, NativeSelect, Stack, Text } from '@mantine/core';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { useAction, useOperation } from '../../client/operations.ts';
import { announceDone, announceFailure } from '../../feedback/announce.ts';
import { Loaded } from '../../feedback/loaded.tsx';
import { RIGHT_CHOICES, asRight, rightSentence } from './right-words.ts';
import type { Space } from './spaces.tsx';

export type Member = OutputOf<'spaces.list_members'>['items'][number];

/** Who may do what in a space: what its visibility gives to everybody, and what some are given by name. */
export function SpaceMembers({ space, onClose }: { space: Space; onClose: () => void }) {
  const members = useOperation('spaces.list_members', { slug: space.slug });
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={`People in ${space.name}`}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {space.visibility === 'workspace'
            ? 'Everybody in the workspace sees this space. Give somebody less by name, or nothing.'
            : 'Nobody but admins sees this space, and those you name here.'}
        </Text>
        <Loaded query={members}>
          {({ items }) => (
            <Stack component="ul" gap="sm" m={0} p={0}>
              {items
                .filter(({ disabled }) => !disabled)
                .map((member) => (
                  <MemberRow key={member.user.id} space={space} member={member} />
                ))}
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Drawer>
  );
}

function MemberRow({ space, member }: { space: Space; member: Member }) {
  const setMember = useAction('spaces.set_member');
  const { user, role, given } = member;
  const choose = (value: string) =>
    setMember.mutate(
      { slug: space.slug, username: user.username, right: asRight(value) },
      { onSuccess: () => announceDone(`${user.name}: saved.`), onError: announceFailure },
    );
  return (
    <Group component="li" justify="space-between" gap="sm" style={{ listStyle: 'none' }}>
      <Stack gap={0} miw={0} style={{ flex: '1 1 180px' }}>
        <Group gap="xs">
          <Text fw={550}>{user.name}</Text>
          <Badge variant="light" color="gray">
            {role}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed">
          {rightSentence(member)}
        </Text>
      </Stack>
      {role !== 'admin' && (
        <NativeSelect
          aria-label={`Right of ${user.name}`}
          value={setMember.isPending ? setMember.variables.right : (given ?? 'default')}
          onChange={(event) => choose(event.currentTarget.value)}
          data={RIGHT_CHOICES}
          w={190}
        />
      )}
    </Group>
  );
}
