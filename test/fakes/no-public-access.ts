import { createLogger } from '../../server/log.ts';
import type { Store } from '../../server/ports.ts';
import {
  createPublicAccess,
  type RunningPublicAccess,
} from '../../server/public-access/create-public-access.ts';
import { idleTunnel } from '../../server/public-access/idle-tunnel.ts';
import { createMemorySecrets } from './memory-secrets.ts';

const SILENT = createLogger('silent');

/** The real thing over a store in memory, where nothing was set up and no tunnel can be. */
export function createNoPublicAccess(
  store: Pick<Store, 'tables' | 'onApplied'>,
  baseUrl: string | null = null,
): RunningPublicAccess {
  return createPublicAccess({
    baseUrl,
    store,
    secrets: createMemorySecrets(),
    tunnel: idleTunnel,
    log: SILENT,
  });
}
