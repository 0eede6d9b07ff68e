import { useOperation } from '../../client/operations.ts';
import { useAddress, useConnectedApps, usePublicAccess, useWaitingChanges } from './facts.ts';
import { stateSentence, troubleOf } from './words.ts';

/** The state of the workspace in one sentence. */
export function StateSentence() {
  const address = useAddress();
  const apps = useConnectedApps();
  const tokens = useOperation('tokens.list', {});
  const waiting = useWaitingChanges();
  const access = usePublicAccess();
  // Said in one go, so that the sentence does not grow word by word.
  if (!address.data || !apps.data || tokens.isLoading || !waiting.data || access.isLoading) return '\u00a0';
  const inUse = tokens.data?.items.filter((token) => token.last_used_at !== null) ?? [];
  const connected = apps.data.items.length + inUse.length;
  return stateSentence(address.data, connected, waiting.data.total, troubleOf(access.data));
}
