import type { OAuthArtifact } from '../../domain/oauth-artifact.ts';
import { hashToken } from '../../domain/token-secret.ts';

/** What the authorization server asks us to keep, by its own names for the kinds. */
export type ArtifactModel =
  | 'AccessToken'
  | 'AuthorizationCode'
  | 'Client'
  | 'ClientMetadata'
  | 'Grant'
  | 'Interaction'
  | 'RefreshToken'
  | 'RegistrationAccessToken';

export type ArtifactPayload = Record<string, unknown>;

/** Kinds whose ids are names: whoever knows one can do nothing with it. */
const NAMED = new Set<string>(['Client', 'ClientMetadata', 'Grant']);

/** Key of a record. The id of what is a secret appears as its SHA-256 only (security T2, F7). */
export function artifactId(model: string, id: string): string {
  return `${model}:${NAMED.has(model) ? id : hashToken(id)}`;
}

export interface ArtifactTimes {
  createdAt: string;
  expiresAt: string | null;
}

/** The record that keeps a payload, without the secrets in it. */
export function toArtifact(
  model: string,
  id: string,
  payload: ArtifactPayload,
  { createdAt, expiresAt }: ArtifactTimes,
): OAuthArtifact {
  return {
    id: artifactId(model, id),
    model,
    payload: asStored(withoutSecrets(model, id, payload)),
    grant_id: model === 'Grant' ? id : textOf(payload['grantId']),
    account_id: textOf(payload['accountId']),
    client_id: model === 'Client' ? id : textOf(payload['clientId']),
    created_at: createdAt,
    expires_at: expiresAt,
  };
}

/** The payload as the authorization server handed it over; the id that it was asked for completes it. */
export function payloadOf({ model, payload }: OAuthArtifact, id: string): ArtifactPayload {
  const copy = structuredClone(payload);
  if (model === 'Client') return copy;
  const { returnTo } = copy;
  return { ...copy, jti: id, ...(typeof returnTo === 'string' && { returnTo: returnTo + id }) };
}

/** @param now milliseconds since 1970 */
export function isExpired({ expires_at }: OAuthArtifact, now: number): boolean {
  return expires_at !== null && Date.parse(expires_at) <= now;
}

/** SHA-256 of a client's secret: what is stored, and what the one that a client sends is compared by. */
export const hashClientSecret = hashToken;

/**
 * An id stands in its payload again, at the end of an interaction's return address too, and the secret of a
 * client in its metadata. The provider's own sessions are not kept, so nothing may name one.
 */
function withoutSecrets(model: string, id: string, payload: ArtifactPayload): ArtifactPayload {
  const { jti: _jti, session: _session, ...rest } = payload;
  const { returnTo, client_secret: secret } = rest;
  if (model === 'Client' && typeof secret === 'string')
    return { ...rest, client_secret: hashClientSecret(secret) };
  if (typeof returnTo !== 'string') return rest;
  if (!returnTo.endsWith(id)) throw new Error('An interaction returns to an address that is not its own.');
  return { ...rest, returnTo: returnTo.slice(0, -id.length) };
}

/** As it comes back from the disk, so that a restart changes nothing. */
function asStored(payload: ArtifactPayload): ArtifactPayload {
  const stored: ArtifactPayload = JSON.parse(JSON.stringify(payload));
  return stored;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
