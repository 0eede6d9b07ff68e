import { useEffect, useState, useSyncExternalStore } from 'react';
import { useClient } from '../../client/client.tsx';
import { useOperation } from '../../client/operations.ts';
import { useReader } from '../../shell/reader.tsx';
import { createDraftSession, type DraftSession, type DraftState } from './draft-session.ts';
import { keepRecoveryCopy } from './recovery.ts';
import type { EditStart } from './start-editing.ts';

/** The text of a page while it is written: see `createDraftSession`. */
export function useDraft(start: EditStart): { draft: DraftState; session: DraftSession } {
  const client = useClient();
  const { account } = useReader();
  const { id } = start.base;
  const [session] = useState(() =>
    createDraftSession(
      { ...start, ...(start.origin.from === 'review' && { sent: start.fields }) },
      {
        update: (changes, { note, version }) =>
          client.call('documents.update', {
            ...changes,
            id,
            expected_version: version,
            ...(note !== '' && { note }),
          }),
        read: async () => (await client.call('documents.read', { id })).document,
        keep: (copy) => void keepRecoveryCopy(account.id, id, copy),
      },
    ),
  );
  const draft = useSyncExternalStore(session.subscribe, session.state);
  const { data: live } = useOperation('documents.read', { id });

  useEffect(() => {
    if (live?.document.id === id) session.noticeLive(live.document);
  }, [live, id, session]);
  useEffect(() => () => session.close(), [session]);
  useWarningBeforeLeaving(draft);
  return { draft, session };
}

/** The browser asks before it closes a page with something that only this device has. */
function useWarningBeforeLeaving({ isUnsent, isSaving }: DraftState): void {
  const isUnsaved = isUnsent || isSaving;
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
}
