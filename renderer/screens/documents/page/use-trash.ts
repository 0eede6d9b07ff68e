import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import { useAction } from '../../../client/operations.ts';
import { announceDone, announceFailure, announceUndoable } from '../../../feedback/announce.ts';
import { spaceAddress } from '../../../routing/addresses.ts';
import { TrashedNotice } from './trashed-notice.tsx';

/** Moves a page to the Trash and offers to take that back: nothing is asked first, because nothing is lost. */
export function useTrash({ id, title, space, version }: Page): () => void {
  const [, navigate] = useLocation();
  // The page is left before anything is read anew: there is nothing to be read of it any more.
  const leave = () => flushSync(() => navigate(`~${spaceAddress(space)}`));
  const trash = useAction('documents.trash', { onDone: leave });
  const restore = useAction('trash.restore');

  // The page that this hook belongs to is gone by then, and with it what its own callbacks would do.
  function takeBack() {
    restore.mutateAsync({ id }).then(() => announceDone(`“${title}” is back.`), announceFailure);
  }

  function offerUndo() {
    const notice = `trashed ${id}`;
    announceUndoable(notice, createElement(TrashedNotice, { notice, id, title, onUndo: takeBack }));
  }

  return () => void trash.mutateAsync({ id, expected_version: version }).then(offerUndo, announceFailure);
}

interface Page {
  id: string;
  title: string;
  space: string;
  version: number;
}
