import { notifications } from '@mantine/notifications';
import { createElement } from 'react';
import { useAction } from '../../../client/operations.ts';
import { announceDone, announceFailure } from '../../../feedback/announce.ts';
import { Undo } from './undo.tsx';

const UNDO_MS = 10_000;

/** Makes a published page a draft again, or asks for it where that waits for review; and offers to take it back. */
export function useUnpublish({ id, title, version }: Page): () => void {
  const update = useAction('documents.update');

  function publishAgain(notice: string) {
    notifications.hide(notice);
    update
      .mutateAsync({ id, status: 'published' })
      .then(({ pending }) =>
        announceDone(pending ? `“${title}” waits for review.` : `“${title}” is published again.`),
      )
      .catch(announceFailure);
  }

  return () =>
    update.mutate(
      { id, status: 'draft', expected_version: version },
      {
        onSuccess(outcome) {
          if (outcome.pending) {
            announceDone(outcome.message);
            return;
          }
          const notice = `unpublished ${id}`;
          notifications.show({
            id: notice,
            message: createElement(Undo, {
              words: `“${title}” is a draft again: readers no longer see it.`,
              onUndo: () => publishAgain(notice),
            }),
            autoClose: UNDO_MS,
          });
        },
        onError: announceFailure,
      },
    );
}

interface Page {
  id: string;
  title: string;
  version: number;
}
