import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { pausePublicAccess, resumePublicAccess } from '../../server/operations/public-access/pause.ts';
import { readPublicAccess } from '../../server/operations/public-access/read.ts';
import { setTunnelToken } from '../../server/operations/public-access/set-tunnel-token.ts';
import { updatePublicAccess } from '../../server/operations/public-access/update.ts';
import { createTunnel } from '../../server/tunnel/create-tunnel.ts';
import { scriptedEnvironment, startsIn, TOKEN, writeScript } from '../tunnel/world.ts';
import { openPublicWorld } from './world.ts';
import { PATIENCE } from '../patience.ts';

it('from the choice in the app to an answered request, through a program that speaks as Cloudflare’s does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-program-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const environment = await scriptedEnvironment(folder, { hostname: 'calm-words' });
  const tunnel = createTunnel({
    folder: join(folder, 'tunnel'),
    instanceId: 'ins_test',
    log: pino({ level: 'silent' }),
    env: { ...process.env, ...environment },
    probe: async () => null,
  });
  const world = await openPublicWorld({ tunnel });
  const standing = () => world.run(readPublicAccess, {});
  const untilOnline = (url: string) =>
    vi.waitFor(
      async () => expect(await standing()).toMatchObject({ url, tunnel: { state: 'online' } }),
      PATIENCE,
    );

  // A trial: its address is the program's to say.
  await world.run(updatePublicAccess, { mode: 'quick_tunnel' });
  await untilOnline('https://calm-words.trycloudflare.com');
  const through = { host: 'calm-words.trycloudflare.com', 'cf-warp-tag-id': tunnel.connectorId ?? '' };
  expect((await world.ask('/healthz', through)).status).toBe(200);

  // Paused, there is no program; resumed, there is one again.
  await world.run(pausePublicAccess, {});
  expect((await standing()).tunnel).toEqual({ state: 'off' });
  await world.run(resumePublicAccess, {});
  await untilOnline('https://calm-words.trycloudflare.com');

  // A stable address, with the token that the dashboard showed.
  const service = `http://localhost:${new URL(world.server.publicUrl).port}`;
  await writeScript(folder, { ingress: [{ hostname: 'kb.example.com', service }] });
  await world.run(setTunnelToken, { token: `sudo cloudflared service install ${TOKEN}` });
  await world.run(updatePublicAccess, { mode: 'named_tunnel', domain: 'kb.example.com' });
  await untilOnline('https://kb.example.com');
  const metadata = await world.ask('/.well-known/oauth-authorization-server', { host: 'kb.example.com' });
  expect(metadata.json()['issuer']).toBe('https://kb.example.com');

  // "No token on a command line, ever."
  const starts = await startsIn(folder);
  expect(starts).toHaveLength(3);
  expect(JSON.stringify(starts.map(({ flags }) => flags))).not.toContain(TOKEN);

  await world.run(updatePublicAccess, { mode: 'off' });
  await vi.waitFor(async () => expect((await standing()).tunnel).toEqual({ state: 'off' }), PATIENCE);
});
