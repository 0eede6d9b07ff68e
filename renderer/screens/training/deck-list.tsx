import { Badge, Card, Group, Progress, Stack, Text } from '@mantine/core';
import { GraduationCap } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { useOperation } from '../../client/operations.ts';
import { Pager } from '../../components/pager.tsx';
import { When } from '../../components/when.tsx';
import { EmptyState } from '../../feedback/empty-state.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { deckAddress } from './training-addresses.ts';

export type Deck = OutputOf<'training.list_decks'>['items'][number];
const SIZE = 50;

/** All decks, with how many people have passed. */
export function DeckList() {
  const [page, setPage] = useState(1);
  const decks = useOperation('training.list_decks', { limit: SIZE, offset: (page - 1) * SIZE });
  return (
    <Loaded query={decks}>
      {({ items, total }) =>
        items.length === 0 ? (
          <EmptyState icon={GraduationCap} title="No trainings yet">
            Make one from a published page. Headings divide it into slides; quiz blocks become questions.
          </EmptyState>
        ) : (
          <Stack gap="sm">
            {items.map((deck) => (
              <Row key={deck.id} deck={deck} />
            ))}
            <Pager total={total} size={SIZE} page={page} onPage={setPage} />
          </Stack>
        )
      }
    </Loaded>
  );
}

function Row({ deck }: { deck: Deck }) {
  const { id, title, counts, created_at: createdAt, created_by: createdBy } = deck;
  const share = counts.assigned === 0 ? 0 : (counts.passed / counts.assigned) * 100;
  return (
    <Card component={Link} href={deckAddress(id)} withBorder padding="md">
      <Group justify="space-between" gap="sm">
        <Stack gap={2} flex="1 1 280px" miw={0}>
          <Group gap="xs">
            <Text fw={600}>{title}</Text>
            <DeckState deck={deck} />
          </Group>
          <Text size="sm" c="dimmed">
            {createdBy.name} · <When at={createdAt} />
          </Text>
        </Stack>
        <Stack gap={4} w={200}>
          <Text size="sm">
            {counts.assigned === 0
              ? 'Assigned to nobody'
              : `${counts.passed} of ${counts.assigned} passed${counts.overdue > 0 ? `, ${counts.overdue} overdue` : ''}`}
          </Text>
          <Progress value={share} aria-label={`${title}: passed`} />
        </Stack>
      </Group>
    </Card>
  );
}

/** What is different about the page that a deck was made from. */
export function DeckState({ deck }: { deck: Deck }) {
  const { document_state: state, outdated } = deck;
  const word =
    state === 'deleted' || state === 'trashed'
      ? 'Page deleted'
      : state === 'draft'
        ? 'Page not published'
        : outdated
          ? 'Page changed since'
          : null;
  return word === null ? null : (
    <Badge variant="dot" color="orange">
      {word}
    </Badge>
  );
}
