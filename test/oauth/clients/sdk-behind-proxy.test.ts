import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPaperBrowser } from '../paper-browser.ts';
import { startTlsProxy, type TlsProxy } from '../tls-proxy.ts';
import { allow, startWorld, type World } from '../world.ts';
import { fetchThrough } from './fetch-through.ts';
import type { Remembered } from './remembering-provider.ts';
import { sdks } from './sdks.ts';

const HOSTS = ['kb.example.com', 'docs.example.com'];

/** Clients compare what they are told with the address that they were given (trap T18). */
describe.each(sdks)('behind a proxy with TLS and two names, the OAuth client of the $label', ({ start }) => {
  let world: World;
  let proxy: TlsProxy;

  beforeAll(async () => {
    world = await startWorld({ flags: { 'allowed-hosts': HOSTS.join(',') } });
    proxy = await startTlsProxy(() => world.url);
  });

  afterAll(async () => {
    await proxy.close();
    await world.close();
  });

  test.each(HOSTS)('connects at %s, and goes nowhere else', async (host) => {
    const url = new URL(`https://${host}/api/mcp`);
    const visited = new Set<string>();
    const remembered: Remembered = {};
    const attempt = () => start(url, remembered, fetchThrough(proxy.reach, visited));
    const first = attempt();
    await expect(first.tools()).rejects.toThrow('Unauthorized');
    const landed = await allow(createPaperBrowser(proxy.reach), String(remembered.authorizationUrl));
    await first.finish(new URL(landed));
    expect(await attempt().tools()).toContain('update_doc');
    expect(new URL(landed).searchParams.get('iss')).toBe(url.origin);
    expect(remembered.authorizationUrl?.origin).toBe(url.origin);
    expect([...visited]).toEqual([url.origin]);
  });
});
