import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useIsLeaving } from '../client/leaving.ts';
import { useOperation } from '../client/operations.ts';
import { documentOfAddress } from '../routing/addresses.ts';
import { useReader } from '../shell/reader.tsx';
import { noteRecentPage } from './recent-pages.ts';

/** Notes each page that is shown, once it was really there to be read. Shows nothing. */
export function RecentPageNote() {
  const [location] = useLocation();
  const { account } = useReader();
  const id = documentOfAddress(location);
  const isRead = !useIsLeaving(id) && id !== undefined;
  const { data } = useOperation('documents.read', { id: id ?? '' }, { enabled: isRead });
  const document = data?.document;
  useEffect(() => {
    if (document === undefined || document.id !== id) return;
    noteRecentPage(account.id, { id, title: document.title, space: document.space });
  }, [account.id, document, id]);
  return null;
}
