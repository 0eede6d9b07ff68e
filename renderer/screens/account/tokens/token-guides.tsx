import { NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { TOKEN_CLIENTS } from '../../../../server/domain/client-config.ts';
import type { OutputOf } from '../../../../server/faces/app/contract.ts';
import { useOperation } from '../../../client/operations.ts';
import { Snippet } from '../../../components/snippet.tsx';
import { Loaded } from '../../../feedback/loaded.tsx';

type Guide = OutputOf<'account.client_config'>['items'][number];

/** How a token is given to each program that takes one: "a ready-made client config snippet" (specification). */
export function TokenGuides({ token }: { token: string }) {
  // Forgotten with the dialog: nothing keeps the secret.
  const guides = useOperation('account.client_config', { token }, { gcTime: 0 });
  return (
    <Loaded query={guides}>
      {({ items }) => <Guides guides={items.filter(({ client }) => takesToken(client))} />}
    </Loaded>
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
