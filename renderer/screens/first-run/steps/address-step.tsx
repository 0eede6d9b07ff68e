import { Alert, Anchor, Group, Radio, Stack, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { useAction, useOperation } from '../../../client/operations.ts';
import { Snippet } from '../../../components/snippet.tsx';
import { announceFailure } from '../../../feedback/announce.ts';
import { Loaded } from '../../../feedback/loaded.tsx';
import { PUBLIC_ADDRESS_ADDRESS } from '../../../routing/addresses.ts';
import { tunnelWords, type PublicAccess } from './tunnel-words.ts';

/** The tunnel announces each change; this is for a change that got lost. */
const ASK_EVERY_MS = 3_000;

/** Only this computer, or a public address to try it from everywhere. */
export function AddressStep() {
  const access = useOperation('public_access.read', {}, { refetchInterval: ASK_EVERY_MS });
  return <Loaded query={access}>{(found) => <Choice access={found} />}</Loaded>;
}

function Choice({ access }: { access: PublicAccess }) {
  const update = useAction('public_access.update');
  const isDecided = access.source === 'command_line';
  const isPermanent = access.mode === 'named_tunnel' || access.mode === 'own_domain';
  const choose = (value: string) =>
    update.mutate({ mode: value === 'off' ? 'off' : 'quick_tunnel' }, { onError: announceFailure });
  if (isDecided || isPermanent) return <Decided access={access} />;
  return (
    <Stack gap="md">
      <Radio.Group value={access.mode} onChange={choose} aria-label="Where you reach it from">
        <Stack gap="sm">
          <Radio.Card value="off" p="md" aria-label="Only this computer">
            <Option
              title="Only this computer"
              text="You, and programs on this computer such as Claude Code, Cursor and VS Code. You can open it up later."
            />
          </Radio.Card>
          <Radio.Card value="quick_tunnel" p="md" aria-label="Reach it from Claude and your phone">
            <Option
              title="Reach it from Claude and your phone"
              text="A public https address to try it with, through Cloudflare. Nobody comes in without signing in."
            />
          </Radio.Card>
        </Stack>
      </Radio.Group>
      {access.mode === 'quick_tunnel' && <Trial access={access} />}
    </Stack>
  );
}

function Option({ title, text }: { title: string; text: string }) {
  return (
    <Group gap="md" wrap="nowrap" align="flex-start">
      <Radio.Indicator mt={3} />
      <Stack gap={2}>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </Stack>
    </Group>
  );
}

function Trial({ access }: { access: PublicAccess }) {
  const { title, hint } = tunnelWords(access);
  return (
    <Stack gap="md">
      <Text component="output" size="sm">
        {title}
      </Text>
      {hint !== null && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
      {access.url !== null && <Snippet title="Your address" text={access.url} />}
      <Alert
        variant="light"
        color="yellow"
        icon={<TriangleAlert aria-hidden />}
        title="This address is for trying it out"
      >
        <Text size="sm">
          It changes each time Commonplace starts, and what you connected has to be connected again then.{' '}
          <Anchor
            component={Link}
            href={`~${PUBLIC_ADDRESS_ADDRESS}`}
            size="sm"
            c="inherit"
            underline="always"
          >
            Make it permanent
          </Anchor>
        </Text>
      </Alert>
    </Stack>
  );
}

/** Somebody has decided already, at the start of the program or on the page of the address. */
function Decided({ access }: { access: PublicAccess }) {
  return (
    <Stack gap="sm">
      <Text>
        {access.url === null ? 'Your public address is being set up.' : 'Your workspace has an address:'}
      </Text>
      {access.url !== null && <Snippet title="Your address" text={access.url} />}
      <Anchor component={Link} href={`~${PUBLIC_ADDRESS_ADDRESS}`} size="sm">
        Public address
      </Anchor>
    </Stack>
  );
}
