import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startConnector, type Connector, type Person } from './connector.ts';
import { bearer, legacy, modern, post } from './raw.ts';

let connector: Connector;
let ada: Person;

beforeEach(async () => {
  connector = await startConnector();
  ada = await connector.person('ada', 'editor');
});

afterEach(() => connector.close());

const LIST = 'tools/list';

describe('"stateless Streamable HTTP, JSON replies, no session id"', () => {
  test.each(['GET', 'DELETE', 'PUT', 'OPTIONS'])('%s is 405 with Allow: POST', async (method) => {
    const response = await fetch(connector.url, { method, headers: bearer(ada.token) });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    await response.body?.cancel();
  });

  test.each(['application/json', '*/*', 'text/html', 'text/event-stream'])(
    'whatever Accept says (%s), the 2025 revisions are answered in JSON',
    async (accept) => {
      const reply = await post(connector.url, legacy(LIST), { ...bearer(ada.token), Accept: accept });
      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
      expect(reply.json.result).toHaveProperty('tools');
    },
  );

  test('an answer without any Accept header is JSON too', async () => {
    const reply = await postWithoutAccept(connector.url, JSON.stringify(legacy(LIST)), ada.token);
    expect(reply).toEqual({ status: 200, contentType: expect.stringMatching(/^application\/json/) });
  });

  test('an unknown session header is ignored, in both eras', async () => {
    const session = { 'Mcp-Session-Id': 'left over from before a restart' };
    const { body, headers } = modern(LIST);
    const old = await post(connector.url, legacy(LIST), { ...bearer(ada.token), ...session });
    const current = await post(connector.url, body, { ...bearer(ada.token), ...session, ...headers });
    expect([old.status, current.status]).toEqual([200, 200]);
    expect(old.headers.has('mcp-session-id') || current.headers.has('mcp-session-id')).toBe(false);
  });
});

describe('a bad message is refused before it reaches the protocol', () => {
  test.each([
    ['a batch', [legacy(LIST), legacy(LIST)], -32600],
    ['an empty batch', [], -32600],
    ['a text', '"hello"', -32600],
    ['null', 'null', -32600],
    ['broken JSON', '{"jsonrpc":"2.0",', -32700],
    ['nothing', '', -32700],
    ['a key twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', -32700],
    ['a key that changes all objects', '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{}}', -32700],
    ['an id of megabytes', { ...legacy(LIST), id: 'a'.repeat(1_000_000) }, -32600],
    ['too deep a nest', `{"a":${'['.repeat(40)}${']'.repeat(40)}}`, -32700],
  ])('%s: 400', async (_label, body, code) => {
    const reply = await post(connector.url, body, bearer(ada.token));
    expect(reply.status).toBe(400);
    expect(reply.json).toMatchObject({
      jsonrpc: '2.0',
      id: null,
      error: { code, data: { error: 'bad_request' } },
    });
    expect(reply.json.error?.message).not.toBe('');
  });

  test.each([
    ['another media type', { 'Content-Type': 'text/plain' }],
    ['a compressed body', { 'Content-Encoding': 'gzip' }],
  ])('%s: 415', async (_label, headers) => {
    const reply = await post(connector.url, legacy(LIST), { ...bearer(ada.token), ...headers });
    expect(reply.status).toBe(415);
  });

  test.each([
    ['a list', ['a']],
    ['a number', 7],
    ['null', null],
    ['a text', 'id=doc_1'],
    ['JSON of a list', '["a"]'],
  ])(
    'arguments that are no object (%s) are refused in words that a model can act on',
    async (_label, sent) => {
      const call = legacy('tools/call', { name: 'list_spaces', arguments: sent });
      const reply = await post(connector.url, call, bearer(ada.token));
      expect(reply.json.result).toMatchObject({
        isError: true,
        structuredContent: {
          error: 'bad_request',
          message: 'The arguments of the call are not an object.',
          hint: expect.stringContaining('JSON object'),
        },
      });
    },
  );

  test('arguments that a model wrote as a text of JSON are read', async () => {
    const call = legacy('tools/call', { name: 'list_docs', arguments: '{"limit": 1}' });
    const reply = await post(connector.url, call, bearer(ada.token));
    expect(reply.json.result).toMatchObject({ structuredContent: { limit: 1 } });
  });
});

describe('Origin (security M3)', () => {
  test('a page of another site is refused with 403, even with a good token', async () => {
    const reply = await post(connector.url, legacy(LIST), {
      ...bearer(ada.token),
      Origin: 'https://evil.example',
    });
    expect(reply.status).toBe(403);
    expect(reply.json.error?.data).toMatchObject({ error: 'forbidden' });
  });

  test('a page of this machine is not', async () => {
    const reply = await post(connector.url, legacy(LIST), {
      ...bearer(ada.token),
      Origin: 'http://localhost:6274',
    });
    expect(reply.status).toBe(200);
  });
});

