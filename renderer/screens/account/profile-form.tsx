import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { useAction, useOperation } from '../../client/operations.ts';
import { Form } from '../../components/form.tsx';
import { Section } from '../../components/section.tsx';
import { announceDone } from '../../feedback/announce.ts';
import { FormProblem } from '../../feedback/form-problem.tsx';
import { formProblems } from '../../feedback/form-problems.ts';
import { Loaded } from '../../feedback/loaded.tsx';

type Profile = OutputOf<'account.profile'>['user'];

/** Name and email, as others in the workspace see them. */
export function ProfileForm() {
  const profile = useOperation('account.profile', {});
  return (
    <Section title="Profile" description="Your name stands beside everything that you write.">
      <Loaded query={profile}>{({ user }) => <Fields key={user.id} user={user} />}</Loaded>
    </Section>
  );
}

function Fields({ user }: { user: Profile }) {
  const [name, setName] = useState(user.name);
  const [email, setEmail] = useState(user.email ?? '');
  const update = useAction('account.update');
  const problems = formProblems(update.error, ['name', 'email']);
  const isUnchanged = name === user.name && email === (user.email ?? '');
  const save = () =>
    update.mutate(
      { name, email: email === '' ? null : email },
      { onSuccess: () => announceDone('Your profile is saved.') },
    );
  return (
    <Form onSubmit={save} maxWidth={420}>
      <TextInput
        label="Username"
        value={user.username}
        readOnly
        variant="filled"
        description="You sign in with it."
      />
      <TextInput
        label="Name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={problems.fields['name']}
        autoComplete="name"
        required
      />
      <TextInput
        label="Email"
        type="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={problems.fields['email']}
        autoComplete="email"
        description="Optional. Nothing is sent to it."
      />
      <FormProblem of={problems} />
      <Group>
        <Button type="submit" disabled={isUnchanged} loading={update.isPending}>
          Save
        </Button>
      </Group>
    </Form>
  );
}
