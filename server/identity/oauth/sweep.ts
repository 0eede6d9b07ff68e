import type { OAuthArtifact } from '../../domain/oauth-artifact.ts';
import { disconnectApp } from '../../operations/connected-apps/disconnect.ts';
import type { Actor, Services } from '../../operations/define.ts';
import { perform, untilCommitted } from '../../operations/perform.ts';
import { isExpired } from './artifacts.ts';
import {
  EXPIRED_ACCESS_TOKEN_SECONDS,
  IDLE_CLIENT_SECONDS,
  UNREDEEMED_GRANT_SECONDS,
  UNUSED_CLIENT_SECONDS,
} from './lifetimes.ts';
import { grantedClients } from './stored-clients.ts';

/** Deleted in one commit at most, so that a sweep never holds others up. */
const BATCH = 500;

/**
 * Forgets what nobody can use any more: what has expired, consents that were never followed up, apps that nobody has
 * let in for a day, and apps that were let in but have not called for 90 days (decisions, "Lifetimes"; trap T30).
 * Needs nothing of the authorization server itself.
 *
 * @param system who disconnects an app that lapsed
 * @returns whether there is more to do
 */
export async function sweepOAuth(services: Services, system: Actor): Promise<boolean> {
  const now = services.clock.now();
  const idle = idleClients(services, now);
  for (const { id, client_id, disconnected_at } of services.store.tables.connected_apps.all()) {
    if (disconnected_at === null && idle.has(client_id))
      await perform(services, disconnectApp, system, { id, reason: 'not used for 90 days' });
  }
  const dead = deadArtifacts(services, idle, now);
  const batch = dead.slice(0, BATCH);
  if (batch.length > 0) await deleteAll(services, batch);
  return dead.length > batch.length;
}

function deleteAll({ store }: Services, artifacts: readonly OAuthArtifact[]): Promise<void> {
  return untilCommitted({ store }, async () => {
    const tx = store.begin();
    for (const artifact of artifacts) {
      // One that was written again meanwhile is somebody's.
      if (tx.oauth_artifacts.get(artifact.id) === artifact) tx.oauth_artifacts.delete(artifact.id);
    }
    if (tx.hasChanges) await tx.commit();
  });
}

function deadArtifacts({ store, views }: Services, idle: ReadonlySet<string>, now: number): OAuthArtifact[] {
  const isOlder = ({ created_at }: OAuthArtifact, seconds: number) =>
    now - Date.parse(created_at) > seconds * 1000;
  const granted = grantedClients(store.tables.oauth_artifacts.all());
  const isForgotten = (clientId: string | null) =>
    clientId !== null && (idle.has(clientId) || !granted.has(clientId));
  return [...store.tables.oauth_artifacts.all()].filter((artifact) => {
    const { model, grant_id, client_id } = artifact;
    if (model === 'AccessToken') return isExpired(artifact, now - EXPIRED_ACCESS_TOKEN_SECONDS * 1000);
    if (isExpired(artifact, now)) return true;
    if (model === 'Grant') {
      const hanging = grant_id === null ? [] : views.oauthArtifactsOf(grant_id);
      const isBare = hanging.every((each) => each.model === 'Grant' || isExpired(each, now));
      return isBare && isOlder(artifact, UNREDEEMED_GRANT_SECONDS);
    }
    if (model === 'Client' || model === 'ClientMetadata' || model === 'RegistrationAccessToken')
      return isForgotten(client_id) && isOlder(artifact, UNUSED_CLIENT_SECONDS);
    return false;
  });
}

/** Clients with a connected app, none of which has called for too long or could do so with a token that it has. */
function idleClients({ store, lastUsed }: Services, now: number): ReadonlySet<string> {
  const isLongAgo = (time: string) => now - Date.parse(time) > IDLE_CLIENT_SECONDS * 1000;
  const idle = new Set<string>();
  const busy = new Set<string | null>();
  for (const { id, client_id, created_at, disconnected_at } of store.tables.connected_apps.all()) {
    if (disconnected_at !== null) continue;
    if (isLongAgo(created_at) && isLongAgo(lastUsed.of(id) ?? created_at)) idle.add(client_id);
    else busy.add(client_id);
  }
  for (const artifact of store.tables.oauth_artifacts.all())
    if (artifact.model === 'RefreshToken' && !isExpired(artifact, now)) busy.add(artifact.client_id);
  return new Set([...idle].filter((clientId) => !busy.has(clientId)));
}