describe('the credential', () => {
  test('none: 401 with a challenge that names no error', async () => {
    const reply = await post(connector.url, legacy(LIST));
    expect(reply.status).toBe(401);
    expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer(?!.*error=)/);
  });

  test('a wrong one: 401 and invalid_token', async () => {
    const reply = await post(connector.url, legacy(LIST), bearer('cpl_pat_wrong'));
    expect(reply.status).toBe(401);
    expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer.*error="invalid_token"/);
  });

  test('in the query it counts for nothing: 401', async () => {
    for (const name of ['access_token', 'token', 'authorization']) {
      const reply = await post(`${connector.url.href}?${name}=${ada.token}`, legacy(LIST));
      expect(reply.status).toBe(401);
    }
  });

  test('is read before the body: a stranger’s broken and huge bodies are 401', async () => {
    expect((await post(connector.url, '{broken')).status).toBe(401);
    expect((await post(connector.url, [legacy(LIST)])).status).toBe(401);
  });

  test('revoked or disabled counts from the next request on (security A7)', async () => {
    const call = () => post(connector.url, legacy(LIST), bearer(ada.token));
    expect((await call()).status).toBe(200);
    await connector.change((tx) => tx.users.put({ ...ada.user, disabled: true }));
    expect((await call()).status).toBe(401);
  });
});

describe('limits', () => {
  test('120 requests a minute for each user over all of their tokens, exact under parallel calls', async () => {
    const other = await connector.token(ada.user, ['read']);
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        post(connector.url, legacy('ping'), bearer(index % 2 === 0 ? ada.token : other)),
      ),
    );
    const refused = replies.filter(({ status }) => status === 429);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(120);
    expect(refused).toHaveLength(80);
    for (const { headers, json } of refused) {
      expect(headers.get('retry-after')).toBe('60');
      expect(json.error?.data).toMatchObject({ error: 'rate_limited' });
    }
  });

  test('others are unaffected, and a minute later all is forgotten', async () => {
    const ben = await connector.person('ben', 'viewer');
    for (let count = 0; count < 121; count += 1) await post(connector.url, legacy('ping'), bearer(ada.token));
    expect((await post(connector.url, legacy('ping'), bearer(ben.token))).status).toBe(200);
    expect((await post(connector.url, legacy('ping'), bearer(ada.token))).status).toBe(429);
    connector.advance(60_000);
    expect((await post(connector.url, legacy('ping'), bearer(ada.token))).status).toBe(200);
  });

  test('the body may be as large as the attachment limit in base64 and 64 KiB, and no larger', async () => {
    await connector.settings({ attachment_limit_mb: 1 });
    const limit = Math.ceil((1024 * 1024 * 4) / 3) + 64 * 1024;
    const frame = JSON.stringify(legacy('ping', { _meta: { padding: '' } }));
    const message = (size: number) => frame.replace('""', `"${'x'.repeat(size - frame.length)}"`);
    expect((await post(connector.url, message(limit), bearer(ada.token))).status).toBe(200);
    const reply = await post(connector.url, message(limit + 1), bearer(ada.token));
    expect([reply.status, reply.json.error]).toEqual([
      413,
      {
        code: -32_000,
        message: 'This message is larger than 1.3 MB, which is the most that one may have.',
        data: { error: 'payload_too_large', hint: expect.stringContaining('request_upload') },
      },
    ]);
  });
});

describe('a body that is no message: 400 and a JSON-RPC error that says what is wrong and how to send it', () => {
  test.each([
    ['cut off', '{"jsonrpc":"2.0","id":1', -32_700, 'The body is not valid JSON: it ends too early.'],
    ['empty', '', -32_700, 'The body is not valid JSON: it ends too early.'],
    ['with a quote in a text', '{"a":"b"c"}', -32_700, 'The body is not valid JSON: unexpected character'],
    ['with a key twice', '{"a":1,"a":2}', -32_700, 'The body has the key "a" twice in one object.'],
    ['nested too deep', '['.repeat(40), -32_700, 'The body is nested deeper than 32 levels.'],
    ['a list', '[]', -32_600, 'Batches are not supported.'],
    ['a number', '1', -32_600, 'The body must be a JSON-RPC message, a JSON object.'],
  ])('%s', async (_, body, code, message) => {
    const { status, json } = await post(connector.url, body, bearer(ada.token));
    expect(status).toBe(400);
    expect(json.error).toEqual({
      code,
      message: expect.stringContaining(message),
      data: { error: 'bad_request', hint: expect.stringMatching(/JSON-RPC message/) },
    });
  });
});

/** `fetch` always sends an Accept header; this does not. */
function postWithoutAccept(url: URL, body: string, token: string) {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    const outgoing = request(url, { method: 'POST', headers }, (response) => {
      response.resume();
      response.once('end', () => {
        resolve({ status: response.statusCode, contentType: response.headers['content-type'] });
      });
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
