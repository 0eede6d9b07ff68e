import { Alert, Button, Group, Stack } from '@mantine/core';
import { Eye } from 'lucide-react';
import { Snippet } from '../../../components/snippet.tsx';
import { TokenGuides } from './token-guides.tsx';

/** The secret of a new token, once, and how to give it to a program. */
export function TokenSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <Stack gap="lg">
      <Alert
        variant="light"
        color="yellow"
        icon={<Eye aria-hidden />}
        title="This is the only time you see it"
      >
        Copy it now and keep it like a password. If it is lost, revoke it and create another.
      </Alert>
      <Snippet title="Token" text={secret} />
      <TokenGuides token={secret} />
      <Group justify="flex-end">
        <Button onClick={onDone}>I have copied it</Button>
      </Group>
    </Stack>
  );
}
