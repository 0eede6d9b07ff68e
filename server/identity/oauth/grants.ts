import type { ConnectedApp } from '../../domain/connected-app.ts';
import type { OAuthArtifact } from '../../domain/oauth-artifact.ts';
import type { Services } from '../../operations/define.ts';
import type { Transaction } from '../../ports.ts';
import { artifactId } from './artifacts.ts';
import { resourceOf } from './endpoints.ts';

/** What a person once allowed a client; every code and token hangs on one. */
export interface Grant {
  id: string;
  accountId: string;
  clientId: string;
}

/** Which grants end: the one that was named, or each that its client holds for its person at its address. */
export type GrantExtent = 'one' | 'connection';

/**
 * Deletes a grant with everything that hangs on it.
 *
 * @param extent `connection` after the reuse of a refresh token: whoever took one from a client may have taken its
 * others too, so that none of them is trusted any more (RFC 9700 §4.14.2, security O5)
 * @returns the grant, or undefined when it was gone already
 */
export function endGrant(
  tx: Transaction,
  { store, views }: Pick<Services, 'store' | 'views'>,
  grantId: string,
  extent: GrantExtent = 'one',
): Grant | undefined {
  const artifact = tx.oauth_artifacts.get(artifactId('Grant', grantId));
  const grant = grantOf(artifact);
  const others = artifact && grant && extent === 'connection' ? grantsBeside(store, artifact) : [];
  for (const id of [grantId, ...others]) {
    for (const each of views.oauthArtifactsOf(id)) {
      if (tx.oauth_artifacts.get(each.id)) tx.oauth_artifacts.delete(each.id);
    }
  }
  return grant;
}

/** Ids of the other grants of the same client and person that are for the same address of the workspace. */
function grantsBeside({ tables }: Services['store'], grant: OAuthArtifact): string[] {
  const beside: string[] = [];
  const resources = resourcesOf(grant);
  for (const other of tables.oauth_artifacts.all()) {
    if (other.model !== 'Grant' || other.grant_id === null || other.id === grant.id) continue;
    if (other.account_id !== grant.account_id || other.client_id !== grant.client_id) continue;
    if (resourcesOf(other).some((resource) => resources.includes(resource))) beside.push(other.grant_id);
  }
  return beside;
}

function resourcesOf({ payload }: OAuthArtifact): string[] {
  return Object.keys(Object(payload['resources']));
}

/** Whether anything is left that an app can come back with at the address that it is connected to. */
export function hasGrant({ store }: Pick<Services, 'store'>, app: ConnectedApp): boolean {
  const resource = resourceOf(app.base_url);
  for (const artifact of store.tables.oauth_artifacts.all()) {
    const { model, account_id, client_id } = artifact;
    if (model !== 'Grant' || account_id !== app.user_id || client_id !== app.client_id) continue;
    if (resourcesOf(artifact).includes(resource)) return true;
  }
  return false;
}

function grantOf(artifact: OAuthArtifact | undefined): Grant | undefined {
  if (!artifact?.grant_id || !artifact.account_id || !artifact.client_id) return undefined;
  return { id: artifact.grant_id, accountId: artifact.account_id, clientId: artifact.client_id };
}
