import { Box, Button, Card, Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useAction, useOperation } from '../../client/operations.ts';
import { Page } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { When } from '../../components/when.tsx';
import { announceFailure } from '../../feedback/announce.ts';
import { EmptyState } from '../../feedback/empty-state.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { DIAGNOSTICS_ADDRESS } from '../../routing/addresses.ts';
import { isOffered } from '../../routing/offered-screens.ts';
import { useReader } from '../../shell/reader.tsx';
import { addressOf, inWords, type Notification } from './notification-words.ts';
import classes from './notifications.module.css';

const SIZE = 50;

/** The reader’s inbox, newest first. Whatever is opened counts as read. */
export function Notifications() {
  const [page, setPage] = useState(1);
  const inbox = useOperation('notifications.list', { limit: SIZE, offset: (page - 1) * SIZE });
  const markRead = useAction('notifications.mark_read');
  const unread = inbox.data?.unread ?? 0;
  const mark = (ids?: string[]) =>
    markRead.mutate(ids === undefined ? {} : { ids }, { onError: announceFailure });
  return (
    <Page
      title="Notifications"
      description={unread === 0 ? 'You have read everything.' : `${unread} unread`}
      actions={
        unread > 0 && (
          <Button variant="default" loading={markRead.isPending} onClick={() => mark()}>
            Mark all as read
          </Button>
        )
      }
    >
      <Loaded query={inbox}>
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState icon={Bell} title="Nothing yet">
              Reviews, decisions on what you sent in, trainings and newly connected apps are announced here.
            </EmptyState>
          ) : (
            <>
              <Card withBorder padding={0}>
                {items.map((item) => (
                  <Line
                    key={item.id}
                    notification={item}
                    onRead={() => item.read_at === null && mark([item.id])}
                  />
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

function Line({ notification, onRead }: { notification: Notification; onRead: () => void }) {
  const reader = useReader();
  const found = addressOf(notification);
  // That screen is for whoever sits at the machine.
  const address = found === DIAGNOSTICS_ADDRESS && !isOffered(reader, found) ? null : found;
  const isUnread = notification.read_at === null;
  const content = (
    <Group wrap="nowrap" align="baseline" gap="sm">
      <Box className={classes['dot'] ?? ''} data-unread={isUnread || undefined} aria-hidden />
      <Text flex={1} fw={isUnread ? 600 : 400}>
        {inWords(notification)}
        {isUnread && <VisuallyHidden> (unread)</VisuallyHidden>}
      </Text>
      <Text size="xs" c="dimmed">
        <When at={notification.created_at} />
      </Text>
    </Group>
  );
  return address === null ? (
    <UnstyledButton className={classes['line'] ?? ''} onClick={onRead}>
      {content}
    </UnstyledButton>
  ) : (
    <UnstyledButton component={Link} href={`~${address}`} className={classes['line'] ?? ''} onClick={onRead}>
      {content}
    </UnstyledButton>
  );
}
