import { Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ArrowLeft, Undo2 } from 'lucide-react';
import { Link } from 'wouter';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { useOperation } from '../../client/operations.ts';
import { Page } from '../../components/page.tsx';
import { When } from '../../components/when.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { documentAddress } from '../../routing/addresses.ts';
import { actionWords } from '../audit/action-words.ts';
import { extentOf, nameOf } from './sitting-words.ts';
import { UndoSitting } from './undo-sitting.tsx';

type Found = OutputOf<'sittings.read'>;

/** One sitting: what it changed, and taking it back. */
export function SittingPage({ id }: { id: string }) {
  const sitting = useOperation('sittings.read', { id });
  return <Loaded query={sitting}>{(found) => <Shown found={found} />}</Loaded>;
}

function Shown({ found: { sitting, changes } }: { found: Found }) {
  const [isUndoing, { open, close }] = useDisclosure();
  const { id, client, person, started_at: startedAt, undone_at: undoneAt, undone_by: undoneBy } = sitting;
  return (
    <Page
      title={client ?? 'An app'}
      description={`${extentOf(sitting)}, in the name of ${person.name}`}
      actions={
        <Button variant="default" leftSection={<Undo2 size={16} aria-hidden />} onClick={open}>
          Undo this sitting
        </Button>
      }
    >
      <Stack gap="md">
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed">
            Began <When at={startedAt} />
            {undoneAt !== null && (
              <>
                {' '}
                · taken back by {undoneBy?.name ?? 'somebody'}, <When at={undoneAt} />
              </>
            )}
          </Text>
          <Anchor component={Link} href="/" size="sm">
            <Group gap={4} component="span">
              <ArrowLeft size={14} aria-hidden />
              All activity
            </Group>
          </Anchor>
        </Group>
        <Changes changes={changes} />
      </Stack>
      <UndoSitting id={id} isOpen={isUndoing} onClose={close} />
    </Page>
  );
}

function Changes({ changes }: { changes: Found['changes'] }) {
  return (
    <Table verticalSpacing="xs" layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="26%">When</Table.Th>
          <Table.Th>What</Table.Th>
          <Table.Th>Where</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map(({ at, action, target }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- changes have no other identity and never move
          <Table.Tr key={index}>
            <Table.Td>
              <When at={at} />
            </Table.Td>
            <Table.Td>{actionWords(action)}</Table.Td>
            <Table.Td>
              {target.type === 'document' ? (
                <Anchor component={Link} href={`~${documentAddress(target.id)}`} size="sm">
                  Open the page
                </Anchor>
              ) : (
                nameOf({ title: null, type: target.type })
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
