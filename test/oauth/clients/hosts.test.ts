import { generateKeyPairSync } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { badRequest } from '../../../server/errors.ts';
import type { OutboundFetcher } from '../../../server/fetch-ports.ts';
import { createPaperBrowser } from '../paper-browser.ts';
import { createProgram, startWorld, type World } from '../world.ts';
import { connectHost, discover, type ConnectedHost } from './host-flow.ts';
import { chatGpt, documentHosts, registeringHosts, type AuthMethod } from './hosts.ts';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** What stands in the web at the addresses of the hosts. */
const web = new Map<string, unknown>([
  ...documentHosts.map(({ document }) => [document.client_id, document] as const),
  [
    chatGpt.jwks_uri,
    { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'RS256' }] },
  ],
]);

const fetcher: OutboundFetcher = {
  async fetch({ url }) {
    if (!web.has(url)) throw badRequest('Nothing public answers at that address.');
    const body = Buffer.from(JSON.stringify(web.get(url)));
    return { url, status: 200, contentType: 'application/json', headers: {}, body };
  },
};

let world: World;
beforeAll(async () => void (world = await startWorld({ fetcher })));
afterAll(() => world.close());

/** How the connector answers to the first token and to the refreshed one, and what these allow. */
function uses({ tokens, refreshed }: ConnectedHost) {
  const program = createProgram(world.url);
  return Promise.all(
    [tokens, refreshed].map(async ({ access_token: token, scope }) => {
      const { status } = await program.call(token);
      return { status, scope };
    }),
  );
}

const ALLOWED = { status: 200, scope: 'read write' };

const authenticationOf: Record<AuthMethod, (secret: string) => oauth.ClientAuth> = {
  none: () => oauth.None(),
  client_secret_post: (secret) => oauth.ClientSecretPost(secret),
  client_secret_basic: (secret) => oauth.ClientSecretBasic(secret),
};

test('the metadata lets hosts use a document of theirs, without a secret (Claude asks for exactly this)', async () => {
  const server = await discover(world.url);
  expect(server).toMatchObject({
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: expect.arrayContaining(['none', 'private_key_jwt']),
  });
});

describe('hosts that register themselves: their real bodies are taken (traps T5, T6, T7, T15)', () => {
  test.each(registeringHosts)('$label', async ({ registration, redirectUri, scope }) => {
    const answer = await createProgram(world.url).register(registration);
    expect(answer.status, answer.text).toBe(201);
    const method = registration.token_endpoint_auth_method ?? 'none';
    const id = String(answer.body['client_id']);
    const secret = answer.body['client_secret'];
    expect(answer.body).toMatchObject({
      token_endpoint_auth_method: method,
      registration_client_uri: `${world.url}/api/oauth/register/${id}`,
    });
    expect(typeof secret).toBe(method === 'none' ? 'undefined' : 'string');

    const authentication = authenticationOf[method](String(secret));
    const request = { client: { client_id: id }, authentication, redirectUri, scope };
    expect(await uses(await connectHost(world.url, request))).toEqual([ALLOWED, ALLOWED]);
  });
});

describe('hosts that stand for themselves with a metadata document (trap T17)', () => {
  test.each(documentHosts)('$label', async ({ document, redirectUri, scope }) => {
    const key = await crypto.subtle.importKey(
      'pkcs8',
      keys.privateKey.export({ format: 'der', type: 'pkcs8' }),
      { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
      false,
      ['sign'],
    );
    const authentication =
      document['token_endpoint_auth_method'] === 'private_key_jwt'
        ? oauth.PrivateKeyJwt({ key, kid: 'k1' })
        : oauth.None();
    const client = { client_id: document.client_id };
    const request = { client, authentication, redirectUri, scope };
    expect(await uses(await connectHost(world.url, request))).toEqual([ALLOWED, ALLOWED]);
  });

  test('an address of somebody else’s is refused on a page of ours, and nothing is sent there', async () => {
    const client = { id: chatGpt.client_id, redirectUri: 'https://evil.example/callback' };
    const { url } = createProgram(world.url).authorizeUrl(client);
    const page = await createPaperBrowser().open(url);
    expect(page.status).toBe(400);
    expect(page.location).toBeUndefined();
  });

  test('a host that should prove itself with its key gets no token without', async () => {
    const request = { client: { client_id: chatGpt.client_id }, authentication: oauth.None() };
    const redirectUri = chatGpt.redirect_uris[0] ?? '';
    await expect(connectHost(world.url, { ...request, redirectUri })).rejects.toMatchObject({
      error: 'invalid_client',
    });
  });
});
