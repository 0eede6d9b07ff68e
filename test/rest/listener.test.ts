import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createPublicListener, type PublicListenerOptions } from '../../server/faces/http/listener.ts';
import { createIdleSearch } from '../fakes/idle-search.ts';
import { buildWorkspace } from '../builders/workspace.ts';
import { callServer, startRest } from './rest-server.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function startListener(options: Partial<PublicListenerOptions> = {}) {
  const workspace = buildWorkspace();
  const listener = await createPublicListener({
    services: workspace.services,
    config: { host: '127.0.0.1', port: 0 },
    ...options,
  });
  closers.push(() => listener.close());
  return { workspace, listener };
}

describe('GET /healthz', () => {
  test('tells, without a token, which workspace answers and how it is', async () => {
    const { workspace, listener } = await startListener();
    const answer = await callServer(listener.url, 'GET', '/healthz?nonce=a1.B-2_~');
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        status: 'ok',
        instance_id: workspace.store.instanceId,
        nonce: 'a1.B-2_~',
        version: '0.0.0-test',
        ready: true,
        read_only: false,
        damage: 0,
      },
    ]);
    expect((await callServer(listener.url, 'GET', '/healthz')).json).toMatchObject({ nonce: null });
  });

  test('says so when writes are refused because of damage', async () => {
    const { services, store } = buildWorkspace();
    const damage = [{ file: 'documents/x.json', problem: 'torn', action: 'set aside', lost: true }];
    const damaged = { ...store, damage, readOnlyReason: 'data is damaged' };
    const { listener } = await startListener({ services: { ...services, store: damaged } });
    const { json } = await callServer(listener.url, 'GET', '/healthz');
    expect(json).toMatchObject({ status: 'read_only', read_only: true, damage: 1, ready: true });
  });

  test('refuses a nonce that could be anything but a nonce', async () => {
    const { listener } = await startListener();
    for (const nonce of ['%3Cscript%3E', 'a%0d%0ab', 'x'.repeat(129), '']) {
      expect((await callServer(listener.url, 'GET', `/healthz?nonce=${nonce}`)).status).toBe(400);
    }
  });
});

describe('every answer', () => {
  test('has an id of its own and the security headers, refusals too', async () => {
    const { listener } = await startListener();
    const answers = await Promise.all(
      ['/healthz', '/api/v1/me', '/nothing', '/api/v1/openapi.json'].map((path) =>
        callServer(listener.url, 'GET', path),
      ),
    );
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'cache-control': 'private, no-cache',
      });
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['strict-transport-security']).toBeUndefined();
    }
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(answers.length);
  });

  test('over https has Strict-Transport-Security and https links', async () => {
    const { listener } = await startListener();
    const answer = await callServer(listener.url, 'GET', '/api/v1/openapi.json', {
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    expect(answer.json).toMatchObject({
      servers: [{ url: `${listener.url.replace('http:', 'https:')}/api/v1` }],
    });
  });
});

describe('a fault of ours', () => {
  test('is 500 JSON that says nothing about it, and is logged with the request id', async () => {
    const workspace = buildWorkspace();
    const logged: object[] = [];
    const { log } = workspace.services;
    log.error = (entry: object) => void logged.push(entry);
    const failing = createIdleSearch({
      search: () => Promise.reject(new Error('ENOENT: /home/ada/secret-path')),
    });
    const server = await startRest();
    closers.push(() => server.close());
    server.workspace.services.search = failing;
    server.workspace.services.log.error = log.error;
    const answer = await server.call('GET', '/api/v1/search?q=x', { token: await server.token('viewer') });
    expect(answer.status).toBe(500);
    expect(answer.json).toMatchObject({
      error: 'internal',
      status: 500,
      request_id: answer.headers['x-request-id'],
    });
    expect(answer.text).not.toMatch(/ENOENT|secret|home|at .*\.ts|stack/i);
    expect(logged).toMatchObject([{ request_id: answer.headers['x-request-id'] }]);
  });
});

describe('what is mounted at /api/mcp', () => {
  test('gets every method after the host check, and its errors are translated', async () => {
    const seen: string[] = [];
    const { listener } = await startListener({
      mcp:
        ({ authenticate }) =>
        async (ctx) => {
          seen.push(ctx.method);
          if (ctx.method === 'POST') await authenticate(ctx);
          ctx.status = 204;
        },
    });
    for (const method of ['GET', 'DELETE', 'OPTIONS', 'PUT']) {
      expect((await callServer(listener.url, method, '/api/mcp?x=1')).status).toBe(204);
    }
    const refused = await callServer(listener.url, 'POST', '/api/mcp', { body: {} });
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([
      401,
      'Bearer realm="Commonplace"',
    ]);
    const foreign = await callServer(listener.url, 'POST', '/api/mcp', { headers: { host: 'evil.example' } });
    expect(foreign.status).toBe(421);
    expect(seen).toEqual(['GET', 'DELETE', 'OPTIONS', 'PUT', 'POST']);
  });
});

