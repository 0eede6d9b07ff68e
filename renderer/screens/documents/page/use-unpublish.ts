import { createElement } from 'react';
import { useAction } from '../../../client/operations.ts';
import { announceDone, announceFailure, announceUndoable } from '../../../feedback/announce.ts';
import { UnpublishedNotice } from './unpublished-notice.tsx';

/** Makes a published page a draft again, or asks for it where that waits for review; and offers to take it back. */
export function useUnpublish({ id, title, version }: Page): () => void {
  const update = useAction('documents.update');

  function publishAgain() {
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
            announceDone(`“${title}” waits for review: readers see it until an approver decides.`);
            return;
          }
          const notice = `unpublished ${id}`;
          announceUndoable(
            notice,
            createElement(UnpublishedNotice, { notice, id, title, onUndo: publishAgain }),
          );
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
