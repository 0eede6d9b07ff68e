import { Anchor, Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { Link, useLocation } from 'wouter';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { useOperation } from '../../client/operations.ts';
import { Page } from '../../components/page.tsx';
import { Snippet } from '../../components/snippet.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { DIAGNOSTICS_ADDRESS, PUBLIC_ADDRESS_ADDRESS, TOKENS_ADDRESS } from '../../routing/addresses.ts';
import { isOffered } from '../../routing/offered-screens.ts';
import { useReader } from '../../shell/reader.tsx';
import { CallLight } from './call-light.tsx';
import { LastAttempt } from './last-attempt.tsx';
import type { Caller } from './first-call.ts';
import { ClientGuide, type ClientGuideData } from './client-guide.tsx';

/** A use is in nobody's live changes, because it changes nothing; so the page asks. */
const ASK_EVERY_MS = 2_000;
export const FIRST_PROMPT = 'List my spaces in Commonplace and write a page about how we make coffee.';

/** Programs in the order in which they are looked for. */
const ORDER: readonly ClientGuideData['client'][] = [
  'claude',
  'chatgpt',
  'claude-code',
  'cursor',
  'vscode',
  'http',
];

/** Leads an assistant to the workspace, and shows when it gets through. */
export function Connect() {
  return (
    <Page
      title="Connect an assistant"
      description="Your assistant reads and writes here as you, as far as you let it."
      width={760}
    >
      <ConnectionGuide />
    </Page>
  );
}

/** The light, and how each program is connected. Its tabs are addresses below the route that it stands on. */
export function ConnectionGuide() {
  const guides = useOperation('account.client_config', {});
  return (
    <Stack gap="lg">
      <FirstCall />
      <Loaded query={guides}>{({ items }) => <Guides guides={items} />}</Loaded>
    </Stack>
  );
}

function FirstCall() {
  const reader = useReader();
  const mine = { username: reader.account.username };
  const apps = useOperation('connected_apps.list', mine, { refetchInterval: ASK_EVERY_MS });
  const tokens = useOperation('tokens.list', mine, { refetchInterval: ASK_EVERY_MS });
  return (
    <Loaded query={apps}>
      {({ items: connected }) => (
        <Loaded query={tokens}>
          {({ items }) => (
            <CallLight apps={connected} tokens={items.flatMap(asAssistant)}>
              {isOffered(reader, DIAGNOSTICS_ADDRESS) && (
                <Stack gap="sm">
                  <LastAttempt />
                  <Group gap="sm">
                    <Button component={Link} href={`~${DIAGNOSTICS_ADDRESS}`} size="xs" variant="default">
                      Check the connection
                    </Button>
                    <Text size="sm" c="dimmed">
                      It finds out what keeps assistants away.
                    </Text>
                  </Group>
                </Stack>
              )}
            </CallLight>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

/** A token that a program calls the connector with: what scripts do with it makes them no assistant. */
function asAssistant({
  id,
  name,
  revoked_at: revokedAt,
  connector_called_at: calledAt,
}: OutputOf<'tokens.list'>['items'][number]): Caller[] {
  return revokedAt === null ? [{ id, name, last_used_at: calledAt }] : [];
}

function Guides({ guides }: { guides: readonly ClientGuideData[] }) {
  const reader = useReader();
  const [location, navigate] = useLocation();
  const ordered = ORDER.flatMap((name) => guides.filter(({ client }) => client === name));
  const wanted = location.slice(1);
  // The first that can reach the address; where none can, the one that most people come for.
  const first = ordered.find(({ reachable }) => reachable)?.client ?? 'claude';
  const chosen = ordered.some(({ client }) => client === wanted) ? wanted : first;
  return (
    <Stack gap="lg">
      <Tabs
        value={chosen}
        onChange={(client) => navigate(`/${client ?? ''}`, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List>
          {ordered.map(({ client, title }) => (
            <Tabs.Tab key={client} value={client}>
              {client === 'http' ? 'Other' : title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {ordered.map((guide) => (
          <Tabs.Panel key={guide.client} value={guide.client}>
            {guide.client === 'http' && <AnyAssistant />}
            <ClientGuide guide={guide} canOpenUp={isOffered(reader, PUBLIC_ADDRESS_ADDRESS)} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Snippet title="Then ask it" text={FIRST_PROMPT} />
      <Text size="sm" c="dimmed">
        What your assistants do is listed with each of them, and you can change how far they may go, or
        disconnect them, under{' '}
        <Anchor component={Link} href={`~${TOKENS_ADDRESS}`} inherit underline="always">
          API tokens
        </Anchor>{' '}
        in your account.
      </Text>
    </Stack>
  );
}

/** Other assistants need the connector's address and nothing else; scripts need a token. */
function AnyAssistant() {
  const address = useOperation('workspace.address', {});
  return (
    <Stack gap="md" pt="md">
      <Text>
        Any assistant that speaks MCP connects with this address and signs in by itself. Scripts, and
        assistants that cannot sign in, use an{' '}
        <Anchor component={Link} href={`~${TOKENS_ADDRESS}`} inherit underline="always">
          API token
        </Anchor>
        .
      </Text>
      <Loaded query={address}>
        {({ connector_url }) => <Snippet title="Connector URL" text={connector_url} />}
      </Loaded>
    </Stack>
  );
}
