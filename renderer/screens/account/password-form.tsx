import { Button, Group, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useAction, useOperation } from '../../client/operations.ts';
import { Form } from '../../components/form.tsx';
import { Section } from '../../components/section.tsx';
import { announceDone } from '../../feedback/announce.ts';
import { FormProblem } from '../../feedback/form-problem.tsx';
import { formProblems } from '../../feedback/form-problems.ts';
import { Loaded } from '../../feedback/loaded.tsx';

/** Changes the password, or sets the first one for somebody who came in without. */
export function PasswordForm() {
  const profile = useOperation('account.profile', {});
  return (
    <Section
      title="Password"
      description="At least 12 characters; a few unrelated words make a good one. A new password signs all your other browsers out."
    >
      <Loaded query={profile}>{({ user }) => <Fields hasPassword={user.has_password} />}</Loaded>
    </Section>
  );
}

const EMPTY = { current: '', next: '', again: '' };

function Fields({ hasPassword }: { hasPassword: boolean }) {
  const [typed, setTyped] = useState(EMPTY);
  const [isTypo, setTypo] = useState(false);
  const change = useAction('account.change_password');
  const problems = formProblems(change.error, ['password']);
  const set = (field: keyof typeof EMPTY) => (event: { currentTarget: { value: string } }) =>
    setTyped({ ...typed, [field]: event.currentTarget.value });
  const save = () => {
    const differs = typed.next !== typed.again;
    setTypo(differs);
    if (differs) return;
    change.mutate(
      { current_password: hasPassword ? typed.current : null, password: typed.next },
      {
        onSuccess: ({ ended }) => {
          setTyped(EMPTY);
          announceDone(doneWords(ended));
        },
      },
    );
  };
  return (
    <Form onSubmit={save} maxWidth={420}>
      {hasPassword && (
        <PasswordInput
          label="Current password"
          value={typed.current}
          onChange={set('current')}
          autoComplete="current-password"
          required
        />
      )}
      <PasswordInput
        label="New password"
        value={typed.next}
        onChange={set('next')}
        error={problems.fields['password']}
        autoComplete="new-password"
        required
      />
      <PasswordInput
        label="New password again"
        value={typed.again}
        onChange={set('again')}
        error={isTypo ? 'It is not the same as the one above.' : undefined}
        autoComplete="new-password"
        required
      />
      <FormProblem of={problems} />
      <Group>
        <Button type="submit" variant="default" loading={change.isPending}>
          {hasPassword ? 'Change password' : 'Set password'}
        </Button>
      </Group>
    </Form>
  );
}

function doneWords(ended: number): string {
  if (ended === 0) return 'Your password is changed.';
  return `Your password is changed, and ${ended === 1 ? 'one other browser is' : `${ended} other browsers are`} signed out.`;
}
