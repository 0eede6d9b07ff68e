import { ActionIcon, Anchor, Card, Code, CopyButton, Group, Stack, Text, Tooltip } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { Link } from 'wouter';
import { standingOf } from '../../components/access-words.ts';
import { QrForPhones } from '../../components/qr-for-phones.tsx';
import { StatusLight } from '../../components/status-light.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import {
  CONNECT_ADDRESS,
  credentialsAddress,
  DIAGNOSTICS_ADDRESS,
  PUBLIC_ADDRESS_ADDRESS,
} from '../../routing/addresses.ts';
import { isOffered } from '../../routing/offered-screens.ts';
import { useReader } from '../../shell/reader.tsx';
import { useAddress, usePublicAccess } from './facts.ts';
import { Section } from './section.tsx';
import { reachOf, troubleOf, type Address } from './words.ts';

/** The addresses to hand on: where people open the workspace, and where assistants connect to. */
export function AddressCard() {
  const address = useAddress();
  return (
    <Section title="Address">
      <Card withBorder padding="md">
        <Loaded query={address}>{(found) => <Addresses address={found} />}</Loaded>
      </Card>
    </Section>
  );
}

function Addresses({ address }: { address: Address }) {
  const reader = useReader();
  const canConnect = isOffered(reader, CONNECT_ADDRESS);
  const canCheck = isOffered(reader, DIAGNOSTICS_ADDRESS);
  return (
    <Stack gap="sm">
      <Reach address={address} />
      <CopyableAddress label="For people" value={address.url} />
      <CopyableAddress label="For assistants" value={address.connector_url} />
      <QrForPhones
        url={address.url}
        show="Show QR code"
        after={
          <>
            {canConnect && (
              <Anchor component={Link} href={CONNECT_ADDRESS} size="sm">
                Connect an assistant
              </Anchor>
            )}
            <Anchor component={Link} href={credentialsAddress(reader)} size="sm">
              API tokens and connected apps
            </Anchor>
            {canCheck && (
              <Anchor component={Link} href={DIAGNOSTICS_ADDRESS} size="sm">
                Check the connection
              </Anchor>
            )}
          </>
        }
      />
      {!address.is_public && (
        <Text size="xs" c="dimmed">
          Assistants on the internet, such as Claude’s apps, need a public address. Those on this computer do
          not.
        </Text>
      )}
    </Stack>
  );
}

/** How far it reaches: for the person at the machine with the tunnel's light. */
function Reach({ address }: { address: Address }) {
  const { data: access } = usePublicAccess();
  if (!access) return <Text size="sm">{reachOf(address)}</Text>;
  const { light } = standingOf(access);
  return (
    <Group gap="sm" wrap="nowrap">
      <StatusLight light={light} />
      <Anchor component={Link} href={PUBLIC_ADDRESS_ADDRESS} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {troubleOf(access) ?? reachOf(address)}
      </Anchor>
    </Group>
  );
}

function CopyableAddress({ label, value }: { label: string; value: string }) {
  return (
    <Stack gap={2}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Group gap={4} wrap="nowrap" justify="space-between">
        <Code className="home-address">{value}</Code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Tooltip label={copied ? 'Copied' : 'Copy'}>
              <ActionIcon
                variant="subtle"
                aria-label={`Copy the address ${label.toLowerCase()}`}
                onClick={copy}
              >
                {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      </Group>
    </Stack>
  );
}
