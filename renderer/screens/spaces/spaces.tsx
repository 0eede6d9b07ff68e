import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { Lock, Pencil, Plus, Users } from 'lucide-react';
import { useState } from 'react';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { useOperation } from '../../client/operations.ts';
import { Section } from '../../components/section.tsx';
import { EmptyState } from '../../feedback/empty-state.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { SpaceForm } from './space-form.tsx';
import { SpaceMembers } from './space-members.tsx';

export type Space = OutputOf<'spaces.list'>['items'][number];

type Task = { kind: 'create' } | { kind: 'edit' | 'members'; space: Space };

/** All spaces, and who may do what in them. */
export function Spaces() {
  const spaces = useOperation('spaces.list', {});
  const [task, setTask] = useState<Task>();
  const stop = () => setTask(undefined);
  const add = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setTask({ kind: 'create' })}>
      Create a space
    </Button>
  );
  return (
    <Section
      title="Spaces"
      isTitleShown={false}
      description="Pages live in spaces. A space is open to everybody here, or to the people you name."
      actions={spaces.data?.total === 0 ? undefined : add}
    >
      <Loaded query={spaces}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={Users} title="No spaces yet" actions={add}>
              Make one for each team or subject: it decides who sees a page.
            </EmptyState>
          ) : (
            <Stack gap="sm">
              {items.map((space) => (
                <SpaceRow key={space.id} space={space} onTask={setTask} />
              ))}
            </Stack>
          )
        }
      </Loaded>
      {task?.kind === 'create' && <SpaceForm onClose={stop} />}
      {task?.kind === 'edit' && <SpaceForm space={task.space} onClose={stop} />}
      {task?.kind === 'members' && <SpaceMembers space={task.space} onClose={stop} />}
    </Section>
  );
}

function SpaceRow({ space, onTask }: { space: Space; onTask: (task: Task) => void }) {
  return (
    <Paper withBorder px="md" py="sm" component="article" aria-label={space.name}>
      <Group justify="space-between" gap="sm">
        <Stack gap={2} miw={0} style={{ flex: '1 1 260px' }}>
          <Group gap="xs">
            <Text fw={550}>{space.name}</Text>
            {space.visibility === 'private' && (
              <Badge variant="light" color="gray" leftSection={<Lock size={11} aria-hidden />}>
                Private
              </Badge>
            )}
          </Group>
          {space.description !== '' && <Text size="sm">{space.description}</Text>}
          <Text size="sm" c="dimmed">
            {space.slug} · {space.document_count === 1 ? '1 page' : `${space.document_count} pages`}
          </Text>
        </Stack>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<Users size={14} aria-hidden />}
            onClick={() => onTask({ kind: 'members', space })}
            aria-label={`People in ${space.name}`}
          >
            People
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<Pencil size={14} aria-hidden />}
            onClick={() => onTask({ kind: 'edit', space })}
            aria-label={`Edit ${space.name}`}
          >
            Edit
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
