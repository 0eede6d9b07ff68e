import { Button, Group, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { originOf, type EmbeddingsProvider } from '../../../server/domain/embeddings.ts';
import { useAction } from '../../client/operations.ts';
import { Form } from '../../components/form.tsx';
import { announceDone, announceFailure } from '../../feedback/announce.ts';
import { FormProblem } from '../../feedback/form-problem.tsx';
import { formProblems } from '../../feedback/form-problems.ts';

/** The key of the service. It goes one way: once saved it is never shown again. */
export function EmbeddingsKey({ provider }: { provider: EmbeddingsProvider }) {
  const [key, setKey] = useState('');
  const set = useAction('settings.set_embeddings_key');
  const problems = formProblems(set.error, ['key']);
  const save = () =>
    set.mutate(
      { key },
      {
        onSuccess: () => {
          setKey('');
          announceDone('The key is kept.');
        },
      },
    );
  const remove = () =>
    set.mutate(
      { key: null },
      { onSuccess: () => announceDone('The key is removed.'), onError: announceFailure },
    );
  return (
    <Form onSubmit={save} maxWidth={480}>
      <PasswordInput
        label="Key"
        description={`It is sent to ${originOf(provider)} and nowhere else, and not shown again. A service on your own computer needs none.`}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
        error={problems.fields['key']}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': 'Show the key' }}
      />
      <FormProblem of={problems} />
      <Group gap="xs">
        <Button type="submit" size="xs" variant="default" disabled={key === ''} loading={set.isPending}>
          Save key
        </Button>
        <Button size="xs" variant="subtle" onClick={remove} disabled={set.isPending}>
          Remove the key that is kept
        </Button>
      </Group>
    </Form>
  );
}
