import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openFolder } from '../../server/faces/cli/folder-connection.ts';
import { setTunnelToken } from '../../server/operations/public-access/set-tunnel-token.ts';
import { updatePublicAccess } from '../../server/operations/public-access/update.ts';
import { updateSettings } from '../../server/operations/settings/update.ts';
import { startServer, type RunningServer } from '../../server/start.ts';
import { folderConfig, initializeFolder } from '../builders/folder.ts';
import { createScriptedTunnel, type ScriptedTunnel } from '../fakes/scripted-tunnel.ts';
import { TOKEN } from '../tunnel/world.ts';
import { PATIENCE } from '../patience.ts';

/** A workspace whose port another program has, so that its server answers at the next free one (decisions §3). */
describe('the port of the settings is taken', () => {
  let folder: string;
  let taken: number;
  let tunnel: ScriptedTunnel;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'commonplace-moved-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await initializeFolder(folder, { username: 'ada' });
    taken = await occupyPort();
    tunnel = createScriptedTunnel();
  });

  async function occupyPort(): Promise<number> {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    return (other.address() as AddressInfo).port;
  }

  /** Nobody names a port at the start: the settings say which. */
  async function start(way: {
    mode: 'named_tunnel' | 'quick_tunnel';
    domain?: string;
  }): Promise<RunningServer> {
    const config = folderConfig(folder, { 'log-level': 'silent' });
    const connection = await openFolder(config);
    await connection.run(updateSettings, { port: taken });
    await connection.run(setTunnelToken, { token: TOKEN });
    await connection.run(updatePublicAccess, way);
    await connection.close();
    const server = await startServer({ ...config, given: { ...config.given, port: false } }, { tunnel });
    onTestFinished(() => server.close());
    return server;
  }
  const portOf = (server: RunningServer) => Number(new URL(server.publicUrl).port);

  it('a tunnel of one’s own leads to the taken port: it is not run, and the owner is told why', async () => {
    const server = await start({ mode: 'named_tunnel', domain: 'kb.example.com' });
    expect(server.takenPort).toBe(taken);
    expect(portOf(server)).not.toBe(taken);
    await vi.waitFor(
      () =>
        expect(server.publicAccess.problem).toMatchObject({
          reason: 'Another program has the port that the tunnel leads to.',
        }),
      PATIENCE,
    );
    expect(server.publicAccess).toMatchObject({ port: portOf(server), publicUrl: null });
    expect(tunnel.orders).toEqual([]);
  });

  it('a trial is led to where the server answers', async () => {
    const server = await start({ mode: 'quick_tunnel' });
    await vi.waitFor(() => expect(tunnel.orders).toHaveLength(1), PATIENCE);
    expect(tunnel.orders).toEqual([{ mode: 'quick_tunnel', port: portOf(server) }]);
    expect(server.publicAccess.problem).toBeNull();
  });
});
