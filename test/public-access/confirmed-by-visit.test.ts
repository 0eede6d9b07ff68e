import { expect, it, vi } from 'vitest';
import { updatePublicAccess } from '../../server/operations/public-access/update.ts';
import { createScriptedTunnel } from '../fakes/scripted-tunnel.ts';
import { PATIENCE } from '../patience.ts';
import { openPublicWorld, type PublicWorld } from './world.ts';

const HOST = 'kb.example.com';
const PHONE = '203.0.113.9'; // of a documentation range, which is nobody's
const MOBILE = '8.8.4.4';
const SILENT = {
  reason: `${HOST} does not answer in time.`,
  hint: 'Check it.',
  isMaybeInside: true,
} as const;

/** A server whose own domain this computer cannot reach, and the address that its page asks a phone to open. */
async function behindRouter(
  flags: Record<string, string> = {},
): Promise<{ world: PublicWorld; path: string }> {
  const world = await openPublicWorld({ tunnel: createScriptedTunnel(), flags, probe: async () => SILENT });
  await world.run(updatePublicAccess, { mode: 'own_domain', domain: HOST });
  const { publicAccess } = world.server;
  publicAccess.lookAgain();
  await vi.waitUntil(() => publicAccess.proof?.obstacle, PATIENCE);
  const [, path = ''] =
    /https:\/\/kb\.example\.com(\/healthz\?nonce=\w+)/.exec(proofOf(world)?.hint ?? '') ?? [];
  return { world, path };
}

const proofOf = (world: PublicWorld) => world.server.publicAccess.proof?.obstacle;

it('an own domain that this computer cannot reach is green once somebody else came by it with the word', async () => {
  const { world, path } = await behindRouter();
  const https = { 'x-forwarded-proto': 'https', 'x-forwarded-for': MOBILE };
  for (const [asked, headers] of [
    ['/healthz?nonce=something-else', { host: HOST, ...https }],
    [path, https],
    [path, { host: HOST, 'x-forwarded-proto': 'http' }],
  ] as const) {
    expect((await world.ask(asked, headers)).status).toBe(200);
    expect(proofOf(world)?.reason).toBe(SILENT.reason);
  }
  expect((await world.ask(path, { host: HOST, ...https })).status).toBe(200);
  await vi.waitFor(() => expect(proofOf(world)).toBeNull(), PATIENCE);
});

it('where the proxy is known, a visit from this very network does not count', async () => {
  const { world, path } = await behindRouter({ 'trusted-proxies': '127.0.0.1' });
  const visit = (visitor: string) =>
    world.ask(path, { host: HOST, 'x-forwarded-proto': 'https', 'x-forwarded-for': visitor });
  for (const visitor of ['192.168.1.20', 'fe80::1', PHONE]) await visit(visitor);
  expect(proofOf(world)?.reason).toBe(SILENT.reason);
  await visit(MOBILE);
  await vi.waitFor(() => expect(proofOf(world)).toBeNull(), PATIENCE);
});
