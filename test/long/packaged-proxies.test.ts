import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startPackagedProxy, type ProxyKind } from '../oauth/packaged-proxy.ts';
import { createPaperBrowser, send } from '../oauth/paper-browser.ts';
import type { TlsProxy } from '../oauth/tls-proxy.ts';
import { createProgram, startWorld, type World } from '../oauth/world.ts';

const HOSTS = ['kb.example.com', 'docs.example.com'];
const KINDS: ProxyKind[] = ['nginx', 'caddy'];

const originsIn = (text: string) =>
  new Set([...text.matchAll(/https?:\/\/[^"\s]+/g)].map(([address]) => new URL(address).origin));

describe.each(KINDS)('behind %s with the lines of the documentation, TLS and two names', (kind) => {
  let world: World;
  let proxy: TlsProxy;
  beforeEach(async () => {
    world = await startWorld({ flags: { 'allowed-hosts': HOSTS.join(',') } });
    proxy = await startPackagedProxy(kind, HOSTS, world.url);
  });
  afterEach(async () => {
    await proxy.close();
    await world.close();
  });

  test.each(HOSTS)('all that is advertised at %s is https there', async (host) => {
    const base = `https://${host}`;
    for (const path of ['oauth-authorization-server', 'oauth-protected-resource', 'openid-configuration']) {
      const { status, text } = await send(`${base}/.well-known/${path}`, {}, proxy.reach);
      expect(status, text).toBe(200);
      expect(originsIn(text)).toEqual(new Set([base]));
    }
    const refused = await createProgram(base, proxy.reach).call('nonsense');
    expect(originsIn(String(refused.headers['www-authenticate']))).toEqual(new Set([base]));
  });

  test('a spoofed forwarding header of a caller changes nothing', async () => {
    const headers = { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.example' };
    const address = 'https://kb.example.com/.well-known/oauth-authorization-server';
    const { status, text } = await send(address, { headers }, proxy.reach);
    expect(status, text).toBe(200);
    expect(originsIn(text)).toEqual(new Set(['https://kb.example.com']));
  });

  test('a picture of three megabytes reaches the server', async () => {
    const headers = { 'content-type': 'image/png' };
    const body = 'x'.repeat(3 * 1024 * 1024);
    const answer = await send(
      'https://kb.example.com/api/v1/documents/doc_000000000000/attachments',
      { method: 'POST', headers, body },
      proxy.reach,
    );
    expect([answer.status, answer.headers['content-type']]).toEqual([401, 'application/json; charset=utf-8']);
  });

  test('a connection is made over https cookies, outlives a restart, and is worth nothing at the other name', async () => {
    const program = createProgram('https://kb.example.com', proxy.reach);
    const browser = createPaperBrowser(proxy.reach);
    const { client, tokens } = await program.connect({ browser });
    expect(browser.received.filter((line) => !/;\s*secure/i.test(line))).toEqual([]);
    expect((await program.call(tokens.access_token)).status).toBe(200);
    const elsewhere = createProgram('https://docs.example.com', proxy.reach);
    expect((await elsewhere.call(tokens.access_token)).status).toBe(401);
    expect((await elsewhere.refresh(client, tokens.refresh_token)).body['error']).toBe('invalid_target');

    await world.restart();
    expect((await program.call(tokens.access_token)).status).toBe(200);
    const answers = await Promise.all([1, 2, 3].map(() => program.refresh(client, tokens.refresh_token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { body } of answers)
      expect((await program.call(String(body['access_token']))).status).toBe(200);
  });
});
