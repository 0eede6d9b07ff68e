import type { OAuthArtifact } from '../../server/domain/oauth-artifact.ts';
import { newId } from '../../server/domain/identifier.ts';

/** A record of the authorization server, as it stores one for a grant of a person and a client. */
export function oauthArtifact(
  model: string,
  { account, client, payload = {} }: { account: string; client: string; payload?: Record<string, unknown> },
): OAuthArtifact {
  return {
    id: `${model}:${newId('session')}`,
    model,
    payload: { accountId: account, clientId: client, ...payload },
    grant_id: 'grant',
    account_id: account,
    client_id: client,
    created_at: '2026-03-01T09:00:00.000Z',
    expires_at: null,
  };
}
