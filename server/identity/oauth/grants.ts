import type { ConnectedApp } from '../../domain/connected-app.ts';
import type { OAuthArtifact } from '../../domain/oauth-artifact.ts';
import type { Services } from '../../operations/define.ts';
import type { Transaction, Views } from '../../ports.ts';
import { artifactId } from './artifacts.ts';
import { resourceOf } from './endpoints.ts';

/** What a person once allowed a client; every code and token hangs on one. */
export interface Grant {
  id: string;
  accountId: string;
  clientId: string;
}

/**
 * Deletes a grant with everything that hangs on it.
 *
 * @returns the grant, or undefined when it was gone already
 */
export function endGrant(
  tx: Transaction,
  views: Pick<Views, 'oauthArtifactsOf'>,
  grantId: string,
): Grant | undefined {
  const grant = grantOf(tx.oauth_artifacts.get(artifactId('Grant', grantId)));
  for (const { id } of views.oauthArtifactsOf(grantId)) {
    if (tx.oauth_artifacts.get(id)) tx.oauth_artifacts.delete(id);
  }
  return grant;
}

/** Whether anything is left that an app can come back with at the address that it is connected to. */
export function hasGrant({ store }: Pick<Services, 'store'>, app: ConnectedApp): boolean {
  const resource = resourceOf(app.base_url);
  for (const { model, account_id, client_id, payload } of store.tables.oauth_artifacts.all()) {
    if (model !== 'Grant' || account_id !== app.user_id || client_id !== app.client_id) continue;
    if (Object.hasOwn(Object(payload['resources']), resource)) return true;
  }
  return false;
}

function grantOf(artifact: OAuthArtifact | undefined): Grant | undefined {
  if (!artifact?.grant_id || !artifact.account_id || !artifact.client_id) return undefined;
  return { id: artifact.grant_id, accountId: artifact.account_id, clientId: artifact.client_id };
}
