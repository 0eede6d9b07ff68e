import { Button, Group, PasswordInput, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useAction } from '../../../client/operations.ts';
import { Form } from '../../../components/form.tsx';
import { announceFailure } from '../../../feedback/announce.ts';
import { FormProblem } from '../../../feedback/form-problem.tsx';
import { formProblems } from '../../../feedback/form-problems.ts';

/** Takes the tunnel's token. It is never shown again, only replaced or forgotten. */
export function TokenForm({ hasToken }: { hasToken: boolean }) {
  const [isReplacing, replacing] = useDisclosure();
  if (hasToken && !isReplacing) return <KeptToken onReplace={replacing.open} />;
  return <NewToken isFirst={!hasToken} onKept={replacing.close} />;
}

function KeptToken({ onReplace }: { onReplace: () => void }) {
  const forget = useAction('public_access.set_tunnel_token');
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        A token is kept on this computer.
      </Text>
      <Button size="xs" variant="default" onClick={onReplace}>
        Replace it
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={forget.isPending}
        onClick={() => forget.mutate({ token: null }, { onError: announceFailure })}
      >
        Forget it
      </Button>
    </Group>
  );
}

function NewToken({ isFirst, onKept }: { isFirst: boolean; onKept: () => void }) {
  const [token, setToken] = useState('');
  const keep = useAction('public_access.set_tunnel_token');
  const problems = formProblems(keep.error, ['token']);
  return (
    <Form onSubmit={() => keep.mutate({ token }, { onSuccess: onKept })} maxWidth={480}>
      <PasswordInput
        label="Token, or the whole command"
        placeholder="cloudflared service install eyJ…"
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
        error={problems.fields['token']}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the token' }}
        required
      />
      <FormProblem of={problems} />
      <Group gap="xs">
        <Button type="submit" size="xs" loading={keep.isPending}>
          Keep the token
        </Button>
        {!isFirst && (
          <Button size="xs" variant="default" onClick={onKept}>
            Cancel
          </Button>
        )}
      </Group>
    </Form>
  );
}
