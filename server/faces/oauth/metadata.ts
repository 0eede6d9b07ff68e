import { OAUTH_PATH, offersOAuth, resourceOf } from '../../identity/oauth/endpoints.ts';
import { AppError } from '../../errors.ts';

/** What a token may be asked for at the connector; `offline_access` is no right of its own and is not named there. */
const SCOPES = ['read', 'write'];
const SIGNING = ['RS256', 'PS256', 'ES256', 'EdDSA'];
const CLIENT_METHODS = ['none', 'client_secret_post', 'client_secret_basic', 'private_key_jwt'];

/** The protected resource: which authorization server guards the connector (RFC 9728). */
export function resourceMetadata(baseUrl: string): Record<string, unknown> {
  return checked(baseUrl, {
    resource: resourceOf(baseUrl),
    authorization_servers: [baseUrl],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Commonplace',
  });
}

/**
 * The authorization server (RFC 8414; the same document answers where OpenID Connect is looked for). Built from the
 * base URL alone: the provider would follow what the request says (security D1, F5).
 */
export function serverMetadata(baseUrl: string): Record<string, unknown> {
  return checked(baseUrl, {
    issuer: baseUrl,
    authorization_endpoint: baseUrl + OAUTH_PATH.authorize,
    token_endpoint: baseUrl + OAUTH_PATH.token,
    registration_endpoint: baseUrl + OAUTH_PATH.register,
    revocation_endpoint: baseUrl + OAUTH_PATH.revoke,
    jwks_uri: baseUrl + OAUTH_PATH.jwks,
    scopes_supported: [...SCOPES, 'offline_access'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: CLIENT_METHODS,
    token_endpoint_auth_signing_alg_values_supported: SIGNING,
    revocation_endpoint_auth_methods_supported: CLIENT_METHODS,
    revocation_endpoint_auth_signing_alg_values_supported: SIGNING,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: [resourceOf(baseUrl)],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  });
}

/**
 * Reads every address of a document again, as a client will, before it is served: one that is not ours, or not
 * https (http on this computer itself), is served to nobody (security D2).
 *
 * @throws {AppError} not_found where signing in is not offered at all; other errors are faults of ours
 */
function checked(baseUrl: string, document: Record<string, unknown>): Record<string, unknown> {
  if (!offersOAuth(baseUrl)) throw notOffered();
  for (const value of Object.values(document).flat()) {
    if (typeof value !== 'string' || !value.includes('://')) continue;
    if (new URL(value).origin !== baseUrl) throw new Error('An address in the metadata is not ours.');
  }
  return document;
}

/** For requests about sign-in at an address where secrets would travel readable by others. */
export function notOffered(): AppError {
  return new AppError('not_found', 'Apps can sign in over https only, or on this computer itself.', {
    hint: 'Put the server behind https (setting base-url), or use a personal token.',
  });
}
