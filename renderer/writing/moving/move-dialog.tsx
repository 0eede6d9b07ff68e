import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../client/operations.ts';
import { announceDone } from '../../feedback/announce.ts';
import { Failure } from '../../feedback/failure.tsx';
import { WaitingForReview } from '../waiting-for-review.tsx';
import { PlaceFields } from '../editing/place-fields.tsx';
import type { PageState } from '../editing/page-fields.ts';

/** Moves a page, with the pages below it, to another space or under another page. */
export function MoveDialog({
  document,
  onClose,
}: {
  document: Pick<PageState, 'id' | 'title' | 'space' | 'parent'>;
  onClose: () => void;
}) {
  const [place, setPlace] = useState({ space: document.space, parent: document.parent });
  const move = useAction('documents.update');
  const isSame = place.space === document.space && place.parent === document.parent;
  const isWaiting = move.data?.pending === true;

  function submit(): void {
    move.mutate(
      {
        id: document.id,
        parent: place.parent,
        ...(place.space !== document.space && { space: place.space }),
      },
      {
        onSuccess: ({ pending }) => {
          if (pending) return;
          announceDone('The page is moved');
          onClose();
        },
      },
    );
  }

  return (
    <Modal opened onClose={onClose} title={`Move “${document.title}”`} centered>
      {!isWaiting ? (
        <Stack gap="md">
          <Text size="sm">Pages below it come along. Links to it keep working.</Text>
          <PlaceFields place={place} documentId={document.id} onChange={setPlace} />
          {move.error && <Failure error={move.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button disabled={isSame} loading={move.isPending} onClick={submit}>
              Move
            </Button>
          </Group>
        </Stack>
      ) : (
        <WaitingForReview
          message="An approver looks at the move before it happens. Until then the page stays where it is."
          onDone={onClose}
        />
      )}
    </Modal>
  );
}
