import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { TOKEN_CLIENTS } from '../../../../server/domain/client-config.ts';
import type { OutputOf } from '../../../../server/faces/app/contract.ts';
import { useOperation } from '../../../client/operations.ts';
import { Snippet } from '../../../components/snippet.tsx';
import { Loaded } from '../../../feedback/loaded.tsx';

type Guide = OutputOf<'account.client_config'>['items'][number];

/** The secret of a new token, once, and how to give it to a program. */
export function TokenSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  // Forgotten with the dialog: nothing keeps the secret.
  const guides = useOperation('account.client_config', { token: secret }, { gcTime: 0 });
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
      <Loaded query={guides}>
        {({ items }) => <Guides guides={items.filter(({ client }) => takesToken(client))} />}
      </Loaded>
      <Group justify="flex-end">
        <Button onClick={onDone}>I have copied it</Button>
      </Group>
    </Stack>
  );
}

function takesToken(client: Guide['client']): boolean {
  return TOKEN_CLIENTS.some((name) => name === client);
}

function Guides({ guides }: { guides: readonly Guide[] }) {
  const [chosen, setChosen] = useState<string>('http');
  const guide = guides.find(({ client }) => client === chosen);
  return (
    <Stack gap="md">
      <NativeSelect
        label="Use it with"
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={guides.map(({ client, title }) => ({ value: client, label: title }))}
      />
      {guide?.steps.map((step) => (
        <Text key={step} size="sm">
          {step}
        </Text>
      ))}
      {guide?.snippets
        .filter(({ language, title }) => language !== 'link' && title !== 'Token')
        .map(({ title, text }) => (
          <Snippet key={title} title={title} text={text} />
        ))}
    </Stack>
  );
}
