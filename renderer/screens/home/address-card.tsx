import {
  ActionIcon,
  Anchor,
  Button,
  Card,
  Code,
  CopyButton,
  Group,
  Stack,
  Text,
  Tooltip,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Check, Copy, QrCode } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import { Loaded } from '../../feedback/loaded.tsx';
import { CONNECT_ADDRESS } from '../../routing/addresses.ts';
import { offeredScreens } from '../../routing/offered-screens.ts';
import { useReader } from '../../shell/reader.tsx';
import { useAddress } from './facts.ts';
import { Section } from './section.tsx';
import { reachOf, type Address } from './words.ts';

const QrImage = lazy(async () => ({ default: (await import('./qr-image.tsx')).QrImage }));

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
  const [isQrShown, qr] = useDisclosure();
  const canConnect = offeredScreens(useReader()).some(({ path }) => path === CONNECT_ADDRESS);
  return (
    <Stack gap="sm">
      <Text size="sm">{reachOf(address)}</Text>
      <CopyableAddress label="For people" value={address.url} />
      <CopyableAddress label="For assistants" value={address.connector_url} />
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          leftSection={<QrCode size={16} aria-hidden />}
          aria-expanded={isQrShown}
          onClick={qr.toggle}
        >
          {isQrShown ? 'Hide QR code' : 'Show QR code'}
        </Button>
        {canConnect && (
          <Anchor component={Link} href={CONNECT_ADDRESS} size="sm">
            Connect an assistant
          </Anchor>
        )}
      </Group>
      {isQrShown && (
        <Suspense fallback={null}>
          <QrImage text={address.url} />
        </Suspense>
      )}
      {!address.is_public && (
        <Text size="xs" c="dimmed">
          Assistants on the internet, such as Claude’s apps, need a public address. Those on this computer do
          not.
        </Text>
      )}
    </Stack>
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
