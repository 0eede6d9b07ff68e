import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { Section } from '../../components/section.tsx';
import { WAY_NAMES, type PublicAccess } from '../../components/access-words.ts';

type Mode = PublicAccess['mode'];

interface Way {
  mode: Exclude<Mode, 'off'>;
  href: string;
  description: string;
}

const WAYS: readonly Way[] = [
  {
    mode: 'named_tunnel',
    href: '/stable',
    description:
      'A name of yours, such as kb.example.com, through a free Cloudflare tunnel. It stays the same, so assistants stay connected. Takes about ten minutes, once; you need a domain.',
  },
  {
    mode: 'quick_tunnel',
    href: '/trial',
    description:
      'Through Cloudflare at once, without an account. The address changes at every start, so assistants have to be connected again each time. Good for a first look.',
  },
  {
    mode: 'own_domain',
    href: '/domain',
    description: 'For those who run a reverse proxy such as Caddy or nginx in front of this computer.',
  },
];

/** The ways by which others can reach the workspace, but the one in use; the one that lasts comes first. */
export function Ways({ mode, isPaused }: { mode: Mode; isPaused: boolean }) {
  return (
    <Section title={mode === 'off' ? 'Reach it from elsewhere' : 'Other ways'}>
      <Stack gap="sm">
        {WAYS.filter((way) => way.mode !== mode).map((way) => (
          <WayCard key={way.mode} way={way} mode={mode} isFirstThing={!isPaused} />
        ))}
      </Stack>
    </Section>
  );
}

/** @param isFirstThing whether nothing else on the page is to be done before */
function WayCard({ way, mode, isFirstThing }: { way: Way; mode: Mode; isFirstThing: boolean }) {
  const isRecommended = way.mode === 'named_tunnel' && mode !== 'own_domain';
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" gap="md">
        <Stack gap={4} flex="1 1 300px">
          <Group gap="xs">
            <Text fw={600}>{WAY_NAMES[way.mode]}</Text>
            {isRecommended && (
              <Badge variant="light" size="sm">
                Recommended
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {way.description}
          </Text>
        </Stack>
        <Button
          component={Link}
          href={way.href}
          size="sm"
          variant={isRecommended && isFirstThing ? 'filled' : 'default'}
          aria-label={`Set up: ${WAY_NAMES[way.mode]}`}
        >
          Set up
        </Button>
      </Group>
    </Card>
  );
}
