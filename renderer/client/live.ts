import { useQueryClient, type Query } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LiveChange } from '../../server/faces/app/contract.ts';
import { useClient } from './client.tsx';
import { readAgain } from './read-again.ts';

/** What is read anew when a collection changes: the operations whose names begin so. */
const READ_FROM: Record<string, readonly string[]> = {
  documents: ['documents.', 'spaces.', 'search.', 'trash.', 'versions.', 'change_requests.', 'training.'],
  change_requests: ['change_requests.', 'documents.', 'notifications.'],
  notifications: ['notifications.'],
  users: ['users.', 'account.'],
  spaces: ['spaces.', 'documents.'],
  public_access: ['public_access.', 'workspace.', 'connected_apps.', 'account.client_config', 'diagnostics.'],
  markdown_mirror: ['markdown_mirror.'],
  backups: ['backup.', 'markdown_files.'],
  settings: [
    'backup.',
    'markdown_mirror.',
    'settings.',
    'account.',
    'public_access.',
    'workspace.',
    'diagnostics.',
  ],
  templates: ['templates.'],
  tokens: ['tokens.'],
  connected_apps: ['connected_apps.', 'public_access.'],
  sessions: ['sessions.'],
  decks: ['decks.', 'training.'],
  assignments: ['assignments.', 'training.'],
  attachments: ['attachments.', 'documents.'],
  upload_links: ['upload_links.'],
  checklists: ['checklists.'],
  sittings: ['sittings.'],
  diagnostics: ['diagnostics.'],
  search: ['search.status'],
};

/** Every change is on record: what shows the record is read anew at most this often, however much is done. */
const RECORD_PAUSE_MS = 2_000;
const RECORD = ['audit.'];

/**
 * Keeps what is on screen up to date with what others change, assistants above all.
 *
 * @returns whether changes arrive at the moment
 */
export function useLiveChanges(onChange: (change: LiveChange) => void): boolean {
  const client = useClient();
  const queries = useQueryClient();
  const [isConnected, setConnected] = useState(true);
  const isLost = useRef(false);
  const tell = useEffectEvent(onChange);

  useEffect(() => {
    let recordTimer: ReturnType<typeof setTimeout> | undefined;

    function readRecordSoon(): void {
      recordTimer ??= setTimeout(() => {
        recordTimer = undefined;
        void readAgain(queries, (query) => isAbout(query, RECORD));
      }, RECORD_PAUSE_MS);
    }

    function noteState(isOpen: boolean): void {
      // What happened before it was open nobody has told: whatever was asked for until then is read anew.
      if (isOpen) void readAgain(queries);
      // Perhaps the person was signed out: the account's answer says so.
      if (!isOpen && !isLost.current) void queries.invalidateQueries({ queryKey: ['account.read'] });
      isLost.current = !isOpen;
      setConnected(isOpen);
    }
    const stop = client.onChange((message) => {
      // The server sends what the contract says.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      const change = message as LiveChange;
      const names = change.collections.flatMap((collection) => READ_FROM[collection] ?? []);
      void readAgain(queries, (query) => isAbout(query, names));
      readRecordSoon();
      tell(change);
    }, noteState);
    return () => {
      clearTimeout(recordTimer);
      stop();
    };
  }, [client, queries]);
  return isConnected;
}

function isAbout({ queryKey: [name] }: Query, names: readonly string[]): boolean {
  return typeof name === 'string' && names.some((start) => name.startsWith(start));
}
