import { Anchor, Card, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { useOperation } from '../../client/operations.ts';
import { When } from '../../components/when.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { aboutWords } from '../audit/about-words.ts';
import { routeOf } from '../audit/entry-route.ts';
import { eventWords } from './event-words.ts';
import { Section } from './section.tsx';

type AuditEntry = OutputOf<'audit.list'>['items'][number];

const SHOWN = 5;
/** Among these the last five that are worth a line are looked for. */
const LOOKED_AT = 60;

/** What happened last in the workspace: for the person at the machine. */
export function LastEvents() {
  const audit = useOperation('audit.list', { limit: LOOKED_AT });
  return (
    <Section title="What happened">
      <Loaded query={audit}>
        {({ items }) => {
          const events = items.filter(({ action, result }) => eventWords(action, result) !== undefined);
          return (
            <Card withBorder padding="md">
              <Stack gap="xs">
                {events.slice(0, SHOWN).map((entry) => (
                  <Event key={entry.seq} entry={entry} />
                ))}
                {events.length === 0 && <Text c="dimmed">Nothing yet.</Text>}
              </Stack>
            </Card>
          );
        }}
      </Loaded>
    </Section>
  );
}

function Event({ entry }: { entry: AuditEntry }) {
  const { username, client, action, result, at } = entry;
  const { name, brief } = aboutWords(entry);
  const route = routeOf(entry);
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {username ?? 'Commonplace'} {eventWords(action, result)}
      {name !== null && (
        <>
          {': '}
          {route === null ? (
            name
          ) : (
            <Anchor component={Link} href={route} inherit underline="always">
              {name}
            </Anchor>
          )}
        </>
      )}
      {name === null && brief !== '' && `: ${brief}`}
      <Text span inherit c="dimmed">
        {client !== null && ` · through ${client}`}
        {' · '}
        <When at={at} />
      </Text>
    </Text>
  );
}
