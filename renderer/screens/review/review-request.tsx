import { Alert, Anchor, Blockquote, Group, Stack, Text } from '@mantine/core';
import { ArrowLeft, Info, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useOperation } from '../../client/operations.ts';
import { Page } from '../../components/page.tsx';
import { When } from '../../components/when.tsx';
import { Who } from '../../components/who.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { documentAddress } from '../../routing/addresses.ts';
import { inWords, wishOf, type ChangeRequest } from './change-request.ts';
import { Decision } from './decision.tsx';
import { FieldChanges } from './field-changes.tsx';
import { SettleConflicts } from './settle-conflicts.tsx';
import { TextChanges } from './text-changes.tsx';
import { Withdraw } from './withdraw.tsx';

/** One change in full: what it does, who asks and why, and the decision. */
export function ReviewRequest({ id }: { id: string }) {
  const request = useOperation('change_requests.read', { id });
  return <Loaded query={request}>{(found) => <Shown request={found} />}</Loaded>;
}

function Shown({ request }: { request: ChangeRequest }) {
  const { document, note, can_decide: canDecide, can_withdraw: canWithdraw } = request;
  const [resolved, setResolved] = useState<{ version: number; text: string } | null>(null);
  const isSettled = resolved?.version === document.version;
  const hasConflict = request.text_conflicts > 0;
  return (
    <Page
      title={document.title}
      description={wishOf(request)}
      actions={canWithdraw && <Withdraw id={request.id} />}
    >
      <Stack gap="md">
        <Byline request={request} />
        {note !== '' && (
          <Blockquote p="sm" my={0}>
            {note}
          </Blockquote>
        )}
        <Outcome request={request} />
        {request.moved_on && <MovedOn request={request} />}
        <FieldChanges request={request} />
        {hasConflict && canDecide && (
          <SettleConflicts
            key={document.version}
            request={request}
            onSettled={(text) => setResolved(text === null ? null : { version: document.version, text })}
          />
        )}
        {request.content !== null && (
          <TextChanges request={request} resolved={isSettled ? resolved.text : null} />
        )}
        {canDecide && (
          <Decision
            key={`${request.id} ${document.version}`}
            request={request}
            resolved={isSettled ? resolved.text : null}
          />
        )}
      </Stack>
    </Page>
  );
}

function Byline({ request }: { request: ChangeRequest }) {
  const { document, author, created_at: createdAt } = request;
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed">
        <Who by={author} /> · <When at={createdAt} /> · in {document.space} · written against version{' '}
        {request.base_version}
      </Text>
      <Group gap="md">
        <Anchor component={Link} href={`~${documentAddress(document.id)}`} size="sm">
          Open the page
        </Anchor>
        <Anchor component={Link} href="/" size="sm">
          <Group gap={4} wrap="nowrap" component="span">
            <ArrowLeft size={14} aria-hidden />
            All requests
          </Group>
        </Anchor>
      </Group>
    </Group>
  );
}

function Outcome({ request }: { request: ChangeRequest }) {
  if (request.state === 'pending') return null;
  const { word, color } = inWords(request);
  return (
    <Alert
      variant="default"
      title={word}
      icon={<Info aria-hidden color={`var(--mantine-color-${color}-6)`} />}
    >
      {request.decided_by !== null && request.decided_at !== null && (
        <Text size="sm">
          {request.decided_by.name}, <When at={request.decided_at} />
          {request.comment !== '' && `: “${request.comment}”`}
        </Text>
      )}
      {request.superseded_by !== null && (
        <Anchor component={Link} href={`/${request.superseded_by}`} size="sm">
          Open the newer request
        </Anchor>
      )}
    </Alert>
  );
}

function MovedOn({ request }: { request: ChangeRequest }) {
  const { text_conflicts: conflicts, document, base_version: base } = request;
  const passages = conflicts === 1 ? 'One passage was' : `${conflicts} passages were`;
  return (
    <Alert
      variant="default"
      icon={<TriangleAlert aria-hidden color="var(--mantine-color-orange-6)" />}
      title={`The page has changed since: it is at version ${document.version}, not ${base}`}
    >
      <Text size="sm">
        {conflicts === 0
          ? 'Both changes fit together. Look at what approving makes of the page before you approve.'
          : `${passages} changed on both sides. Nothing is overwritten silently: an approver chooses what stays.`}
      </Text>
    </Alert>
  );
}
