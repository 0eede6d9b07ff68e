import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { useAction, useOperation } from '../../client/operations.ts';
import { Page } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { announceDone, announceFailure } from '../../feedback/announce.ts';
import { Loaded } from '../../feedback/loaded.tsx';
import { documentAddress } from '../../routing/addresses.ts';
import { AssignDeck } from './assign-deck.tsx';
import { DeckState } from './deck-list.tsx';
import { DeckPeople } from './deck-people.tsx';

type Found = OutputOf<'training.read_deck'>;
const SIZE = 100;

/** One training as its managers see it: who is to take it, and how they do. */
export function DeckPage({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  const deck = useOperation('training.read_deck', { deck_id: id, limit: SIZE, offset: (page - 1) * SIZE });
  return (
    <Loaded query={deck}>
      {(found) => (
        <Page
          title={found.deck.title}
          description={about(found)}
          actions={
            <Group gap="xs">
              <DeleteDeck deck={found.deck} />
              <AssignDeck deckId={id} others={found.not_assigned} />
            </Group>
          }
        >
          <Stack gap="md">
            <Group justify="space-between" gap="xs">
              <Group gap="xs">
                <DeckState deck={found.deck} />
                <Anchor component={Link} href={`~${documentAddress(found.deck.document_id)}`} size="sm">
                  Open the page
                </Anchor>
              </Group>
              <Anchor component={Link} href="/" size="sm">
                <Group gap={4} component="span">
                  <ArrowLeft size={14} aria-hidden />
                  All trainings
                </Group>
              </Anchor>
            </Group>
            {found.items.length === 0 ? (
              <Text c="dimmed">Nobody is to take it yet. Assign it to people, or to everyone.</Text>
            ) : (
              <DeckPeople found={found} />
            )}
            <Pager total={found.total} size={SIZE} page={page} onPage={setPage} />
          </Stack>
        </Page>
      )}
    </Loaded>
  );
}

function about({ deck }: Found): string {
  const { slide_count: slides, question_count: questions, pass_percent: pass, due_days: due } = deck;
  const parts = [
    slides === 1 ? '1 slide' : `${slides} slides`,
    questions === 1 ? '1 question' : `${questions} questions`,
    ...(questions === 0 ? [] : [`${pass} % to pass`]),
    ...(due === null ? [] : [due === 1 ? 'due after 1 day' : `due after ${due} days`]),
    `from version ${deck.document_version} of the page`,
  ];
  return parts.join(' · ');
}

function DeleteDeck({ deck }: { deck: Found['deck'] }) {
  const remove = useAction('training.delete_deck');
  const [, navigate] = useLocation();
  function confirm(): void {
    modals.openConfirmModal({
      title: `Delete the training “${deck.title}”?`,
      children: <Text size="sm">Everybody’s results in it are gone then. The page stays.</Text>,
      labels: { confirm: 'Delete', cancel: 'Keep it' },
      confirmProps: { color: 'red' },
      onConfirm: () =>
        remove.mutate(
          { deck_id: deck.id },
          {
            onSuccess: () => {
              announceDone('The training is deleted.');
              navigate('/');
            },
            onError: announceFailure,
          },
        ),
    });
  }
  return (
    <Button variant="default" loading={remove.isPending} onClick={confirm}>
      Delete
    </Button>
  );
}
