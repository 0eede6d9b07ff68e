import { useOperation } from '../../client/operations.ts';
import { useReader } from '../../shell/reader.tsx';

/** Changes that are shown; the sentence counts all of them. */
export const WAITING_SHOWN = 5;

/** What several parts of Home say something about; each is asked for once. */
export function useWaitingChanges() {
  return useOperation('change_requests.list', { state: 'pending', as: 'reviewer', limit: WAITING_SHOWN });
}

/** A use is in nobody's live changes, because it changes nothing: each look at Home asks. */
const WITH_LAST_USES = { refetchOnMount: 'always' } as const;

export function useConnectedApps() {
  return useOperation('connected_apps.list', {}, WITH_LAST_USES);
}

export function useTokens() {
  return useOperation('tokens.list', {}, WITH_LAST_USES);
}

export function useAddress() {
  return useOperation('workspace.address', {});
}

/** How public access stands: for the person at the machine, who alone may know. Undefined for everybody else. */
export function usePublicAccess() {
  const { account, is_local: isLocal } = useReader();
  return useOperation('public_access.read', {}, { enabled: isLocal && account.role === 'admin' });
}
