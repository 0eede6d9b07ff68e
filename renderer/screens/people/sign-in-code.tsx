import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useAction, useOperation } from '../../client/operations.ts';
import { Snippet } from '../../components/snippet.tsx';
import { When } from '../../components/when.tsx';
import { FormProblem } from '../../feedback/form-problem.tsx';
import { formProblems } from '../../feedback/form-problems.ts';
import type { Person } from './people.tsx';

/** Lets somebody in who has lost their password, once. */
export function SignInCode({ person, onClose }: { person: Person; onClose: () => void }) {
  const create = useAction('sign_in_codes.create');
  const address = useOperation('workspace.address', {});
  return (
    <Modal opened onClose={onClose} title={`One-time code for ${person.name}`}>
      <Stack gap="md">
        {create.data ? (
          <>
            <Text size="sm">
              Tell it to {person.name} in a way that only they hear. They choose “Sign in with a one-time
              code” at {address.data?.url ?? 'the sign-in page'}, and set a new password under Manage account.
              It works once, and expires <When at={create.data.expires_at} />.
            </Text>
            <Snippet title="One-time code" text={create.data.code} />
          </>
        ) : (
          <Text size="sm">
            For somebody who has lost their password: with a code they get in once, within ten minutes. A code
            that was made before stops working.
          </Text>
        )}
        <FormProblem of={formProblems(create.error, [])} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {create.data ? 'Done' : 'Cancel'}
          </Button>
          {!create.data && (
            <Button
              onClick={() => create.mutate({ username: person.username })}
              loading={create.isPending}
              data-autofocus
            >
              Create code
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