describe('closing', () => {
  test('waits for the answer under way, refuses new connections, and may be called twice', async () => {
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const { listener } = await startListener({
      mcp: () => async (ctx) => {
        started.resolve();
        await finish.promise;
        ctx.body = 'done';
      },
    });
    const underWay = callServer(listener.url, 'POST', '/api/mcp');
    await started.promise;
    const closing = Promise.all([listener.close(), listener.close()]);
    await expect(callServer(listener.url, 'GET', '/healthz')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    finish.resolve();
    const answer = await underWay;
    expect([answer.status, answer.text, answer.headers['connection']]).toEqual([200, 'done', 'close']);
    await closing;
  });

  test('cuts what does not end in time', async () => {
    const started = Promise.withResolvers<void>();
    const { listener } = await startListener({
      config: { host: '127.0.0.1', port: 0, limits: { drainMs: 1 } },
      mcp: () => async () => {
        started.resolve();
        await new Promise(() => undefined);
      },
    });
    const cut = callServer(listener.url, 'POST', '/api/mcp').catch((error: unknown) => error);
    await started.promise;
    await listener.close();
    expect(await cut).toMatchObject({ code: 'ECONNRESET' });
  });

  test('ends idle connections at once', async () => {
    const { listener } = await startListener();
    const { port } = new URL(listener.url);
    const socket = connect(Number(port), '127.0.0.1');
    const ended = new Promise((resolve) => socket.once('close', resolve));
    await new Promise((resolve) => socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n', resolve));
    await new Promise((resolve) => socket.once('data', resolve));
    await listener.close();
    await ended;
    expect(socket.destroyed).toBe(true);
  });

  test('a port that is taken rejects', async () => {
    const { listener, workspace } = await startListener();
    const port = Number(new URL(listener.url).port);
    const second = createPublicListener({
      services: workspace.services,
      config: { host: '127.0.0.1', port },
    });
    await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('bodies', () => {
  test('a caller that asks before it sends (Expect: 100-continue) is told to, and served', async () => {
    const server = await startRest();
    closers.push(() => server.close());
    const token = await server.token('editor');
    const body = JSON.stringify({ space: 'handbook', title: 'X' });
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = request(`${server.url}/api/v1/documents`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': body.length,
          expect: '100-continue',
        },
      });
      outgoing.on('continue', () => outgoing.end(body));
      outgoing.on('response', resolve);
      outgoing.on('error', reject);
      outgoing.flushHeaders();
    });
    expect(answer.statusCode).toBe(201);
    answer.resume();
  });

  test('"body cap 2 MiB while streaming": a lying caller is stopped at the cap, with 413 it can read', async () => {
    const server = await startRest({ limits: { bodyBytes: 1024 } });
    closers.push(() => server.close());
    const token = await server.token('editor');
    const { port } = new URL(server.url);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = request(
        {
          port,
          method: 'POST',
          path: '/api/v1/documents',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        },
        resolve,
      );
      outgoing.on('error', reject);
      // Chunked, so that no Content-Length gives it away.
      for (let chunk = 0; chunk < 64; chunk += 1) outgoing.write(' '.repeat(1024));
      outgoing.end();
    });
    expect(answer.statusCode).toBe(413);
    answer.resume();
  });

  test('an announced size above the cap is refused before anything is sent (Expect: 100-continue)', async () => {
    const server = await startRest();
    closers.push(() => server.close());
    const token = await server.token('editor');
    const outcome = await new Promise<string>((resolve, reject) => {
      const outgoing = request(server.url + '/api/v1/documents', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': 3 * 1024 * 1024,
          expect: '100-continue',
        },
      });
      outgoing.on('continue', () => resolve('continue'));
      outgoing.on('response', (answer) => {
        answer.resume();
        resolve(String(answer.statusCode));
        outgoing.destroy();
      });
      outgoing.on('error', reject);
      outgoing.flushHeaders();
    });
    expect(outcome).toBe('413');
  });

  test('a body of exactly the cap is taken', async () => {
    const server = await startRest({ limits: { bodyBytes: 1024 } });
    closers.push(() => server.close());
    const token = await server.token('editor');
    const bare = JSON.stringify({ space: 'handbook', title: 'X', content: '' });
    const content = 'a'.repeat(1024 - bare.length);
    const post = (text: string) =>
      server.call('POST', '/api/v1/documents', {
        token,
        body: { space: 'handbook', title: 'X', content: text },
      });
    expect((await post(content)).status).toBe(201);
    expect((await post(`${content}a`)).json).toMatchObject({
      error: 'payload_too_large',
      status: 413,
      limit_bytes: 1024,
    });
  });
});
