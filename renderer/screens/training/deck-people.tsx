import { Badge, Button, Table, Text, VisuallyHidden } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { useAction } from '../../client/operations.ts';
import { When } from '../../components/when.tsx';
import { announceDone, announceFailure } from '../../feedback/announce.ts';
import { progressWords } from './progress-words.ts';

type Found = OutputOf<'training.read_deck'>;

/** Everybody who is to take a training, and how they do. */
export function DeckPeople({ found: { deck, items } }: { found: Found }) {
  return (
    <Table.ScrollContainer minWidth={620} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Person</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Best result</Table.Th>
            <Table.Th>Attempts</Table.Th>
            <Table.Th>Due</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => {
            const { word, color } = progressWords(item);
            return (
              <Table.Tr key={item.person.id}>
                <Table.Td>{item.person.name}</Table.Td>
                <Table.Td>
                  <Badge variant="dot" color={color}>
                    {word}
                  </Badge>
                </Table.Td>
                <Table.Td>{item.score_percent === null ? '–' : `${item.score_percent} %`}</Table.Td>
                <Table.Td>{item.attempts}</Table.Td>
                <Table.Td>{item.due_at === null ? '–' : <When at={item.due_at} />}</Table.Td>
                <Table.Td ta="right">
                  <Unassign deckId={deck.id} person={item.person} />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Unassign({ deckId, person }: { deckId: string; person: { username: string; name: string } }) {
  const unassign = useAction('training.unassign', {
    // The button goes with what is done.
    onDone: () => announceDone(`${person.name} does not have it any more.`),
  });
  function confirm(): void {
    modals.openConfirmModal({
      title: `Take the training from ${person.name}?`,
      children: <Text size="sm">Their results in it are gone then. This cannot be undone.</Text>,
      labels: { confirm: 'Take it from them', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () =>
        unassign.mutate({ deck_id: deckId, usernames: [person.username] }, { onError: announceFailure }),
    });
  }
  return (
    <Button size="compact-xs" variant="default" aria-label={`Unassign ${person.name}`} onClick={confirm}>
      Unassign
    </Button>
  );
}
