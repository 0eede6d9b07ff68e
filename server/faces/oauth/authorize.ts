import { meantResource } from '../../identity/oauth/endpoints.ts';

const OURS = new Set(['read', 'write']);

/** Of OpenID Connect, which is not spoken here: ignored, as OAuth demands of what a server does not know. */
const OPENID_ONLY = ['acr_values', 'claims', 'claims_locales', 'id_token_hint', 'max_age'];

/**
 * The query of an authorization request as the provider should see it: without scopes that are not ours, and with
 * all of ours when none was asked for, which otherwise ends in a refusal after consent (trap T5); and with the one
 * spelling of the resource that tokens are bound to.
 */
export function normalisedAuthorization(query: string, baseUrl: string): string {
  const params = new URLSearchParams(query);
  const asked = params.getAll('scope');
  if (asked.length <= 1) params.set('scope', ownScopes(asked[0] ?? ''));
  for (const name of OPENID_ONLY) params.delete(name);
  normaliseResource(params, baseUrl);
  return params.toString();
}

function ownScopes(scope: string): string {
  const asked = scope.split(' ');
  const ours = asked.filter((name) => OURS.has(name));
  const offline = asked.includes('offline_access') ? ['offline_access'] : [];
  return [...new Set([...(ours.length === 0 ? OURS : ours), ...offline])].join(' ');
}

/** Clients name the connector with and without a slash at the end, and not always alike twice. */
export function normaliseResource(params: URLSearchParams, baseUrl: string): void {
  const named = params.getAll('resource');
  if (named.length === 0) return;
  const meant = new Set(named.map((indicator) => meantResource(indicator, baseUrl) ?? indicator));
  params.delete('resource');
  for (const resource of meant) params.append('resource', resource);
}
