import { Button, Card, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useAction } from '../../client/operations.ts';
import { announceDone, announceFailure } from '../../feedback/announce.ts';
import type { ChangeRequest } from './change-request.ts';

/** Approving and rejecting. A page that has moved on is confirmed; a rejection says why. */
export function Decision({ request, resolved }: { request: ChangeRequest; resolved: string | null }) {
  const { id, document, text_conflicts: conflicts, moved_on: movedOn } = request;
  const [comment, setComment] = useState('');
  const [isConfirmed, setConfirmed] = useState(false);
  const [lacksReason, setLacksReason] = useState(false);
  const [, navigate] = useLocation();
  // Before anything is read anew: a request that is decided shows this form no more.
  const leave = (message: string) => () => {
    announceDone(message);
    navigate('/');
  };
  const approve = useAction('change_requests.approve', {
    onDone: leave(`Approved: “${document.title}” is changed.`),
  });
  const reject = useAction('change_requests.reject', {
    onDone: leave(`Rejected. ${request.author.name} is told why.`),
  });
  const isOpen = conflicts > 0 && resolved === null;

  function onApprove(): void {
    approve.mutate(
      {
        id,
        comment,
        ...(movedOn && { confirm_version: document.version }),
        ...(conflicts > 0 && resolved !== null && { resolved_content: resolved }),
      },
      { onError: announceFailure },
    );
  }

  function onReject(): void {
    if (comment.trim() === '') setLacksReason(true);
    else reject.mutate({ id, comment }, { onError: announceFailure });
  }

  return (
    <Card withBorder padding="md" component="section" aria-label="Decision">
      <Stack gap="sm">
        <Textarea
          label="Comment"
          description={`${request.author.name} reads it. A rejection needs one.`}
          autosize
          minRows={2}
          value={comment}
          error={lacksReason && 'Say why, so that the author knows what to change.'}
          onChange={({ currentTarget }) => {
            setComment(currentTarget.value);
            setLacksReason(false);
          }}
        />
        {movedOn && (
          <Checkbox
            checked={isConfirmed}
            onChange={({ currentTarget }) => setConfirmed(currentTarget.checked)}
            label={`I have looked at the page as it is now (version ${document.version}) and at what this makes of it`}
          />
        )}
        <Group justify="flex-end" gap="sm">
          {isOpen && (
            <Text size="sm" c="dimmed">
              Choose what stays first.
            </Text>
          )}
          <Button
            variant="default"
            loading={reject.isPending}
            disabled={approve.isPending}
            onClick={onReject}
          >
            Reject
          </Button>
          <Button
            loading={approve.isPending}
            disabled={isOpen || (movedOn && !isConfirmed) || reject.isPending}
            onClick={onApprove}
          >
            Approve
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
