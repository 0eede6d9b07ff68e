import { useOperation } from '../../client/operations.ts';

/** Changes that are shown; the sentence counts all of them. */
export const WAITING_SHOWN = 5;

/** What several parts of Home say something about; each is asked for once. */
export function useWaitingChanges() {
  return useOperation('change_requests.list', { state: 'pending', as: 'reviewer', limit: WAITING_SHOWN });
}

export function useConnectedApps() {
  return useOperation('connected_apps.list', {});
}

export function useAddress() {
  return useOperation('workspace.address', {});
}
