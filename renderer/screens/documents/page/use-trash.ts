import { notifications } from '@mantine/notifications';
import { createElement } from 'react';
import { useLocation } from 'wouter';
import { useAction } from '../../../client/operations.ts';
import { announceDone, announceFailure } from '../../../feedback/announce.ts';
import { spaceAddress } from '../../../routing/addresses.ts';
import { Undo } from './undo.tsx';

const UNDO_MS = 10_000;

/** Moves a page to the Trash and offers to take that back: nothing is asked first, because nothing is lost. */
export function useTrash({ id, title, space, version }: Page): () => void {
  const [, navigate] = useLocation();
  const trash = useAction('documents.trash');
  const restore = useAction('trash.restore');

  function takeBack(notice: string) {
    notifications.hide(notice);
    // The page that this hook belongs to is gone by now, and with it what its own callbacks would do.
    restore.mutateAsync({ id }).then(() => announceDone(`“${title}” is back.`), announceFailure);
  }

  return () =>
    trash.mutate(
      { id, expected_version: version },
      {
        onSuccess() {
          const notice = `trashed ${id}`;
          notifications.show({
            id: notice,
            message: createElement(Undo, {
              words: `“${title}” is in the Trash.`,
              onUndo: () => takeBack(notice),
            }),
            autoClose: UNDO_MS,
          });
          navigate(`~${spaceAddress(space)}`);
        },
        onError: announceFailure,
      },
    );
}

interface Page {
  id: string;
  title: string;
  space: string;
  version: number;
}
