import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readClientConfig } from '../../server/operations/account/client-config.ts';
import { addImage } from '../../server/operations/attachments/add-image.ts';
import { createDocument } from '../../server/operations/documents/create.ts';
import { pausePublicAccess, resumePublicAccess } from '../../server/operations/public-access/pause.ts';
import { setTunnelToken } from '../../server/operations/public-access/set-tunnel-token.ts';
import { updatePublicAccess } from '../../server/operations/public-access/update.ts';
import { readAddress } from '../../server/operations/workspace/address.ts';
import { createScriptedTunnel, online, type ScriptedTunnel } from '../fakes/scripted-tunnel.ts';
import { TOKEN } from '../tunnel/world.ts';
import { openPublicWorld, type Answer, type PublicWorld } from './world.ts';
import { PATIENCE } from '../patience.ts';

const TRIAL_HOST = 'four-calm-words-here.trycloudflare.com';
const TRIAL = `https://${TRIAL_HOST}`;
const DOMAIN = 'https://kb.example.com';
const SERVER_METADATA = '/.well-known/oauth-authorization-server';
const RESOURCE_METADATA = '/.well-known/oauth-protected-resource/api/mcp';

/** Every address that an answer names, by its origin. */
function originsIn({ text }: Answer): string[] {
  const urls = text.match(/https?:\/\/[^"\s]+/g) ?? [];
  return [...new Set(urls.map((url) => new URL(url).origin))];
}

describe('what is advertised, as public access changes under a running server', () => {
  let tunnel: ScriptedTunnel;
  let world: PublicWorld;
  beforeEach(async () => {
    tunnel = createScriptedTunnel();
    world = await openPublicWorld({ tunnel });
  });

  const update = (input: { mode: 'off' | 'quick_tunnel' | 'named_tunnel' | 'own_domain'; domain?: string }) =>
    world.run(updatePublicAccess, input);
  const ordered = (count: number) => vi.waitFor(() => expect(tunnel.orders).toHaveLength(count), PATIENCE);
  async function goOnTrial(): Promise<void> {
    await update({ mode: 'quick_tunnel' });
    await ordered(1);
    tunnel.play(online(TRIAL));
  }
  const deskAddress = async () => (await world.run(readAddress, {})).url;

  it('a trial: whoever comes by its address is answered with it, and programs here with their own', async () => {
    expect((await world.ask('/healthz', { host: TRIAL_HOST })).status).toBe(421);
    await goOnTrial();
    for (const path of [SERVER_METADATA, RESOURCE_METADATA])
      expect(originsIn(await world.ask(path, { host: TRIAL_HOST }))).toEqual([TRIAL]);
    expect(originsIn(await world.ask(SERVER_METADATA))).toEqual([world.server.publicUrl]);
    expect(await deskAddress()).toBe(TRIAL);
  });

  it('the challenge of the connector names the trial’s metadata', async () => {
    await goOnTrial();
    const answer = await world.ask('/api/mcp', { host: TRIAL_HOST }, { method: 'POST' });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toContain(`resource_metadata="${TRIAL}/.well-known/`);
  });

  it('the trial’s next address: the new one counts at once, the old one is nobody’s', async () => {
    await goOnTrial();
    tunnel.play({ publicUrl: 'https://other-words.trycloudflare.com' });
    const next = await world.ask(SERVER_METADATA, { host: 'other-words.trycloudflare.com' });
    expect(next.json()['issuer']).toBe('https://other-words.trycloudflare.com');
    expect((await world.ask(SERVER_METADATA, { host: TRIAL_HOST })).status).toBe(421);
    expect(await deskAddress()).toBe('https://other-words.trycloudflare.com');
  });

  it('"the endpoints are advertised over HTTPS at that domain regardless of forwarded headers"', async () => {
    await update({ mode: 'own_domain', domain: 'kb.example.com' });
    const spoofs: Record<string, string>[] = [
      {},
      { host: 'kb.example.com' },
      { host: 'kb.example.com', 'x-forwarded-proto': 'http' },
      {
        host: 'kb.example.com',
        'x-forwarded-host': 'evil.example',
        forwarded: 'host=evil.example;proto=http',
      },
      { host: 'localhost', 'x-forwarded-proto': 'ftp', 'x-forwarded-port': '8080' },
    ];
    for (const headers of spoofs)
      for (const path of [SERVER_METADATA, RESOURCE_METADATA])
        expect(originsIn(await world.ask(path, headers))).toEqual([DOMAIN]);
    expect((await world.ask(SERVER_METADATA, { host: 'evil.example' })).status).toBe(421);
    expect(await deskAddress()).toBe(DOMAIN);
  });

  it('a named tunnel’s domain is advertised before it is connected: the address does not change by that', async () => {
    await world.run(setTunnelToken, { token: TOKEN });
    await update({ mode: 'named_tunnel', domain: 'kb.example.com' });
    await ordered(1);
    expect(tunnel.state.state).toBe('starting');
    expect((await world.ask(SERVER_METADATA, { host: 'kb.example.com' })).json()['issuer']).toBe(DOMAIN);
    const { items } = await world.run(readClientConfig, { client: 'claude' });
    expect(items[0]?.url).toBe(`${DOMAIN}/api/mcp`);
  });

  it('nothing is ever fetched from the address that is ours at the moment (security S2)', async () => {
    const { document } = await world.run(createDocument, { space: 'notes', title: 'Kettle', content: '' });
    const fetchFrom = (host: string) =>
      world.run(addImage, { doc_id: document.id, source_url: `https://${host}/attachments/x.png` });
    await goOnTrial();
    await expect(fetchFrom(TRIAL_HOST)).rejects.toThrow('address of this workspace itself');
    await update({ mode: 'own_domain', domain: 'kb.example.com' });
    await expect(fetchFrom('kb.example.com')).rejects.toThrow('address of this workspace itself');
  });

  it('a probe from outside finds this workspace, by its nonce', async () => {
    await goOnTrial();
    const here = (await world.ask('/healthz?nonce=abc')).json();
    const there = (await world.ask('/healthz?nonce=abc', { host: TRIAL_HOST })).json();
    expect(there).toEqual(here);
    expect(there['nonce']).toBe('abc');
  });

  it('paused: nobody from elsewhere is answered, everything here goes on', async () => {
    await update({ mode: 'own_domain', domain: 'kb.example.com' });
    await world.run(pausePublicAccess, {});
    const refused = await world.ask('/healthz', { host: 'kb.example.com' });
    expect(refused.status).toBe(503);
    expect(refused.json()['message']).toBe('The owner of this workspace has paused public access.');
    expect((await world.ask('/healthz', { 'x-forwarded-for': '203.0.113.9' })).status).toBe(503);
    await expectPausedPage('/');
    await expectPausedPage('/api/oauth/authorize?client_id=x');
    expect((await world.ask('/healthz')).status).toBe(200);
    await world.run(resumePublicAccess, {});
    expect((await world.ask('/healthz', { host: 'kb.example.com' })).status).toBe(200);
  });

  /** What a person from elsewhere reads while public access is paused: a page with its look, and nothing else. */
  async function expectPausedPage(path: string): Promise<void> {
    const host = 'kb.example.com';
    const page = await world.ask(path, { host, accept: 'text/html,*/*;q=0.8' });
    expect(page).toMatchObject({ status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(page.text).toContain('<h1>Paused for now</h1>');
    const assets = [...page.text.matchAll(/="(\/[^"]+)"/g)].flatMap(([, asset]) => asset ?? []);
    expect(assets).toHaveLength(1);
    for (const asset of assets) expect((await world.ask(asset, { host })).status).toBe(200);
    const program = await world.ask(path, { host, accept: '*/*' });
    expect(program.json()).toMatchObject({ error: 'unavailable', status: 503 });
    for (const other of ['/page-assets/none-0.css', '/icon.svg'])
      expect((await world.ask(other, { host })).status).not.toBe(200);
  }

  it('off again: the public name is not ours any more', async () => {
    await update({ mode: 'own_domain', domain: 'kb.example.com' });
    await update({ mode: 'off' });
    expect((await world.ask('/healthz', { host: 'kb.example.com' })).status).toBe(421);
    expect(await deskAddress()).toBe(world.server.publicUrl);
  });

  it('at the end the tunnel goes first: until then whoever came through it is answered', async () => {
    await goOnTrial();
    const atTheEnd: number[] = [];
    const close = tunnel.close.bind(tunnel);
    tunnel.close = async () => {
      atTheEnd.push((await world.ask('/healthz', { host: TRIAL_HOST })).status);
      await close();
    };
    await world.close();
    expect(atTheEnd).toEqual([200]);
  });
});

describe('what the settings say', () => {
  it('is done at the next start too', async () => {
    const world = await openPublicWorld({ tunnel: createScriptedTunnel() });
    await world.run(setTunnelToken, { token: TOKEN });
    await world.run(updatePublicAccess, { mode: 'named_tunnel', domain: 'kb.example.com' });
    const second = createScriptedTunnel();
    await world.restart(second);
    expect((await world.ask(SERVER_METADATA)).json()['issuer']).toBe(DOMAIN);
    const port = Number(new URL(world.server.publicUrl).port);
    await vi.waitFor(
      () =>
        expect(second.orders).toEqual([
          { mode: 'named_tunnel', port, hostname: 'kb.example.com', token: TOKEN },
        ]),
      PATIENCE,
    );
  });

  it('"--base-url wins" over them', async () => {
    const tunnel = createScriptedTunnel();
    const world = await openPublicWorld({ tunnel, flags: { 'base-url': 'https://given.example' } });
    await world.run(updatePublicAccess, { mode: 'own_domain', domain: 'kb.example.com' });
    expect((await world.ask(SERVER_METADATA)).json()['issuer']).toBe('https://given.example');
    expect((await world.ask(SERVER_METADATA, { host: 'kb.example.com' })).status).toBe(421);
  });
});
