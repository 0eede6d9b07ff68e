import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readIngress, readQuickHostname, readReadiness } from './metrics.ts';

describe('what the program answers about itself (desktop-shell §2.3)', () => {
  let server: Server;
  let origin = '';
  let reply: { status: number; body: string } = { status: 200, body: '' };
  beforeAll(async () => {
    server = createServer((_request, response) => void response.writeHead(reply.status).end(reply.body));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  const says = (body: unknown, status = 200) => {
    reply = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
  };

  it('ready: how many connections, and the proof of our own process', async () => {
    says({ status: 200, readyConnections: 4, connectorId: 'abc', more: true });
    expect(await readReadiness(origin)).toEqual({ connections: 4, connectorId: 'abc' });
  });

  it.each([
    ['503', { status: 503, readyConnections: 0, connectorId: 'abc' }, 503],
    ['no connection', { readyConnections: 0, connectorId: 'abc' }, 200],
    ['no proof', { readyConnections: 1 }, 200],
    ['no JSON', '<html>', 200],
    ['far too much', 'x'.repeat(2 * 1024 * 1024), 200],
  ])('not ready: %s', async (_what, body, status) => {
    says(body, status);
    expect(await readReadiness(origin)).toBeNull();
  });

  it('not ready: nobody there', async () => {
    expect(await readReadiness('http://127.0.0.1:1')).toBeNull();
  });

  it.each([
    ['a trial', 'some-words-here.trycloudflare.com', 'some-words-here.trycloudflare.com'],
    ['none yet', '', null],
    ['a name that is not Cloudflare’s', 'evil.example', null],
    ['a name with something behind it', 'x.trycloudflare.com/evil', null],
  ])('host name: %s', async (_what, hostname, expected) => {
    says({ hostname });
    expect(await readQuickHostname(origin)).toBe(expected);
  });

  it('rules: as the dashboard has sent them', async () => {
    says({
      version: 3,
      config: {
        ingress: [
          { hostname: 'kb.example.com', path: null, service: 'http://localhost:7420', originRequest: {} },
          { hostname: '', service: 'http_status:404' },
        ],
      },
    });
    expect(await readIngress(origin)).toEqual([
      { hostname: 'kb.example.com', path: '', service: 'http://localhost:7420' },
      { hostname: '', path: '', service: 'http_status:404' },
    ]);
  });

  it.each([
    [
      'the program’s own, before the dashboard’s first word',
      { version: -1, config: { ingress: [{ service: 'http_status:503' }] } },
    ],
    ['none that can be read', { version: 1, config: 'nonsense' }],
  ])('rules: %s', async (_what, body) => {
    says(body);
    expect(await readIngress(origin)).toBeNull();
  });
});
