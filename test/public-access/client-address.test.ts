import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listAudit } from '../../server/operations/audit/list.ts';
import { createToken } from '../../server/operations/tokens/create.ts';
import { updatePublicAccess } from '../../server/operations/public-access/update.ts';
import { createScriptedTunnel, online } from '../fakes/scripted-tunnel.ts';
import { openPublicWorld, type PublicWorld } from './world.ts';
import { PATIENCE } from '../patience.ts';

const HOST = 'four-calm-words-here.trycloudflare.com';
const CONNECTOR = '7f9a2f0c-5d3a-4b0e-9c55-1d1b1e2f3a4b';
const FAILURES = 3;

/** Asks for what nobody has: it counts against whoever it is from. */
async function guessAt(world: PublicWorld, headers: Record<string, string | string[]>): Promise<number> {
  return (await world.ask('/api/v1/me', { authorization: 'Bearer wrong', ...headers })).status;
}

/** Security R4: "Client IP = CF-Connecting-IP only on the tunnel's own listener; all other forwarding headers ignored." */
describe('whose request it is', () => {
  let world: PublicWorld;
  beforeEach(async () => {
    const tunnel = createScriptedTunnel();
    world = await openPublicWorld({
      tunnel,
      limits: { failedTokensPerMinute: FAILURES, signInsPerMinute: FAILURES },
    });
    await world.run(updatePublicAccess, { mode: 'quick_tunnel' });
    await vi.waitUntil(() => tunnel.orders.length === 1, PATIENCE);
    tunnel.play(online(`https://${HOST}`, CONNECTOR));
  });

  const guess = (headers: Record<string, string | string[]>) => guessAt(world, { host: HOST, ...headers });
  const through = (address: string) => ({ 'cf-warp-tag-id': CONNECTOR, 'cf-connecting-ip': address });

  it('through our own tunnel, each person on the internet has limits of their own', async () => {
    for (let turn = 0; turn < FAILURES; turn += 1) expect(await guess(through('203.0.113.9'))).toBe(401);
    expect(await guess(through('203.0.113.9'))).toBe(429);
    expect(await guess(through('198.51.100.1'))).toBe(401);
    expect(await guess(through('2001:db8::7'))).toBe(401);
  });

  it.each<[string, (turn: number) => Record<string, string | string[]>]>([
    ['an address without the mark', (turn) => ({ 'cf-connecting-ip': `203.0.113.${turn}` })],
    [
      'an address with a made-up mark',
      (turn) => ({ 'cf-warp-tag-id': 'made-up', 'cf-connecting-ip': `203.0.113.${turn}` }),
    ],
    [
      'two addresses with the mark',
      (turn) => ({ 'cf-warp-tag-id': CONNECTOR, 'cf-connecting-ip': [`203.0.113.${turn}`, '198.51.100.1'] }),
    ],
    ['X-Forwarded-For', (turn) => ({ 'x-forwarded-for': `203.0.113.${turn}` })],
    [
      'X-Real-IP and its kind',
      (turn) => ({ 'x-real-ip': `203.0.113.${turn}`, 'true-client-ip': `10.0.0.${turn}` }),
    ],
    ['Forwarded', (turn) => ({ forwarded: `for=203.0.113.${turn}` })],
  ])('nobody gets new limits by sending %s', async (_what, forged) => {
    for (let turn = 0; turn < FAILURES; turn += 1) expect(await guess(forged(turn))).toBe(401);
    expect(await guess(forged(FAILURES))).toBe(429);
  });

  it('the audit log names the address that Cloudflare saw', async () => {
    const { secret } = await world.run(createToken, { name: 'script', scopes: ['read', 'write'] });
    const write = async (headers: Record<string, string | string[]>) => {
      const { status } = await world.ask(
        '/api/v1/documents',
        { host: HOST, authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers },
        { method: 'POST', body: JSON.stringify({ title: 'Kettle', space: 'notes' }) },
      );
      expect(status).toBe(201);
    };
    await write(through('203.0.113.9'));
    await write({ 'cf-connecting-ip': '203.0.113.10', 'x-forwarded-for': '203.0.113.11' });
    const { items } = await world.run(listAudit, { action: 'documents.create', limit: 5 });
    expect(items.map(({ ip }) => ip)).toEqual(['127.0.0.1', '203.0.113.9']);
  });
});

describe("whose request it is behind the owner's own reverse proxy", () => {
  const open = (proxies?: string) =>
    openPublicWorld({
      tunnel: createScriptedTunnel(),
      limits: { failedTokensPerMinute: FAILURES },
      flags: proxies === undefined ? {} : { 'trusted-proxies': proxies },
    });

  it('each visitor has limits of their own, however many others they name', async () => {
    const world = await open('127.0.0.1');
    const guess = (turn: number, visitor: string) =>
      guessAt(world, { 'x-forwarded-for': `198.51.100.${turn}, ${visitor}` });
    for (let turn = 0; turn < FAILURES; turn += 1) expect(await guess(turn, '203.0.113.9')).toBe(401);
    expect(await guess(FAILURES, '203.0.113.9')).toBe(429);
    expect(await guess(FAILURES, '203.0.113.10')).toBe(401);
  });

  it.each([undefined, '10.0.0.0/8'])('nobody is believed who is not named: %s', async (proxies) => {
    const world = await open(proxies);
    const guess = (turn: number) => guessAt(world, { 'x-forwarded-for': `203.0.113.${turn}` });
    for (let turn = 0; turn < FAILURES; turn += 1) expect(await guess(turn)).toBe(401);
    expect(await guess(FAILURES)).toBe(429);
  });
});
