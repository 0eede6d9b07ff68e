import { Alert, Button, Stack } from '@mantine/core';
import { UserPlus, UserRound } from 'lucide-react';
import { useState } from 'react';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { useOperation } from '../../client/operations.ts';
import { Section } from '../../components/section.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { InvitePerson } from './invite-person.tsx';
import { PersonEdit } from './person-edit.tsx';
import { PersonRow } from './person-row.tsx';
import { SignInCode } from './sign-in-code.tsx';

export type Person = OutputOf<'users.list'>['items'][number];

/** What is being done with whom. */
export type Task = { kind: 'invite' } | { kind: 'invite again' | 'sign-in code' | 'edit'; person: Person };

/** Everybody with an account. */
export function People() {
  const people = useOperation('users.list', {});
  const [task, setTask] = useState<Task>();
  const stop = () => setTask(undefined);
  return (
    <Section
      title="People"
      isTitleShown={false}
      description="A role says what somebody may do everywhere; a space can give less, never more."
      actions={
        <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => setTask({ kind: 'invite' })}>
          Invite a person
        </Button>
      }
    >
      <Loaded query={people}>
        {({ items }) => (
          <Stack gap="sm">
            {items.length === 1 && <OnlyYou />}
            {items.map((person) => (
              <PersonRow key={person.id} person={person} onTask={setTask} />
            ))}
          </Stack>
        )}
      </Loaded>
      {task && <TaskDialog key={keyOf(task)} task={task} onClose={stop} />}
    </Section>
  );
}

function OnlyYou() {
  return (
    <Alert variant="light" color="gray" icon={<UserRound aria-hidden />} title="Only you use this workspace">
      Roles, rights and reviews begin to matter when somebody joins. Your assistants act in your name and need
      no account.
    </Alert>
  );
}

function TaskDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  switch (task.kind) {
    case 'invite':
      return <InvitePerson onClose={onClose} />;
    case 'invite again':
      return <InvitePerson again={task.person} onClose={onClose} />;
    case 'sign-in code':
      return <SignInCode person={task.person} onClose={onClose} />;
    case 'edit':
      return <PersonEdit person={task.person} onClose={onClose} />;
    default:
      return task satisfies never;
  }
}

function keyOf(task: Task): string {
  return 'person' in task ? `${task.kind} ${task.person.id}` : task.kind;
}
