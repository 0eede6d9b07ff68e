import { createServer } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '../../server/errors.ts';
import { createOutboundFetcher } from '../../server/fetching/create-outbound-fetcher.ts';
import type { FetchRequest, OutboundFetcher } from '../../server/fetch-ports.ts';
import { startMemoryWorld, type MemoryWorld } from './memory-world.ts';
import { createPaperBrowser } from './paper-browser.ts';
import { consentPage, createProgram, type Client } from './world.ts';

let world: MemoryWorld | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await world?.close();
  world = undefined;
});

const ID = 'https://assistant.example/oauth/client.json';
const CALLBACK = 'https://assistant.example/callback';
const DOCUMENT = { client_id: ID, client_name: 'Assistant', redirect_uris: [CALLBACK] };
const client: Client = { id: ID, redirectUri: CALLBACK };

/** A public internet that holds these documents; `undefined` is nobody there. */
function internet(documents: Record<string, unknown>) {
  const asked: FetchRequest[] = [];
  const fetcher: OutboundFetcher = {
    async fetch(request) {
      asked.push(request);
      const document = documents[request.url];
      if (document === undefined)
        throw new AppError('bad_request', 'Nothing public answers at that address.');
      const body = Buffer.from(typeof document === 'string' ? document : JSON.stringify(document));
      if (body.length > request.maxBytes) throw new AppError('payload_too_large', 'Too large.');
      return { url: request.url, status: 200, contentType: 'application/json', headers: {}, body };
    },
  };
  return { fetcher, asked, documents };
}

const start = async (fetcher: OutboundFetcher) => {
  world = await startMemoryWorld({ fetcher });
  return createProgram(world.url);
};

describe('a client that is known by an address of its own', () => {
  test('is fetched once, without redirects and at most 5 KB, shown with its host, and connected', async () => {
    const { fetcher, asked } = internet({ [ID]: DOCUMENT });
    const program = await start(fetcher);
    const page = await consentPage(createPaperBrowser(), program.authorizeUrl(client).url);
    expect(page.text).toContain('Assistant');
    expect(page.text).toContain('assistant.example');
    const { tokens } = await program.connect({ client });
    expect((await program.call(tokens.access_token)).status).toBe(200);
    expect((await program.refresh(client, tokens.refresh_token)).status).toBe(200);
    expect(asked).toEqual([
      expect.objectContaining({ url: ID, maxRedirects: 0, maxBytes: 5120, timeoutMs: 2500 }),
    ]);
    expect([...(world?.services.store.tables.connected_apps.all() ?? [])]).toMatchObject([
      {
        client_id: ID,
        name: 'Assistant',
        identity_host: 'assistant.example',
        redirect_host: 'assistant.example',
      },
    ]);
  });

  test.each([
    ['a scope that is not ours', { scope: 'assistant' }],
    [
      'grants of other flows',
      {
        grant_types: [
          'authorization_code',
          'refresh_token',
          'urn:ietf:params:oauth:grant-type:jwt-bearer',
          'urn:ietf:params:oauth:grant-type:device_code',
        ],
      },
    ],
    ['nulls and empty texts', { client_uri: '', logo_uri: null, tos_uri: '' }],
    ['no type', { application_type: undefined }],
    ['a type that does not fit', { application_type: 'web' }],
  ])('may have %s', async (_name, more) => {
    const { fetcher } = internet({ [ID]: { ...DOCUMENT, ...more } });
    const program = await start(fetcher);
    expect((await program.connect({ client })).tokens.scope).toBe('read write');
  });

  test.each([
    ['names another address', { ...DOCUMENT, client_id: 'https://other.example/client.json' }],
    ['names none', { redirect_uris: [CALLBACK] }],
    ['sends people to a program of the operating system', { ...DOCUMENT, redirect_uris: ['ms-msdt:/id'] }],
    ['has no redirect address', { ...DOCUMENT, redirect_uris: [] }],
    ['brings a shared secret', { ...DOCUMENT, token_endpoint_auth_method: 'client_secret_post' }],
    ['is a list', [DOCUMENT]],
    ['is no JSON', '<html>'],
    ['is larger than 5 KB', { ...DOCUMENT, padding: 'x'.repeat(6000) }],
    ['is not there', undefined],
  ])('is refused on our page when its document %s', async (_name, document) => {
    const { fetcher, asked } = internet({ [ID]: document });
    const program = await start(fetcher);
    for (let count = 0; count < 3; count += 1) {
      const answer = await createPaperBrowser().get(program.authorizeUrl(client).url);
      expect([answer.status, answer.location]).toEqual([400, undefined]);
      expect(answer.text).toContain('nothing suitable was found there');
    }
    expect(asked.length).toBeLessThanOrEqual(3);
  });

  test('that failed is left alone for a minute', async () => {
    const { fetcher, asked, documents } = internet({});
    const program = await start(fetcher);
    const open = () => createPaperBrowser().get(program.authorizeUrl(client).url);
    for (let count = 0; count < 5; count += 1) await open();
    expect(asked).toHaveLength(1);
    documents[ID] = DOCUMENT;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    expect((await open()).status).toBe(303);
    expect(asked).toHaveLength(2);
  });

  test('and was let in stays connected while its own server is gone, over a restart too', async () => {
    const { fetcher, documents } = internet({ [ID]: DOCUMENT });
    const program = await start(fetcher);
    const { tokens } = await program.connect({ client });
    delete documents[ID];
    await world?.reopen();
    expect((await program.refresh(client, tokens.refresh_token)).status).toBe(200);
    const stranger = await createPaperBrowser().get(program.authorizeUrl({ ...client, id: `${ID}?` }).url);
    expect(stranger.status).toBe(400);
  });
});

describe('addresses that are never asked', () => {
  test.each([
    'https://127.0.0.1/client.json',
    'https://[::1]/client.json',
    'https://10.0.0.1/client.json',
    'https://2130706433/client.json',
    'https://0x7f.1/client.json',
    'https://localhost/client.json',
    'https://printer.local/client.json',
    'https://host.internal/client.json',
    'https://app.localhost/client.json',
    'https://router/client.json',
    'https://assistant.example:8443/client.json',
    'https://user@assistant.example/client.json',
    'https://assistant.example/a/../client.json',
    'https://assistant.example/client.json#x',
    'http://assistant.example/client.json',
    `https://assistant.example/${'x'.repeat(600)}`,
  ])('%s', async (id) => {
    const { fetcher, asked } = internet({ [id]: { ...DOCUMENT, client_id: id } });
    const program = await start(fetcher);
    const answer = await createPaperBrowser().get(program.authorizeUrl({ ...client, id }).url);
    expect([answer.status, answer.location]).toEqual([400, undefined]);
    expect(asked).toEqual([]);
  });

  test('a public name that leads to this computer: refused before anything connects', async () => {
    let connections = 0;
    const listener = createServer(() => void (connections += 1));
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    try {
      const fetcher = createOutboundFetcher({
        version: 'test',
        ownHosts: () => [],
        resolveName: async () => ['127.0.0.1'],
        isAllowedPort: () => true,
      });
      const program = await start(fetcher);
      const answer = await createPaperBrowser().get(program.authorizeUrl(client).url);
      expect([answer.status, answer.location]).toEqual([400, undefined]);
      expect(connections).toBe(0);
    } finally {
      await new Promise((resolve) => listener.close(resolve));
    }
  });
});
