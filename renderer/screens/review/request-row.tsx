import { Badge, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { Link } from 'wouter';
import { When } from '../../components/when.tsx';
import { Who } from '../../components/who.tsx';
import { inWords, wishOf, type ChangeRequestSummary } from './change-request.ts';
import classes from '../../components/list-row.module.css';

/** One request of a list: what it wants of which page, who asks, and why. */
export function RequestRow({ request, isOwn }: { request: ChangeRequestSummary; isOwn: boolean }) {
  const { id, document, author, created_at: createdAt, note } = request;
  const { word, color } = inWords(request);
  return (
    <UnstyledButton component={Link} href={`/${id}`} className={classes['row'] ?? ''}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <Stack gap={2} miw={0} flex="1 1 200px">
          <Text fw={600} truncate>
            {document.title}
          </Text>
          <Text size="sm">{wishOf(request)}</Text>
          {note !== '' && (
            <Text size="sm" c="dimmed" lineClamp={2}>
              “{note}”
            </Text>
          )}
          <Text size="xs" c="dimmed">
            {document.space} ·{' '}
            {!isOwn && (
              <>
                <Who by={author} /> ·{' '}
              </>
            )}
            <When at={createdAt} />
          </Text>
        </Stack>
        <Group gap={6}>
          {request.moved_on && (
            <Badge variant="dot" color="orange" flex="none">
              Page changed since
            </Badge>
          )}
          {(isOwn || request.state !== 'pending') && (
            <Badge variant="dot" color={color} flex="none">
              {word}
            </Badge>
          )}
        </Group>
      </Group>
    </UnstyledButton>
  );
}
