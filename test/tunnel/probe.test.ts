import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Health } from '../../server/faces/http/health.ts';
import { createProbe } from '../../server/tunnel/probe.ts';
import { createAuthority } from '../doctor/make-certificate.ts';

const TARGET = { publicUrl: 'https://kb.example.com', instanceId: 'ins_ours', port: 7420 };
const DAY_MS = 86_400_000;
const never = new AbortController().signal;
const authority = createAuthority('Probe Test');
const good = authority.issue(['kb.example.com']);

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Every name leads to this computer, as a name server would say it. */
const here: LookupFunction = (_name, options, callback) =>
  options.all === true
    ? callback(null, [{ address: '127.0.0.1', family: 4 }])
    : callback(null, '127.0.0.1', 4);
const failing =
  (code: string): LookupFunction =>
  (_name, _options, callback) =>
    callback(Object.assign(new Error('no'), { code, syscall: 'getaddrinfo' }), '', 4);

const health =
  (fields: Partial<Health> = {}): Answer =>
  (request, response) => {
    const nonce = new URL(request.url ?? '', 'https://x').searchParams.get('nonce');
    const answer: Health = {
      status: 'ok',
      instance_id: 'ins_ours',
      nonce,
      version: '1.0.0',
      ready: true,
      read_only: false,
      damage: 0,
      ...fields,
    };
    response.end(JSON.stringify(answer));
  };
const status =
  (code: number, text = 'error', headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    void response.writeHead(code, headers).end(text);

describe('the look at our own public address (desktop-shell §2.5)', () => {
  let server: Server;
  let port = 0;
  let answer: Answer = health();
  const asked: { path: string; host: string | undefined }[] = [];
  beforeAll(async () => {
    server = createServer(good, (request, response) => {
      asked.push({ path: request.url ?? '', host: request.headers.host });
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const look = (given: Answer, connection: Parameters<typeof createProbe>[0] = {}) => {
    answer = given;
    return createProbe({ lookup: here, ca: authority.cert, port, ...connection })(TARGET, never);
  };

  it('speaks of the owner’s proxy where that leads here, not of a tunnel', async () => {
    answer = status(502);
    const target = { ...TARGET, through: 'proxy' } as const;
    const asking = { lookup: here, ca: authority.cert, port };
    expect(await createProbe(asking)(target, never)).toEqual({
      reason: 'The proxy at kb.example.com does not reach this server (502).',
      hint: 'Let it pass requests on to port 7420 of this computer.',
    });
    const unknown = await createProbe({ ...asking, lookup: failing('ENOTFOUND') })(target, never);
    expect(unknown?.reason).toBe('The name kb.example.com is not found (DNS).');
    expect(unknown?.hint).toContain('the name server of your domain');
    answer = health();
    expect(await createProbe(asking)(target, never)).toBeNull();
  });

  it('is content with this workspace’s own answer, asked for by a fresh nonce each time', async () => {
    expect(await look(health())).toBeNull();
    expect(await look(health({ status: 'read_only', version: '9' }))).toBeNull();
    const [first, second] = asked.slice(-2).map(({ path }) => path);
    expect(first).toMatch(/^\/healthz\?nonce=[0-9a-f]{24}$/);
    expect(first).not.toBe(second);
  });

  it.each<[what: string, answer: Answer, words: string]>([
    [
      'another workspace',
      health({ instance_id: 'ins_other' }),
      'Another Commonplace answers at kb.example.com',
    ],
    ['an answer from memory', health({ nonce: 'old' }), 'from memory'],
    ['530', status(530, 'error code: 1033'), 'says that the tunnel of kb.example.com is down (530)'],
    ['1033 in a page of another status', status(502, '<h1>Error 1033</h1>'), 'is down (1033)'],
    ['502: our port', status(502), 'does not reach this server (502)'],
    ['503: no rule', status(503, ''), 'sends kb.example.com nowhere (503)'],
    ['403: a rule against bots', status(403), 'stops the request to kb.example.com (403)'],
    ['a sign-in page of somebody else', status(302, '', { location: 'https://login.example' }), '(302)'],
    [
      'another program',
      status(200, '<title>Router</title>'),
      'Another server answers at kb.example.com (200)',
    ],
    [
      'JSON of another program',
      status(404, '{"ok":false}'),
      'Another server answers at kb.example.com (404)',
    ],
    [
      'an answer without end',
      (_request, response) => void response.end('x'.repeat(200_000)),
      'Another server',
    ],
    ['a cut connection', (request) => void request.socket.destroy(), 'does not answer (ECONNRESET)'],
  ])('%s', async (_what, given, words) => {
    const cause = await look(given);
    expect(cause?.reason).toContain(words);
    expect(cause?.hint).toMatch(/\.$/);
  });

  it.each([
    ['DNS', { lookup: failing('ENOTFOUND') }, 'is not found (DNS)'],
    ['a name server that is gone', { lookup: failing('EAI_AGAIN') }, 'is not found (DNS)'],
    ['no network', { lookup: failing('ENETUNREACH') }, 'no way to the internet'],
    [
      'an unknown authority',
      { ca: createAuthority('Other').cert },
      'certificate of kb.example.com is not accepted',
    ],
    ['nobody there', { port: 1 }, 'does not answer (ECONNREFUSED)'],
  ])('%s', async (_what, connection, words) => {
    expect((await look(health(), connection))?.reason).toContain(words);
  });

  it.each([
    ['for another name', authority.issue(['www.example.com'])],
    [
      'that has expired',
      authority.issue(['kb.example.com'], {
        from: new Date(Date.now() - 9 * DAY_MS),
        until: new Date(Date.now() - DAY_MS),
      }),
    ],
  ])('a certificate %s', async (_what, certificate) => {
    server.setSecureContext(certificate);
    try {
      expect((await look(health()))?.reason).toContain('certificate of kb.example.com is not accepted');
    } finally {
      server.setSecureContext(good);
    }
  });

  it('ends with the tunnel it belongs to', async () => {
    answer = () => undefined;
    const over = new AbortController();
    const looking = createProbe({ lookup: here, ca: authority.cert, port })(TARGET, over.signal);
    over.abort();
    expect(await looking).not.toBeNull();
  });
});
