import { Alert, Anchor } from '@mantine/core';
import { Clock } from 'lucide-react';
import { Link } from 'wouter';
import type { OutputOf } from '../../../../server/faces/app/contract.ts';
import { useOperation } from '../../../client/operations.ts';
import { REVIEW_ADDRESS } from '../../../routing/addresses.ts';
import { isOffered } from '../../../routing/offered-screens.ts';
import { useReader } from '../../../shell/reader.tsx';

/** Tells readers who sent in a change of this page that it waits: what they see here is the page without it. */
export function OwnRequest({
  document: { id, status },
}: {
  document: Pick<OutputOf<'documents.read'>['document'], 'id' | 'status'>;
}) {
  const canSend = isOffered(useReader(), REVIEW_ADDRESS);
  const { data } = useOperation(
    'change_requests.list',
    { state: 'pending', as: 'author', limit: 100 },
    { enabled: canSend },
  );
  const request = data?.items.find(({ document }) => document.id === id);
  if (!request) return null;
  return (
    <Alert variant="light" mt="md" py="xs" icon={<Clock aria-hidden />}>
      {status === 'draft'
        ? 'Your request to publish this page waits for review.'
        : 'Your change waits for review. Until then, readers see the page as it is here.'}{' '}
      <Anchor
        component={Link}
        href={`~${REVIEW_ADDRESS}/${request.id}`}
        size="sm"
        c="inherit"
        underline="always"
      >
        Show it
      </Anchor>
    </Alert>
  );
}
