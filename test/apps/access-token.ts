import { randomBytes } from 'node:crypto';
import type { ConnectedApp } from '../../server/domain/connected-app.ts';
import type { OAuthArtifact } from '../../server/domain/oauth-artifact.ts';
import { artifactId } from '../../server/identity/oauth/artifacts.ts';
import { resourceOf } from '../../server/identity/oauth/endpoints.ts';
import type { Services } from '../../server/operations/define.ts';

const HOUR_MS = 3_600_000;

/** Stores an app with a grant and an access token of it, as the authorization server does, and returns the token. */
export async function mintAccessToken(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  app: ConnectedApp,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const grantId = randomBytes(16).toString('base64url');
  const expires = clock.now() + HOUR_MS;
  const common = { accountId: app.user_id, clientId: app.client_id, exp: Math.floor(expires / 1000) };
  const record = (model: string, id: string, payload: Record<string, unknown>): OAuthArtifact => ({
    id: artifactId(model, id),
    model,
    payload: { kind: model, ...common, ...payload },
    grant_id: grantId,
    account_id: app.user_id,
    client_id: app.client_id,
    created_at: new Date(clock.now()).toISOString(),
    expires_at: new Date(expires).toISOString(),
  });
  const aud = resourceOf(app.base_url);
  const scope = app.scopes.join(' ');
  const tx = store.begin();
  tx.connected_apps.put(app);
  tx.oauth_artifacts.put(record('Grant', grantId, { resources: { [aud]: scope } }));
  tx.oauth_artifacts.put(record('AccessToken', token, { grantId, aud, scope }));
  await tx.commit();
  return token;
}
