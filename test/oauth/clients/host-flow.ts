import * as oauth from 'oauth4webapi';
import { createPaperBrowser } from '../paper-browser.ts';
import { allow, createProgram } from '../world.ts';

/** The server under test listens at this machine, without TLS. */
const PLAIN_HTTP = { [oauth.allowInsecureRequests]: true };

export interface HostRequest {
  client: oauth.Client;
  authentication: oauth.ClientAuth;
  redirectUri: string;
  scope?: string | undefined;
}

export async function discover(baseUrl: string): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(baseUrl);
  const answer = await oauth.discoveryRequest(issuer, { ...PLAIN_HTTP, algorithm: 'oauth2' });
  return oauth.processDiscoveryResponse(issuer, answer);
}

export interface ConnectedHost {
  tokens: oauth.TokenEndpointResponse;
  refreshed: oauth.TokenEndpointResponse;
}

/**
 * Everything that a host does between the click on “connect” and its second token: it finds the server, sends a
 * person there, checks who sent them back, redeems the code, and refreshes. The person allows it.
 */
export async function connectHost(baseUrl: string, request: HostRequest): Promise<ConnectedHost> {
  const { client, authentication, redirectUri, scope } = request;
  const server = await discover(baseUrl);
  const verifier = oauth.generateRandomCodeVerifier();
  const { url } = createProgram(baseUrl).authorizeUrl(
    { id: client.client_id, redirectUri },
    { scope, code_challenge: await oauth.calculatePKCECodeChallenge(verifier), state: 'of the host' },
  );
  const landed = await allow(createPaperBrowser(), url);
  if (!landed.startsWith(redirectUri)) throw new Error(`The browser ended at ${landed}.`);
  const answer = oauth.validateAuthResponse(server, client, new URL(landed), 'of the host');
  const tokens = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(server, client, authentication, answer, redirectUri, verifier, {
      ...PLAIN_HTTP,
      additionalParameters: { resource: `${baseUrl}/api/mcp` },
    }),
  );
  const refreshed = await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(
      server,
      client,
      authentication,
      tokens.refresh_token ?? '',
      PLAIN_HTTP,
    ),
  );
  return { tokens, refreshed };
}
