import { Alert, Button, Checkbox, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { LOOPBACK_HOSTS } from '../../../server/domain/loopback.ts';
import type { InputOf, OutputOf } from '../../../server/faces/app/contract.ts';
import { useAction } from '../../client/operations.ts';
import { Form, FormActions } from '../../components/form.tsx';
import { Snippet } from '../../components/snippet.tsx';
import { When } from '../../components/when.tsx';
import { FormProblem } from '../../feedback/form-problem.tsx';
import { formProblems } from '../../feedback/form-problems.ts';
import type { Person } from './people.tsx';
import { asRole, ROLE_CHOICES, roleDescription } from './role-words.ts';

/** Invites somebody new, or makes another link for somebody who was invited and has not come yet. */
export function InvitePerson({ again, onClose }: { again?: Person; onClose: () => void }) {
  const invite = useAction('users.invite');
  const isAsked = useRef(false);
  const { mutate } = invite;
  useEffect(() => {
    if (!again || isAsked.current) return;
    isAsked.current = true;
    mutate({ username: again.username });
  }, [again, mutate]);
  const problems = formProblems(invite.error, ['username', 'name', 'email']);
  return (
    <Modal opened onClose={onClose} title={again ? `Invite ${again.name}` : 'Invite a person'}>
      {invite.data ? (
        <Invitation made={invite.data} onDone={onClose} />
      ) : again ? (
        <FormProblem of={problems} />
      ) : (
        <InviteForm
          problems={problems}
          isSending={invite.isPending}
          onSend={(input) => invite.mutate(input)}
          onCancel={onClose}
        />
      )}
    </Modal>
  );
}

function Invitation({ made, onDone }: { made: OutputOf<'users.invite'>; onDone: () => void }) {
  return (
    <Stack gap="md">
      <Text size="sm">
        Send this link to {made.user.name}. It opens a page where they choose their password; it works once,
        and expires <When at={made.expires_at} />.
      </Text>
      <Snippet title="Invitation link" text={made.url} />
      {LOOPBACK_HOSTS.has(new URL(made.url).hostname) && (
        <Alert
          variant="light"
          color="yellow"
          icon={<TriangleAlert aria-hidden />}
          title="The link opens on this computer only"
        >
          For somebody elsewhere, set up a public address first, then make a new link in the menu of the
          person.
        </Alert>
      )}
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}

function InviteForm({
  problems,
  isSending,
  onSend,
  onCancel,
}: {
  problems: ReturnType<typeof formProblems>;
  isSending: boolean;
  onSend: (input: InputOf<'users.invite'>) => void;
  onCancel: () => void;
}) {
  const [typed, setTyped] = useState({ username: '', name: '', email: '' });
  const [role, setRole] = useState(asRole('editor'));
  const [isManager, setManager] = useState(false);
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [name]: event.currentTarget.value }),
    error: problems.fields[name],
  });
  const send = () =>
    onSend({
      username: typed.username.trim().toLowerCase(),
      role,
      training_manager: isManager,
      email: typed.email === '' ? null : typed.email,
      ...(typed.name === '' ? {} : { name: typed.name }),
    });
  return (
    <Form onSubmit={send}>
      <TextInput
        label="Username"
        description="They sign in with it. It stays as it is."
        autoCapitalize="none"
        data-autofocus
        required
        {...field('username')}
      />
      <TextInput label="Name" description="They can change it." {...field('name')} />
      <TextInput
        label="Email"
        type="email"
        description="Optional. Nothing is sent to it."
        {...field('email')}
      />
      <NativeSelect
        label="Role"
        description={roleDescription(role)}
        data={ROLE_CHOICES}
        value={role}
        onChange={(event) => setRole(asRole(event.currentTarget.value))}
      />
      <Checkbox
        label="Training manager: makes trainings and assigns them"
        checked={isManager}
        onChange={(event) => setManager(event.currentTarget.checked)}
      />
      <FormProblem of={problems} />
      <FormActions submit="Create invitation link" isPending={isSending} onCancel={onCancel} />
    </Form>
  );
}
