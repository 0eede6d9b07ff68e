import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { useAction, useOperation } from '../../client/operations.ts';
import { Page } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { When } from '../../components/when.tsx';
import { Who } from '../../components/who.tsx';
import { announceDone, announceFailure } from '../../feedback/announce.ts';
import { EmptyState } from '../../feedback/empty-state.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { useReader } from '../../shell/reader.tsx';
import classes from './trash.module.css';

type Trashed = OutputOf<'trash.list'>['items'][number];
const SIZE = 50;

/** Pages that were put away: back to where they were, or gone for ever. */
export function Trash() {
  const [page, setPage] = useState(1);
  const trash = useOperation('trash.list', { limit: SIZE, offset: (page - 1) * SIZE });
  return (
    <Page title="Trash" {...(trash.data && { description: retention(trash.data.retention_days) })}>
      <Loaded query={trash}>
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState icon={Trash2} title="The Trash is empty">
              What you move to the Trash can be restored from here.
            </EmptyState>
          ) : (
            <>
              <Card withBorder padding={0}>
                {items.map((document) => (
                  <Row key={document.id} document={document} />
                ))}
              </Card>
              <Pager total={total} size={SIZE} page={page} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function retention(days: number): string {
  if (days === 0) return 'Pages stay in the Trash until an admin deletes them.';
  return `Trash keeps pages ${days === 1 ? 'one day' : `${days} days`}, then they are deleted for ever.`;
}

function Row({ document }: { document: Trashed }) {
  const { title, space, deleted_by: by, deleted_at: at, purge_at: purgeAt } = document;
  return (
    <Group className={classes['row'] ?? ''} justify="space-between" gap="sm">
      <Stack gap={2} miw={0} flex="1 1 280px">
        <Group gap="xs" wrap="nowrap">
          <Text fw={600} truncate>
            {title}
          </Text>
          {document.status === 'draft' && (
            <Badge variant="default" size="sm">
              Draft
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {space} · <Who by={by} /> · <When at={at} />
        </Text>
        {purgeAt !== null && (
          <Text size="xs" c="dimmed">
            Deleted for ever on {new Date(purgeAt).toLocaleDateString(undefined, { dateStyle: 'medium' })}
          </Text>
        )}
      </Stack>
      <Actions document={document} />
    </Group>
  );
}

function Actions({ document: { id, title, can_restore: canRestore } }: { document: Trashed }) {
  const { role } = useReader().account;
  const restore = useAction('trash.restore', {
    // The button goes with what is done.
    onDone: () => announceDone(`“${title}” is back.`),
  });
  const purge = useAction('trash.purge', {
    // The button goes with what is done.
    onDone: () => announceDone(`“${title}” is deleted.`),
  });

  function confirmPurge(): void {
    modals.openConfirmModal({
      title: `Delete “${title}” for ever?`,
      children: (
        <Text size="sm">Its text, its history and its images are gone then. This cannot be undone.</Text>
      ),
      labels: { confirm: 'Delete for ever', cancel: 'Keep it' },
      confirmProps: { color: 'red' },
      onConfirm: () => purge.mutate({ id }, { onError: announceFailure }),
    });
  }

  return (
    <Group gap="xs">
      {canRestore && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Restore “${title}”`}
          loading={restore.isPending}
          onClick={() => restore.mutate({ id }, { onError: announceFailure })}
        >
          Restore
        </Button>
      )}
      {role === 'admin' && (
        <Button
          size="xs"
          variant="subtle"
          color="red"
          aria-label={`Delete for ever “${title}”`}
          loading={purge.isPending}
          onClick={confirmPurge}
        >
          Delete for ever
        </Button>
      )}
    </Group>
  );
}
