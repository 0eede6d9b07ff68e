import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clients } from './clients.ts';
import { startEngineering, type Connector, type Person } from './connector.ts';
import { bearer, legacy, modern, post } from './raw.ts';
import { EDITOR_TOOLS } from './tool-names.ts';

let connector: Connector;
let ada: Person;

beforeAll(async () => {
  ({ connector, ada } = await startEngineering({ settings: { workspace_name: 'Handbook' } }));
});

afterAll(() => connector.close());

describe.each(clients)('the $label client', ({ connect, era }) => {
  test('connects, lists the tools and calls one', async () => {
    const client = await connector.client(connect, ada.token);
    expect(client.era()).toBe(era);
    expect((await client.tools()).map(({ name }) => name)).toEqual(EDITOR_TOOLS);
    const spaces = await client.call('list_spaces');
    expect(spaces).toMatchObject({
      isError: false,
      structured: { items: [{ slug: 'engineering' }], total: 1 },
    });
    expect(JSON.parse(spaces.texts[1] ?? '')).toEqual(spaces.structured);
  });

  test('is told who it is and what server this is', async () => {
    const client = await connector.client(connect, ada.token);
    expect(client.instructions()).toContain('“Handbook”');
    expect(client.instructions()).toContain('Ada Example (ada)');
    expect(client.serverInfo()).toMatchObject({
      name: 'commonplace',
      title: 'Commonplace',
      version: '0.1.0',
    });
    expect(client.serverInfo()['description']).toContain('Connector version 1.1');
  });

  test('gets a refusal as a result that a model can act on, although the tool has an output schema', async () => {
    const client = await connector.client(connect, ada.token);
    await client.tools();
    const reply = await client.call('read_doc', { id: 'doc_00000000000' });
    expect(reply).toMatchObject({ isError: true, structured: { error: 'not_found' } });
    expect(reply.structured).toHaveProperty('message');
    expect(reply.structured).toHaveProperty('hint');
    expect(reply.texts).toHaveLength(1);
  });

  test('hears in words why a message is refused as JSON, and goes on', async () => {
    const client = await connector.client(connect, ada.token);
    const send = (title: string, more: object = {}) => client.call('create_doc', { title, ...more });
    await expect(send('a\uD800b')).rejects.toThrow('half a surrogate pair');
    await expect(send('ab', { constructor: 1 })).rejects.toThrow('forbidden key');
    expect((await client.call('list_docs')).structured).toMatchObject({ total: 0 });
  });

  test('is refused with 401 without a good token', async () => {
    await expect(connect(connector.url, `${ada.token}x`)).rejects.toThrow(/not valid|401|[Uu]nauthorized/);
  });
});

describe('raw initialize', () => {
  test.each([
    ['2024-11-05', '2024-11-05'],
    ['2025-03-26', '2025-03-26'],
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['2099-01-01', '2025-11-25'],
  ])('of %s is answered as JSON with %s, and without a session', async (protocolVersion, expected) => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
    const reply = await post(connector.url, legacy('initialize', params), bearer(ada.token));
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    expect(reply.headers.get('mcp-session-id')).toBeNull();
    expect(reply.json.result).toMatchObject({
      protocolVersion: expected,
      serverInfo: { name: 'commonplace', connector_version: '1.1' },
      capabilities: { tools: { listChanged: false } },
    });
  });

  test('is followed by a notification that needs no answer: 202', async () => {
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const reply = await post(connector.url, notification, bearer(ada.token));
    expect([reply.status, reply.text]).toEqual([202, '']);
  });
});

describe('2026-07-28', () => {
  test.each(['server/discover', 'tools/list'])(
    '%s may be cached by nobody but the caller',
    async (method) => {
      const { body, headers } = modern(method);
      const reply = await post(connector.url, body, { ...bearer(ada.token), ...headers });
      expect(reply.status).toBe(200);
      expect(reply.json.result).toMatchObject({ cacheScope: 'private', resultType: 'complete' });
    },
  );

  test('every answer names the server, the connector’s version included', async () => {
    const { body, headers } = modern('server/discover');
    const reply = await post(connector.url, body, { ...bearer(ada.token), ...headers });
    expect(reply.json.result).toMatchObject({
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: { listChanged: false } },
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'commonplace', connector_version: '1.1' } },
    });
  });

  test('headers that do not agree with the body are refused: 400 and -32020', async () => {
    const { body, headers } = modern('tools/call', { name: 'list_spaces', arguments: {} });
    const reply = await post(connector.url, body, {
      ...bearer(ada.token),
      ...headers,
      'Mcp-Name': 'list_docs',
    });
    expect([reply.status, reply.json.error?.code]).toEqual([400, -32020]);
  });

  test('an unknown method is 404 and -32601', async () => {
    const { body, headers } = modern('nothing/here');
    const reply = await post(connector.url, body, { ...bearer(ada.token), ...headers });
    expect([reply.status, reply.json.error?.code]).toEqual([404, -32601]);
  });

  test('a subscription is acknowledged and ends, because the list of tools never announces changes', async () => {
    const { body, headers } = modern('subscriptions/listen', { notifications: { toolsListChanged: true } });
    const response = await fetch(connector.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...bearer(ada.token), ...headers },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(await response.text()).toContain('"result"');
  });
});
