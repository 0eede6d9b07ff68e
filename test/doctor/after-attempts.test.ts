import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { listAttempts } from '../../server/operations/diagnostics/attempts.ts';
import { readDiagnostics } from '../../server/operations/diagnostics/read.ts';
import { listNotifications } from '../../server/operations/notifications/list.ts';
import { createPaperBrowser, send, type Reach } from '../oauth/paper-browser.ts';
import { allow, createProgram, startWorld, type World } from '../oauth/world.ts';
import { createMovableTime } from '../tunnel/movable-time.ts';
import { BASE, startFaultyProxy, type Fault, type FaultyProxy } from './faulty-proxy.ts';
import { PATIENCE } from '../patience.ts';

const CLAUDE = 'Claude-User/1.0 (+https://www.anthropic.com)';
const MINUTE_MS = 60_000;

/** As Cloudflare does it: the way in is open, and the first real call of an assistant is refused. */
const BOT_RULE: Fault = {
  answer: ({ headers, url = '' }, outgoing) => {
    if (!url.startsWith('/api/mcp') || !/Claude-User/.test(headers['user-agent'] ?? '')) return false;
    outgoing.writeHead(403).end('Sorry, you have been blocked');
    return true;
  },
};

const time = createMovableTime(Date.now());
let world: World;
let proxy: FaultyProxy;
let reach: Reach;
beforeAll(async () => {
  proxy = await startFaultyProxy(() => world.url);
  world = await startWorld({
    flags: { 'base-url': BASE },
    clock: time,
    time,
    doctor: { network: proxy.network, patienceMs: PATIENCE.timeout },
  });
  const { port } = proxy.network.route({ addresses: [], port: 443 });
  reach = { connectTo: { host: '127.0.0.1', port }, ca: proxy.network.authorities.join('\n') };
});
beforeEach(() => time.advance(1_000));
afterEach(() => {
  proxy.fault = {};
});
afterAll(async () => {
  await world.close();
  await proxy.close();
});

const inbox = async () =>
  (await world.desk(listNotifications, {})).items.filter(({ kind }) => kind === 'connection_failed');
const read = () => world.desk(readDiagnostics, {});
const checkedFor = (name: string) =>
  vi.waitFor(async () => expect((await read()).attempt_check?.attempt.name).toBe(name), PATIENCE);

/** Registers, lets ada sign in and gets its token, and has its first call answered by whoever answers. */
async function connect(name: string): Promise<number> {
  const program = createProgram(BASE, reach);
  const client = await program.client({ client_name: name });
  const { url, verifier } = program.authorizeUrl(client);
  const landed = await allow(createPaperBrowser(reach), url);
  const code = new URL(landed).searchParams.get('code') ?? '';
  const { body } = await program.redeem(client, code, verifier);
  const call = {
    method: 'POST',
    headers: {
      'user-agent': CLAUDE,
      'content-type': 'application/json',
      authorization: `Bearer ${String(body['access_token'])}`,
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  };
  return (await send(`${BASE}/api/mcp`, call, reach)).status;
}

describe('"and after every failed attempt": the doctor runs without being asked', () => {
  test('a client that signs in and is refused its first call: two minutes later the owner knows the cause', async () => {
    proxy.fault = BOT_RULE;
    expect(await connect('Claude')).toBe(403);
    await time.advance(2 * MINUTE_MS - 1_000);
    expect((await read()).last).toBeNull();
    await time.advance(1_000);
    await checkedFor('Claude');
    const [line, ...others] = await inbox();
    expect(line).toMatchObject({ subject: 'Claude', read_at: null });
    expect(line?.cause).toMatch(/under the name of Claude are refused on the way \(403\).*a bot rule/);
    expect(others).toEqual([]);
    const { attempt_check: check } = await read();
    const [attempt] = (await world.desk(listAttempts, {})).items;
    expect(check).toMatchObject({
      attempt: { id: attempt?.id, name: 'Claude', at: attempt?.steps.at(-1)?.at },
      cause: { id: 'user_agents', status: 'red' },
    });
    expect(check?.cause?.fix).toContain('Block AI bots');
  });

  test('where nothing stands in the way, Diagnostics says just that, and nobody gets a line', async () => {
    expect(await connect('ChatGPT')).toBe(200);
    await createProgram(BASE, reach).client({ client_name: 'Half-hearted' });
    await time.advance(2 * MINUTE_MS);
    await checkedFor('Half-hearted');
    expect((await read()).attempt_check?.cause).toBeNull();
    expect(await inbox()).toHaveLength(1);
  });

  test('the doctor’s own requests are nobody’s attempt, even where a proxy drops what marks them', async () => {
    const known = new Set((await world.desk(listAttempts, {})).items.map(({ id }) => id));
    proxy.fault = {
      ...BOT_RULE,
      request: (headers) => {
        delete headers['x-commonplace-check'];
      },
    };
    await connect('Claude again');
    await time.advance(12 * MINUTE_MS);
    await checkedFor('Claude again');
    const names = (await world.desk(listAttempts, {})).items.filter(({ id }) => !known.has(id));
    expect(names.map(({ client }) => client)).toEqual(['Claude again']);
    const { last } = await read();
    await time.advance(120 * MINUTE_MS);
    expect(await read()).toMatchObject({ running: null, last });
  });
});
