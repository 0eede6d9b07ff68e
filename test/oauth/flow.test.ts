import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPaperBrowser } from './paper-browser.ts';
import { allow, createProgram, REDIRECT, startWorld, type World } from './world.ts';

const INSECURE = { [oauth.allowInsecureRequests]: true };

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.close());

/** As a program does that was given nothing but the address of the connector. */
async function discover(): Promise<{ server: oauth.AuthorizationServer; resource: string }> {
  const refused = await fetch(`${world.url}/api/mcp`, { method: 'POST', body: '{}' });
  const pointer = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1];
  const described = await fetch(pointer ?? '');
  const resource = await oauth.processResourceDiscoveryResponse(new URL(`${world.url}/api/mcp`), described);
  const issuer = new URL(resource.authorization_servers?.[0] ?? '');
  const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...INSECURE });
  return { server: await oauth.processDiscoveryResponse(issuer, answer), resource: resource.resource };
}

test('discovery, registration, consent, code, tokens, refresh, revocation: each as oauth4webapi checks it', async () => {
  const { server, resource } = await discover();
  expect(server.issuer).toBe(world.url);
  const registered = await oauth.dynamicClientRegistrationRequest(
    server,
    { redirect_uris: [REDIRECT], client_name: 'Strict program', token_endpoint_auth_method: 'none' },
    INSECURE,
  );
  const client = await oauth.processDynamicClientRegistrationResponse(registered);

  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(server.authorization_endpoint ?? '');
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: 'read write',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource,
  }).toString();
  const landed = new URL(await allow(createPaperBrowser(), url.href));
  const params = oauth.validateAuthResponse(server, client, landed, state);
  const none = oauth.None();
  const redeemed = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    none,
    params,
    REDIRECT,
    verifier,
    {
      ...INSECURE,
      additionalParameters: { resource },
    },
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, redeemed);
  expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'read write' });

  const program = createProgram(world.url);
  expect((await program.call(tokens.access_token)).status).toBe(200);
  const again = await oauth.refreshTokenGrantRequest(
    server,
    client,
    none,
    tokens.refresh_token ?? '',
    INSECURE,
  );
  const refreshed = await oauth.processRefreshTokenResponse(server, client, again);
  expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
  for (const { access_token: token } of [tokens, refreshed])
    expect((await program.call(token)).status).toBe(200);

  const revoked = await oauth.revocationRequest(server, client, none, refreshed.access_token, INSECURE);
  await oauth.processRevocationResponse(revoked);
  expect((await program.call(tokens.access_token)).status).toBe(401);
});

test('a no comes back as an error that says who gave it', async () => {
  const { server } = await discover();
  const program = createProgram(world.url);
  const client = await program.client();
  const landed = await allow(createPaperBrowser(), program.authorizeUrl(client).url, { decision: 'deny' });
  expect(() =>
    oauth.validateAuthResponse(server, { client_id: client.id }, new URL(landed), 'state-of-the-client'),
  ).toThrow(expect.objectContaining({ error: 'access_denied' }));
});
