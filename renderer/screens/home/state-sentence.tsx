import { useAddress, useConnectedApps, usePublicAccess, useWaitingChanges } from './facts.ts';
import { stateSentence, troubleOf } from './words.ts';

/** The state of the workspace in one sentence. */
export function StateSentence() {
  const address = useAddress();
  const apps = useConnectedApps();
  const waiting = useWaitingChanges();
  const access = usePublicAccess();
  // Said in one go, so that the sentence does not grow word by word.
  if (!address.data || !apps.data || !waiting.data || access.isLoading) return '\u00a0';
  return stateSentence(address.data, apps.data.items.length, waiting.data.total, troubleOf(access.data));
}
