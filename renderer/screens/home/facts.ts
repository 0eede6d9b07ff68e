import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { useOperation } from '../../client/operations.ts';

/** Changes that are shown; the sentence counts all of them. */
export const WAITING_SHOWN = 5;

/** What several parts of Home say something about; each is asked for once. */
export function useWaitingChanges() {
  return useOperation('change_requests.list', { state: 'pending', limit: WAITING_SHOWN });
}

export function useConnectedApps() {
  return useOperation('connected_apps.list', {});
}

export function useAddress() {
  return useOperation('workspace.address', {});
}

export type Address = OutputOf<'workspace.address'>;

const LOOPBACK = /^https?:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/;

/** How far an address reaches, in words. */
export function reachOf({ url, is_public: isPublic }: Pick<Address, 'url' | 'is_public'>): string {
  if (isPublic) return `Online at ${new URL(url).host}`;
  return LOOPBACK.test(url) ? 'Open on this computer only' : 'Open in your own network';
}
