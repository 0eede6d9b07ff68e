import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { setupInputSchema } from '../../../server/domain/setup.ts';
import type { SetupFacts } from '../../../server/faces/app/contract.ts';
import { checkInput } from '../../client/check-input.ts';
import { useClient } from '../../client/client.tsx';
import { Form } from '../../components/form.tsx';
import { FormProblem } from '../../feedback/form-problem.tsx';
import { formProblems } from '../../feedback/form-problems.ts';
import { FIRST_RUN_ADDRESS } from '../../routing/addresses.ts';

const FIELDS = ['workspace_name', 'username', 'password'];

/** Names the workspace and its owner. What it makes is the whole workspace; everything after it can be skipped. */
export function WelcomeForm({ facts }: { facts: SetupFacts }) {
  const client = useClient();
  const [typed, setTyped] = useState({
    workspace_name: facts.workspace_name,
    username: facts.username,
    password: '',
  });
  const create = useMutation({
    mutationFn: async () => {
      checkInput(setupInputSchema, typed);
      return client.createWorkspace(typed);
    },
    onSuccess: ({ address }) => goOn(address),
  });
  const problems = formProblems(create.error, FIELDS);
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    error: problems.fields[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [name]: event.currentTarget.value }),
    required: true,
  });
  return (
    <Form onSubmit={() => create.mutate()}>
      <TextInput
        label="Name of your workspace"
        description="You can change it at any time."
        autoComplete="off"
        {...field('workspace_name')}
      />
      <TextInput
        label="Your username"
        description="Small letters and figures, such as ada."
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field('username')}
      />
      <PasswordInput
        label="Your password"
        description="At least 12 characters; a few unrelated words make a good one. Browsers elsewhere and your assistants sign in with it."
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        {...field('password')}
      />
      <FormProblem of={problems} />
      <Button type="submit" size="md" fullWidth loading={create.isPending || create.isSuccess}>
        Create workspace
      </Button>
    </Form>
  );
}

/** In a browser the address signs the owner in; in the window it is enough to load the page again. */
function goOn(address: string | undefined): void {
  const route = `#${FIRST_RUN_ADDRESS}`;
  if (address !== undefined) {
    location.replace(`${address}${route}`);
    return;
  }
  history.replaceState(null, '', route);
  location.reload();
}
