import { useQueryClient, type Query } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { LiveChange } from '../../server/faces/app/contract.ts';
import { useClient } from './client.tsx';

/** What is read anew when a collection changes: the operations whose names begin so. */
const READ_FROM: Record<string, readonly string[]> = {
  documents: ['documents.', 'spaces.', 'search.', 'trash.', 'versions.', 'change_requests.', 'training.'],
  change_requests: ['change_requests.', 'documents.'],
  notifications: ['notifications.'],
  users: ['users.', 'account.'],
  spaces: ['spaces.', 'documents.'],
  public_access: ['public_access.', 'workspace.', 'connected_apps.', 'account.client_config'],
  backups: ['backup.', 'markdown_files.'],
  settings: ['backup.', 'settings.', 'account.', 'public_access.'],
  templates: ['templates.'],
  tokens: ['tokens.'],
  connected_apps: ['connected_apps.', 'public_access.'],
  sessions: ['sessions.'],
  decks: ['decks.', 'training.'],
  assignments: ['assignments.', 'training.'],
  attachments: ['attachments.', 'documents.'],
  upload_links: ['upload_links.'],
  checklists: ['checklists.'],
  sittings: ['sittings.', 'audit.'],
  diagnostics: ['diagnostics.'],
};

/**
 * Keeps what is on screen up to date with what others change, assistants above all.
 *
 * @returns whether changes arrive at the moment
 */
export function useLiveChanges(onChange?: (change: LiveChange) => void): boolean {
  const client = useClient();
  const queries = useQueryClient();
  const [isConnected, setConnected] = useState(true);
  const wasLost = useRef(false);

  useEffect(() => {
    function noteState(isOpen: boolean): void {
      // What happened in between nobody has told: whatever is shown is read anew.
      if (isOpen && wasLost.current) void queries.invalidateQueries();
      // Perhaps the person was signed out: the account's answer says so.
      if (!isOpen && !wasLost.current) void queries.invalidateQueries({ queryKey: ['account.read'] });
      wasLost.current = !isOpen;
      setConnected(isOpen);
    }
    return client.onChange((message) => {
      // The server sends what the contract says.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      const change = message as LiveChange;
      const names = change.collections.flatMap((collection) => READ_FROM[collection] ?? []);
      void queries.invalidateQueries({ predicate: (query) => isAbout(query, names) });
      onChange?.(change);
    }, noteState);
  }, [client, queries, onChange]);
  return isConnected;
}

function isAbout({ queryKey: [name] }: Query, names: readonly string[]): boolean {
  return typeof name === 'string' && names.some((start) => name.startsWith(start));
}
