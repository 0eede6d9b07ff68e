import { Badge, Card, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { Bot } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useOperation } from '../../client/operations.ts';
import { Page } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { When } from '../../components/when.tsx';
import { EmptyState } from '../../feedback/empty-state.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { useReader } from '../../shell/reader.tsx';
import classes from '../../components/list-row.module.css';
import { extentOf, type Sitting } from './sitting-words.ts';

const SIZE = 50;

/** Sittings of the reader’s own apps and tokens; for admins everybody’s. */
export function SittingList() {
  const [page, setPage] = useState(1);
  const sittings = useOperation('sittings.list', { limit: SIZE, offset: (page - 1) * SIZE });
  return (
    <Page
      title="App activity"
      description="What apps and tokens changed, one sitting at a time. Each can be taken back."
    >
      <Loaded query={sittings}>
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState icon={Bot} title="No app has changed anything yet">
              Once an assistant writes, you see here what it did and can take all of it back at once.
            </EmptyState>
          ) : (
            <>
              <Card withBorder padding={0}>
                {items.map((sitting) => (
                  <Row key={sitting.id} sitting={sitting} />
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

function Row({ sitting }: { sitting: Sitting }) {
  const { username } = useReader().account;
  const { id, client, person, last_write_at: lastWriteAt, undone_at: undoneAt } = sitting;
  const isOwn = person.username === username;
  return (
    <UnstyledButton component={Link} href={`/${id}`} className={classes['row'] ?? ''}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Stack gap={2} miw={0}>
          <Text fw={600} truncate>
            {client ?? 'An app'}
            {!isOwn && ` for ${person.name}`}
          </Text>
          <Text size="sm" c="dimmed">
            {extentOf(sitting)} · <When at={lastWriteAt} />
          </Text>
        </Stack>
        {undoneAt !== null && (
          <Badge variant="dot" color="gray" flex="none">
            Taken back
          </Badge>
        )}
      </Group>
    </UnstyledButton>
  );
}
