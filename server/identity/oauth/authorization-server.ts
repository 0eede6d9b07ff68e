import type { Configuration, Provider } from 'oidc-provider';
import { LRUCache } from 'lru-cache';
import type { DisconnectReason } from '../../domain/connected-app.ts';
import type { Services } from '../../operations/define.ts';
import { disconnectApp } from '../../operations/connected-apps/disconnect.ts';
import { perform } from '../../operations/perform.ts';
import { systemActor } from '../desk-actor.ts';
import { createClientMetadata, type ClientMetadata } from './client-metadata.ts';
import { hasGrant, type Grant } from './grants.ts';
import { loadOAuthKeys } from './keys.ts';
import { makeRoomForClient } from './stored-clients.ts';

/** Addresses in use at the same time are few; a port that a stranger makes up must not cost memory. */
const ADDRESSES = 8;

export interface AuthorizationServer {
  metadata: ClientMetadata;
  /** The server for an allowed address; its program is loaded at the first call. */
  at(baseUrl: string): Promise<Provider>;
}

export interface AuthorizationServerOptions {
  storedClients: number;
  renderError: NonNullable<Configuration['renderError']>;
}

/** One authorization server for each address of the workspace, all over the one store and the same keys (design §3). */
export function createAuthorizationServer(
  services: Services,
  { storedClients, renderError }: AuthorizationServerOptions,
): AuthorizationServer {
  const metadata = createClientMetadata(services);
  const adapter = {
    onGrantEnded: (grant: Grant, reason: DisconnectReason) => disconnectAppOf(services, grant, reason),
    makeRoomForClient: (tx: Parameters<typeof makeRoomForClient>[0]) =>
      makeRoomForClient(tx, services.store, storedClients),
  };
  const providers = new LRUCache<string, Promise<Provider>>({ max: ADDRESSES });

  async function build(baseUrl: string): Promise<Provider> {
    const { createProvider } = await import('./provider.ts');
    const keys = await loadOAuthKeys(services.secrets);
    return createProvider(baseUrl, { services, keys, metadata, adapter, renderError });
  }

  return {
    metadata,
    at(baseUrl) {
      const known = providers.get(baseUrl);
      if (known) return known;
      const built = build(baseUrl);
      providers.set(baseUrl, built);
      built.catch(() => providers.delete(baseUrl));
      return built;
    },
  };
}

/**
 * An app whose last grant was revoked, or ended because a code or token was used twice, is no longer connected: its
 * person is told, and the audit log says when and why.
 */
async function disconnectAppOf(services: Services, grant: Grant, reason: DisconnectReason): Promise<void> {
  for (const app of services.views.connectedAppsOf(grant.accountId)) {
    if (app.client_id !== grant.clientId || app.disconnected_at !== null || hasGrant(services, app)) continue;
    await perform(services, disconnectApp, systemActor(''), { id: app.id, reason });
  }
}
