import { LOOPBACK_HOSTS } from '../../domain/loopback.ts';

/** Paths of the authorization server (specification, "OAuth"). They are part of what clients remember. */
export const OAUTH_PATH = {
  authorize: '/api/oauth/authorize',
  token: '/api/oauth/token',
  register: '/api/oauth/register',
  revoke: '/api/oauth/revoke',
  jwks: '/api/oauth/jwks',
  interaction: '/api/oauth/interaction',
} as const;

export const MCP_PATH = '/api/mcp';

/** What tokens are for: the address of the connector (RFC 8707). */
export function resourceOf(baseUrl: string): string {
  return baseUrl + MCP_PATH;
}

/**
 * The resource that a client means by this indicator, or undefined for somebody else's. Clients send the address of
 * the connector or the start of it, with and without a slash at the end (decisions, "Discovery").
 */
export function meantResource(indicator: string, baseUrl: string): string | undefined {
  const bare = indicator.endsWith('/') ? indicator.slice(0, -1) : indicator;
  return bare === baseUrl || bare === resourceOf(baseUrl) ? resourceOf(baseUrl) : undefined;
}

/**
 * Whether sign-in of programs is offered at this address: over https, or to this computer itself. Over plain http
 * on a network, codes and tokens would travel readable by others (security D2).
 */
export function offersOAuth(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK_HOSTS.has(hostname));
}
