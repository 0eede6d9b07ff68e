import { afterEach, describe, expect, test } from 'vitest';
import { listConnectedApps } from '../../server/operations/connected-apps/list.ts';
import { createPaperBrowser, send } from './paper-browser.ts';
import { startTlsProxy, type TlsProxy } from './tls-proxy.ts';
import { createProgram, startWorld, type World } from './world.ts';

let world: World;
let proxy: TlsProxy;
afterEach(async () => {
  await proxy.close();
  await world.close();
});

async function start(flags: Record<string, string>): Promise<void> {
  world = await startWorld({ flags });
  proxy = await startTlsProxy(() => world.url);
}

const HOSTS = ['kb.example.com', 'docs.example.com'];
const metadata = async (base: string, path = '/.well-known/oauth-authorization-server') => {
  const { status, text } = await send(base + path, {}, proxy.reach);
  expect(status, text).toBe(200);
  return text;
};

/** The addresses in a text, by their origins. */
const origins = (text: string) =>
  new Set([...text.matchAll(/https?:\/\/[^"\s]+/g)].map(([address]) => new URL(address).origin));

describe('behind a reverse proxy with TLS and two names', () => {
  test('each name is an address of its own: all that is advertised is https there', async () => {
    await start({ 'allowed-hosts': HOSTS.join(',') });
    for (const host of HOSTS) {
      const base = `https://${host}`;
      for (const path of [
        '/.well-known/oauth-authorization-server',
        '/.well-known/oauth-protected-resource/api/mcp',
      ])
        expect(origins(await metadata(base, path))).toEqual(new Set([base]));
      const program = createProgram(base, proxy.reach);
      const registered = await program.register();
      expect(origins(String(registered.body['registration_client_uri']))).toEqual(new Set([base]));
      const refused = await program.call('nonsense');
      expect(origins(String(refused.headers['www-authenticate']))).toEqual(new Set([base]));
      expect(refused.headers['strict-transport-security']).toBe('max-age=31536000');
    }
  });

  test('a whole connection, over https cookies, a restart, and not at the other name', async () => {
    await start({ 'allowed-hosts': HOSTS.join(',') });
    const [here = '', there = ''] = HOSTS.map((host) => `https://${host}`);
    const program = createProgram(here, proxy.reach);
    const browser = createPaperBrowser(proxy.reach);
    const { client, tokens } = await program.connect({ browser });
    expect(browser.received.filter((line) => !/;\s*secure/i.test(line))).toEqual([]);
    expect((await program.call(tokens.access_token)).status).toBe(200);
    const elsewhere = createProgram(there, proxy.reach);
    expect((await elsewhere.call(tokens.access_token)).status).toBe(401);
    expect((await elsewhere.refresh(client, tokens.refresh_token)).body['error']).toBe('invalid_target');

    await world.restart();
    expect((await program.call(tokens.access_token)).status).toBe(200);
    const refreshed = await program.refresh(client, tokens.refresh_token);
    expect((await program.call(String(refreshed.body['access_token']))).status).toBe(200);
    const both = await elsewhere.connect({ client, browser: createPaperBrowser(proxy.reach) });
    expect((await elsewhere.call(both.tokens.access_token)).status).toBe(200);
    expect((await program.call(String(refreshed.body['access_token']))).status).toBe(200);

    await elsewhere.revoke(client, both.tokens.refresh_token);
    expect((await elsewhere.call(both.tokens.access_token)).status).toBe(401);
    expect((await program.call(String(refreshed.body['access_token']))).status).toBe(200);
    const { items } = await world.desk(listConnectedApps, {});
    expect(items.map(({ base_url }) => base_url)).toEqual([here]);
  });

  test('the configured address is the one that counts, under whichever name a request comes in', async () => {
    await start({ 'allowed-hosts': HOSTS.join(','), 'base-url': 'https://kb.example.com' });
    for (const host of HOSTS) {
      expect(origins(await metadata(`https://${host}`))).toEqual(new Set(['https://kb.example.com']));
    }
    const program = createProgram('https://kb.example.com', proxy.reach);
    const { tokens } = await program.connect();
    expect((await program.call(tokens.access_token)).status).toBe(200);
  });

  test('a proxy that is not trusted is not believed: no https, so no sign-in of apps', async () => {
    await start({ 'allowed-hosts': HOSTS.join(','), 'trusted-proxies': '10.0.0.0/8' });
    const answer = await send(
      'https://kb.example.com/.well-known/oauth-authorization-server',
      {},
      proxy.reach,
    );
    expect(answer.status).toBe(404);
    expect(answer.headers['strict-transport-security']).toBeUndefined();
  });
});
